// A function that judges many questions → its result, with a progress bar, until it is done or interrupted.

import { progressBar } from '../progress-bar.ts';
import { heedSignal } from '../run-detection.ts';
import type { Terminal } from '../toolkit.ts';

/**
 * @param judge reports its progress. @param unit what the bar counts.
 * @throws Interrupted on the terminal's signal; whatever `judge` throws.
 */
export async function judgedWithBar<Judged>(
  judge: (onProgress: (done: number, total: number) => Promise<void>) => Promise<Judged>,
  unit: string,
  terminal: Terminal,
): Promise<Judged> {
  let bar: ReturnType<typeof progressBar> | undefined;
  try {
    return await judge(async (done, total) => {
      bar ??= progressBar(terminal, total, 0, unit);
      bar.update(done);
      await heedSignal(terminal);
    });
  } finally {
    bar?.stop();
  }
}
