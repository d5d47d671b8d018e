// Poses done → a bar on the terminal, if there is one and the path has several poses; meanwhile Ctrl-C is heeded.

import { setImmediate } from 'node:timers/promises';
import cliProgress from 'cli-progress';
import { Interrupted } from './exit-code.ts';
import type { Terminal } from './toolkit.ts';

export interface ProgressBar {
  update(done: number): void;
  /** Writes a line, or lines, above the bar. */
  say(text: string): void;
  stop(): void;
}

/** @param done number done before this run; the estimate of the time left ignores them. */
export function progressBar(terminal: Terminal, total: number, done = 0, unit = 'poses'): ProgressBar {
  const say = (text: string) => terminal.err(text);
  if (!terminal.progress || total < 2) return { update: () => {}, say, stop: () => {} };
  const bar = new cliProgress.SingleBar(
    {
      stream: terminal.progress,
      format: `{bar} {value}/{total} ${unit}, {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, done);
  let shown = done;
  return {
    update: (value) => {
      shown = value;
      bar.update(value);
    },
    say: (text) => {
      bar.stop();
      say(text);
      bar.start(total, shown);
    },
    stop: () => bar.stop(),
  };
}

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

/** Lets the event loop run, so that a Ctrl-C during a long step is handled. @throws Interrupted */
export async function heedSignal(terminal: Terminal): Promise<void> {
  await setImmediate();
  if (terminal.signal.aborted) throw new Interrupted();
}
