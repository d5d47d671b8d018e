// Tallies of contact in time → sums per kind, the verdict, and a sentence with the figures.

import { type MotionTally, sumOf } from './motion-tally.ts';
import type { Verdict } from './summary.ts';

/** Results of the motion study, row by row. */
export interface JudgedMotion {
  readonly impacts: readonly MotionTally[];
  readonly published: readonly MotionTally[];
  readonly sweeps: readonly MotionTally[];
}

export interface MotionSummary {
  readonly verdict: Verdict;
  /** One sentence with the figures. */
  readonly sentence: string;
  readonly impacts: MotionTally;
  readonly published: MotionTally;
  readonly sweeps: MotionTally;
}

export function summariseMotion(judged: JudgedMotion): MotionSummary {
  const impacts = sumOf(judged.impacts, 'impacts', 'all');
  const published = sumOf(judged.published, 'published', 'all');
  const sweeps = sumOf(judged.sweeps, 'sphere', 'all');
  const all = sumOf([impacts, published, sweeps], 'all', 'all');
  const { missed, invented, late, early, disputed } = all;
  const n = (value: number, name: string, more = `${name}s`) =>
    `${value.toLocaleString('en-US')} ${value === 1 ? name : more}`;
  const share = ({ hits, queries }: MotionTally) => (queries === 0 ? 0 : (100 * hits) / queries).toFixed(1);
  const over = [
    `${n(impacts.queries, 'impact query', 'impact queries')} (${share(impacts)} % hits)`,
    ...(published.queries > 0
      ? [`${n(published.queries, 'published query', 'published queries')} (${share(published)} % hits)`]
      : []),
    `${n(sweeps.queries, 'sphere sweep')} (${share(sweeps)} % hits)`,
  ].join(', ');
  return {
    verdict: missed + invented + late + early > 0 ? 'broken' : disputed > 0 ? 'undecided' : 'held',
    sentence: `Over ${over}: ${missed} missed, ${invented} invented, ${n(late + early, 'wrong time')}${disputed > 0 ? `; the oracle contradicts ${n(disputed, 'published label')}` : ''}.`,
    impacts,
    published,
    sweeps,
  };
}
