// A pool, poses and what of them was judged before → every pose's judgement, each in the partial file as soon as it is there.

import { KerfError } from '../../core/index.ts';
import type { PoseJudgement } from '../../validation/index.ts';
import { FileAccessError, Interrupted } from '../exit-code.ts';
import { progressBar } from '../progress-bar.ts';
import type { JudgePool, Terminal } from '../toolkit.ts';
import type { PartialFile } from './partial-file.ts';

/**
 * @param matrices 16 numbers a pose.
 * @param workers how many poses the pool is given at once.
 * @returns by pose, whatever the order in which they ended.
 * @throws Interrupted on the terminal's signal, FileAccessError, what the pool throws; those that were done stay in the partial file.
 */
export async function judgePoses(
  pool: JudgePool,
  matrices: Float64Array,
  workers: number,
  partial: PartialFile,
  terminal: Terminal,
): Promise<PoseJudgement[]> {
  const total = matrices.length / 16;
  const left = Array.from({ length: total }, (_, pose) => pose).filter((pose) => !partial.done.has(pose));
  const { signal } = terminal;
  const bar = progressBar(terminal, total, partial.done.size);
  let failure: unknown;
  let next = 0;
  // As long as nothing fails, as many of these as there are workers each take the next pose.
  const lane = async () => {
    while (next < left.length && failure === undefined && !signal.aborted) {
      const pose = left[next++];
      try {
        await partial.add(await pool.judge(pose, matrices.slice(16 * pose, 16 * pose + 16)));
        bar.update(partial.done.size);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  const giveUp = () => void pool.close();
  signal.addEventListener('abort', giveUp);
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    signal.removeEventListener('abort', giveUp);
    bar.stop();
  }
  if (signal.aborted) throw interruptedWith(partial, total);
  if (failure !== undefined) throw partial.done.size > 0 ? withWhatIsKept(failure, kept(partial, total)) : failure;
  return [...partial.done.values()].sort((a, b) => a.pose - b.pose);
}

/** What Ctrl-C leaves of a run that has this partial file. */
export function interruptedWith(partial: PartialFile, total: number): Interrupted {
  return partial.done.size === 0 ? new Interrupted() : new Interrupted(kept(partial, total));
}

/** Of the failures after which the same command may well succeed, the sentence says so. */
function withWhatIsKept(failure: unknown, left: string): unknown {
  const cause = { cause: failure };
  if (failure instanceof FileAccessError) return new FileAccessError(`${failure.message} ${left}`, cause);
  if (failure instanceof KerfError && ['WORKER_DIED', 'DEVICE_LOST'].includes(failure.code))
    return new KerfError(failure.code, `${failure.message} ${left}`, cause);
  return failure;
}

function kept(partial: PartialFile, total: number): string {
  return `${partial.done.size} of ${total} poses are kept in ${partial.path}; the same command goes on with the rest.`;
}
