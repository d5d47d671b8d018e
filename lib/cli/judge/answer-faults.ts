// A judged answer → what is wrong with it, in words, and how badly.

import type { AnswerJudgement } from '#validation';
import { count } from '../report/page-shell.ts';
import { short } from '../validation-report/number-text.ts';
import { normalErrors } from './judge-csv.ts';

/** Degrees: moving along a normal that is off by more presses the bodies together. */
export const BACKWARDS = 90;

/** The worst fault first. */
export function faultsOf(answer: AnswerJudgement, tolerance: number): string[] {
  const { exact, verdict, pairs, distance, contacts, depth, repeats } = answer;
  const faults: string[] = [];
  if (verdict?.finding === 'missed')
    faults.push(exact.state === 'enclosed' ? 'contact missed: one body lies inside the other' : 'contact missed');
  if (verdict?.finding === 'false') faults.push('false contact');
  if (verdict?.finding === 'other') faults.push(`contact of another kind: it is ${exact.state}`);
  if (pairs && pairs.missed > 0) faults.push(`${count(pairs.missed)} of ${count(exact.pairs)} pairs missed`);
  if (pairs && pairs.extra > 0) faults.push(`${count(pairs.extra)} extra pairs`);
  if (distance && Math.abs(distance.error) > tolerance) faults.push(`distance off by ${short(distance.error)} mm`);
  const out = pointsOut(answer);
  if (out > 0) faults.push(`${count(out)} of ${count(contacts?.rows.length ?? 0)} points outside`);
  const reversed = backwards(answer);
  if (reversed > 0) faults.push(`${count(reversed)} normals backwards`);
  if (depthError(answer) > 0) faults.push(`depth ${short(depth?.engine ?? 0)} mm is that of no definition`);
  if (repeats === false) faults.push('not the same as the first answer to this pose');
  return faults;
}

/** The number of normals that point backwards. */
export function backwards(answer: AnswerJudgement): number {
  return normalErrors(answer).filter((error) => error > BACKWARDS).length;
}

export function pointsOut({ contacts }: AnswerJudgement): number {
  return (contacts?.rows ?? []).filter(({ place }) => place === 'out').length;
}

/** mm: the distance of a reported point from the body farther from it, at its greatest; 0 if all lie inside both. */
export function farthestOut({ contacts }: AnswerJudgement): number {
  return (contacts?.rows ?? []).reduce((most, { bone, tool }) => Math.max(most, bone.low, tool.low), 0);
}

/** mm between the engine's depth and the nearest definition; 0 if one agrees or none applies. */
export function depthError({ exact, depth }: AnswerJudgement): number {
  if (depth === null || exact.state === 'separated' || depth.agrees.length > 0) return 0;
  const gaps = Object.values(depth.exact).flatMap((range) =>
    range === null ? [] : [Math.max(0, range.low - depth.engine, depth.engine - range.high)],
  );
  return gaps.length === 0 ? 0 : gaps.reduce((least, gap) => Math.min(least, gap));
}
