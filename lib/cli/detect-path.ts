// A detector and a path's work → the outstanding reports, each handed to the work (path-work.ts).

import { setImmediate } from 'node:timers/promises';
import { Interrupted } from './exit-code.ts';
import type { PathWork } from './path-work.ts';
import type { PoseList } from './pose-file.ts';
import { progressBar } from './progress-bar.ts';
import type { PathDetector, Terminal } from './toolkit.ts';

/**
 * @throws PoseError, which names the file's line; Interrupted on the terminal's signal; whatever the detector throws.
 */
export async function detectPath(
  detector: PathDetector,
  poses: PoseList,
  source: string,
  work: PathWork,
  workers: number,
  terminal: Terminal,
): Promise<void> {
  const { todo } = work;
  if (todo.length === 0) return;
  const bar = progressBar(terminal, poses.count, work.done);
  let answered = 0;
  try {
    const matrices = todo.length === poses.count ? poses.matrices : matricesOf(poses, todo);
    for await (const report of detector.detectMany(matrices, { signal: terminal.signal, workers })) {
      await work.take(todo[answered++], report);
      bar.update(work.done);
      // The CPU detector answers without letting the event loop run, and Ctrl-C is handled only when it runs.
      await setImmediate();
      if (terminal.signal.aborted) throw new Interrupted();
    }
  } catch (error) {
    if (terminal.signal.aborted) throw new Interrupted();
    throw error;
  } finally {
    bar.stop();
  }
  if (answered !== todo.length) throw new Error(`${answered} of ${todo.length} poses of ${source} were answered`);
}

function matricesOf({ matrices }: PoseList, numbers: readonly number[]): Float64Array {
  const chosen = new Float64Array(16 * numbers.length);
  numbers.forEach((pose, i) => {
    chosen.set(matrices.subarray(16 * pose, 16 * pose + 16), 16 * i);
  });
  return chosen;
}
