// A pool, poses and the judgements of an earlier run → a judgement of each pose.

import type { PoseJudgement } from '#validation';
import type { PartialFile } from '../partial-file.ts';
import { poseLanes } from '../pose-lanes.ts';
import type { JudgePool, Terminal } from '../toolkit.ts';
import { costAPose, costOf, duration } from './cost-estimate.ts';

/**
 * @param matrices 16 numbers per pose.
 * @param chosen the numbers of the poses to judge.
 * @param workers the number of poses given to the pool at once.
 * @throws as poseLanes does.
 */
export async function judgePoses(
  pool: JudgePool,
  matrices: Float64Array,
  chosen: readonly number[],
  workers: number,
  partial: PartialFile<PoseJudgement>,
  terminal: Terminal,
): Promise<PoseJudgement[]> {
  return poseLanes(
    {
      poses: chosen,
      workers,
      answer: (pose) => pool.judge(pose, matrices.slice(16 * pose, 16 * pose + 16)),
      giveUp: () => pool.close(),
      estimate: (first, left) => estimate(first, left, workers),
    },
    partial,
    terminal,
  );
}

/** A rough estimate: one pose may take a hundred times as long as another. --preview judges several. */
function estimate(first: PoseJudgement, left: number, workers: number): string {
  const cost = costAPose([first]);
  const poses = left === 1 ? '1 pose is left' : `${left} poses are left`;
  const busy = Math.min(workers, left);
  const by = busy === 1 ? '1 worker' : `${busy} workers`;
  const about = duration(costOf(left, workers, cost).mean);
  return `The first pose took ${duration(cost.mean)}; ${poses} for ${by}: about ${about} if they are like it.\n`;
}
