// Steps in a row of which there is no more to tell than of one → runs, each of which is a row of a table; and the words
// in its cells.

import type { Interval } from '#records';
import { timeText } from '../pose-record.ts';
import type { PoseClearance, StepRecord, StepStatus } from './step-record.ts';

/** Steps in a row, all free or all in contact from their start; or one of another status. */
export interface StepRun {
  readonly status: StepStatus;
  readonly first: StepRecord;
  readonly last: StepRecord;
  /** The first of its poses with the least clearance. */
  readonly least: PoseClearance;
}

export function stepRuns(steps: readonly StepRecord[]): StepRun[] {
  const runs: StepRun[] = [];
  for (const step of steps) {
    const { status } = step;
    const before = runs.at(-1);
    const isMore = before?.status === status && (status === 'free' || status === 'initial');
    const least = [...(isMore ? [before.least] : []), step.start, step.end].reduce((a, b) => (isNearer(b, a) ? b : a));
    if (isMore) runs[runs.length - 1] = { ...before, last: step, least };
    else runs.push({ status, first: step, last: step, least });
  }
  return runs;
}

/** The first pose of the least clearance of a whole path. */
export function leastClearance(steps: readonly StepRecord[]): PoseClearance {
  return steps.reduce((best, { end }) => (isNearer(end, best) ? end : best), steps[0].start);
}

const isNearer = (a: PoseClearance, b: PoseClearance) => a.clearance < b.clearance;

/**
 * At most `most` of the runs: of what is more, the free ones are left out from the end, then others. `step` is never
 * left out.
 */
export function shownRuns(runs: readonly StepRun[], most: number, step: number | undefined): StepRun[] {
  const rank = ({ status, first }: StepRun) => (first.step === step ? 0 : status === 'free' ? 2 : 1);
  return [...runs]
    .sort((a, b) => rank(a) - rank(b) || a.first.step - b.first.step)
    .slice(0, most)
    .sort((a, b) => a.first.step - b.first.step);
}

export const stepText = ({ first, last }: StepRun) =>
  first === last ? String(first.step) : `${first.step}–${last.step}`;

/** From the start of the first to the end of the last, s; '' if the poses have no times. */
export function runTimeText({ first, last }: StepRun): string {
  const [start, end] = [first.start.time, last.end.time];
  return start === undefined || end === undefined ? '' : `${timeText(start)}–${timeText(end)}`;
}

/** When in the step contact is first: its part in six digits. '' if it is free or in contact from its start. */
export function partText({ status, first: { time } }: StepRun): string {
  return isWithin(status) ? intervalText(time, 6) : '';
}

/** When in the path contact is first, s. '' as for partText, and if the poses have no times. */
export function contactTimeText({ status, first: { contact } }: StepRun): string {
  return isWithin(status) && contact?.seconds ? intervalText(contact.seconds, 4) : '';
}

/** Whether a step with this status has a time of its own, later than its start. */
export const isWithin = (status: StepStatus) => status === 'contact' || status === 'grazing';

export function pointText({ first: { contact } }: StepRun, digits: number): string {
  return contact ? contact.bonePoint.map((x) => x.toFixed(digits)).join(' ') : '';
}

/** At the start and at the end, mm, and the least where that is at neither. */
export function clearanceText({ first: { start }, last: { end }, least }: StepRun): string {
  const isBetween = isNearer(least, start) && isNearer(least, end);
  return `${oneClearance(start)} → ${oneClearance(end)}${isBetween ? `, least ${oneClearance(least)}` : ''}`;
}

export function oneClearance({ clearance, enclosed }: PoseClearance): string {
  return enclosed
    ? 'inside'
    : clearance === 0
      ? '0'
      : clearance < 0.001
        ? clearance.toExponential(1)
        : clearance.toFixed(3);
}

/** One number if both ends read the same. */
function intervalText({ low, high }: Interval, digits: number): string {
  const [a, b] = [low.toFixed(digits), high.toFixed(digits)];
  return a === b ? a : `${a}–${b}`;
}
