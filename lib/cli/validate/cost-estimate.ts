// The time that judged poses took → an estimate for other poses, in words.

import type { PoseJudgement } from '#validation';

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
