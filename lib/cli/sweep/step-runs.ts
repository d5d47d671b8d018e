// Consecutive steps that one table row can describe → runs, one row each, and the text of the row's cells.

import type { Interval } from '#records';
import { timeText } from '../pose-record.ts';
import type { PoseClearance, StepRecord, StepStatus } from './step-record.ts';

/** Consecutive steps, all free or all in contact from their start; or one step of another status. */
export interface StepRun {
  readonly status: StepStatus;
  readonly first: StepRecord;
  readonly last: StepRecord;
  /** Its first pose with the least clearance. */
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

/** The first pose with the least clearance of a whole path. */
export function leastClearance(steps: readonly StepRecord[]): PoseClearance {
  return steps.reduce((best, { end }) => (isNearer(end, best) ? end : best), steps[0].start);
}

const isNearer = (a: PoseClearance, b: PoseClearance) => a.clearance < b.clearance;

/** At most `most` of the runs. Free runs are dropped first, from the end, then others; `step` is never dropped. */
export function shownRuns(runs: readonly StepRun[], most: number, step: number | undefined): StepRun[] {
  const rank = ({ status, first }: StepRun) => (first.step === step ? 0 : status === 'free' ? 2 : 1);
  return [...runs]
    .sort((a, b) => rank(a) - rank(b) || a.first.step - b.first.step)
    .slice(0, most)
    .sort((a, b) => a.first.step - b.first.step);
}

export const stepText = ({ first, last }: StepRun) =>
  first === last ? String(first.step) : `${first.step}–${last.step}`;

/** From the start of the first step to the end of the last, s; '' if the poses have no times. */
export function runTimeText({ first, last }: StepRun): string {
  const [start, end] = [first.start.time, last.end.time];
  return start === undefined || end === undefined ? '' : `${timeText(start)}–${timeText(end)}`;
}

/** The fraction of the step at first contact, to six digits. '' if the step is free or in contact from its start. */
export function partText({ status, first: { time } }: StepRun): string {
  return isWithin(status) ? intervalText(time, 6) : '';
}

/** How far the tool's touching point has come since the step's start, mm. '' as for partText. */
export function wayText({ status, first: { contact } }: StepRun): string {
  return isWithin(status) && contact ? contact.way.toFixed(3) : '';
}

/** The time of first contact along the path, s. '' as for partText, and if the poses have no times. */
export function contactTimeText({ status, first: { contact } }: StepRun): string {
  return isWithin(status) && contact?.seconds ? intervalText(contact.seconds, 4) : '';
}

/** Whether a step with this status has a contact time of its own, later than its start. */
export const isWithin = (status: StepStatus) => status === 'contact' || status === 'grazing';

export function pointText({ first: { contact } }: StepRun, digits: number): string {
  return contact ? contact.bonePoint.map((x) => x.toFixed(digits)).join(' ') : '';
}

/** At the start and the end, mm, and the least if it occurs at neither. */
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
