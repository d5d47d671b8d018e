// Judgements of engines on one benchmark → the leaderboard: engines sorted by how much they answer right.

import { KerfError } from '#core';
import type { BenchmarkJudgement } from '#validation';

export interface LeaderboardRow {
  readonly judgement: BenchmarkJudgement;
  /** The share of all that the benchmark asks, from 0 to 1: `rightShare`. */
  readonly right: number;
}

export interface Leaderboard {
  readonly version: string;
  readonly size: string;
  readonly tolerance: number;
  /** Sorted by the share answered right, then by the median time of a pose, then by name. */
  readonly rows: readonly LeaderboardRow[];
}

/**
 * @param judgements at least one, each with its source.
 * @throws KerfError MIXED_BENCHMARKS if they differ in version, size or tolerance.
 */
export function leaderboardOf(
  judgements: readonly { readonly source: string; readonly judgement: BenchmarkJudgement }[],
  rightShare: (judgement: BenchmarkJudgement) => number,
): Leaderboard {
  const [{ source, judgement: first }, ...rest] = judgements;
  for (const { source: other, judgement } of rest)
    if (termsOf(judgement) !== termsOf(first))
      throw new KerfError(
        'MIXED_BENCHMARKS',
        `${source} is of ${termsOf(first)}, ${other} of ${termsOf(judgement)}, and a table compares one benchmark; judge them alike.`,
      );
  const rows = judgements.map(({ judgement }) => ({ judgement, right: rightShare(judgement) }));
  const time = ({ judgement }: LeaderboardRow) => judgement.milliseconds.pose?.median ?? Infinity;
  rows.sort((a, b) => b.right - a.right || compared(time(a), time(b)) || compared(nameOf(a), nameOf(b)));
  return { version: first.benchmark.version, size: first.benchmark.size, tolerance: first.tolerance, rows };
}

function termsOf({ benchmark: { version, size }, tolerance }: BenchmarkJudgement): string {
  return `version ${version}, size ${size}, tolerance ${tolerance} mm`;
}

function nameOf({ judgement: { engine } }: LeaderboardRow): string {
  return `${engine.name} ${engine.version ?? ''}`;
}

function compared<Key extends number | string>(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
