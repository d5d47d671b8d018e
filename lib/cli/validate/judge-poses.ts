// A pool, poses and the judgements of an earlier run → a judgement of each pose, and how long the others will take.

import type { PoseJudgement } from '#validation';
import type { PartialFile } from '../partial-file.ts';
import { poseLanes } from '../pose-lanes.ts';
import type { JudgePool, Terminal } from '../toolkit.ts';

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

/** Times in s. */
interface Cost {
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
}

/** The time that one worker took for one pose, kerf and the oracle together. */
export function costAPose(judged: readonly PoseJudgement[]): Cost {
  const seconds = judged.map(({ milliseconds }) => (milliseconds.kerf + milliseconds.oracle) / 1000);
  return {
    mean: seconds.reduce((sum, value) => sum + value, 0) / seconds.length,
    least: Math.min(...seconds),
    greatest: Math.max(...seconds),
  };
}

/**
 * The time for `poses` poses if each takes the mean, the least or the greatest time and no worker idles before the end.
 */
export function costOf(poses: number, workers: number, { mean, least, greatest }: Cost): Cost {
  const rounds = poses / Math.min(poses, workers);
  return { mean: rounds * mean, least: rounds * least, greatest: rounds * greatest };
}

/** A duration in words, to two digits. */
export function duration(seconds: number): string {
  const [value, unit] =
    seconds < 99.5 ? [seconds, 's'] : seconds < 99.5 * 60 ? [seconds / 60, 'min'] : [seconds / 3600, 'h'];
  return `${Number(value.toPrecision(2))} ${unit}`;
}
