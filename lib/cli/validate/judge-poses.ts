// A pool, poses and the judgements of an earlier run → every pose's judgement. Each is written to the partial file at
// once.

import type { PoseJudgement } from '../../validation/index.ts';
import type { PartialFile } from '../partial-file.ts';
import { interruptedWith, withWhatIsKept } from '../partial-words.ts';
import { progressBar } from '../progress-bar.ts';
import type { JudgePool, Terminal } from '../toolkit.ts';
import { costAPose, costOf, duration } from './cost-estimate.ts';

/**
 * @param matrices 16 numbers a pose.
 * @param workers how many poses the pool is given at once.
 * @returns the judgements by pose number, whatever the order in which they were finished.
 * @throws Interrupted on the terminal's signal; FileAccessError; whatever the pool throws. Poses that were done stay in
 * the partial file.
 */
export async function judgePoses(
  pool: JudgePool,
  matrices: Float64Array,
  workers: number,
  partial: PartialFile<PoseJudgement>,
  terminal: Terminal,
): Promise<PoseJudgement[]> {
  const total = matrices.length / 16;
  const left = Array.from({ length: total }, (_, pose) => pose).filter((pose) => !partial.done.has(pose));
  const { signal } = terminal;
  const bar = progressBar(terminal, total, partial.done.size);
  let failure: unknown;
  let next = 0;
  let judged = 0;
  // There is one lane for each worker. Each lane takes the next pose as long as nothing fails.
  const lane = async () => {
    while (next < left.length && failure === undefined && !signal.aborted) {
      const pose = left[next++];
      try {
        const judgement = await pool.judge(pose, matrices.slice(16 * pose, 16 * pose + 16));
        await partial.add(judgement);
        bar.update(partial.done.size);
        if (++judged === 1 && left.length > 1) bar.say(estimate(judgement, left.length - 1, workers));
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
  if (failure !== undefined) throw withWhatIsKept(failure, partial, total);
  return [...partial.done.values()].sort((a, b) => a.pose - b.pose);
}

/** A rough estimate: one pose may take a hundred times as long as another, and --preview looks at several. */
function estimate(first: PoseJudgement, left: number, workers: number): string {
  const cost = costAPose([first]);
  const poses = left === 1 ? '1 pose is left' : `${left} poses are left`;
  const busy = Math.min(workers, left);
  const by = busy === 1 ? '1 worker' : `${busy} workers`;
  const about = duration(costOf(left, workers, cost).mean);
  return `The first pose took ${duration(cost.mean)}; ${poses} for ${by}: about ${about} if they are like it.\n`;
}
