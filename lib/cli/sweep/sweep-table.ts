// Step records → a table for people, and one sentence that says where contact begins, and what is undecided.

import { timeText } from '../pose-record.ts';
import { TABLE_ROWS } from '../result-table.ts';
import { columnTable, type TextColumn } from '../text-table.ts';
import type { StepRecord } from './step-record.ts';
import {
  clearanceText,
  contactTimeText,
  isWithin,
  leastClearance,
  oneClearance,
  partText,
  pointText,
  type StepRun,
  shownRuns,
  stepRuns,
  stepText,
  wayText,
} from './step-runs.ts';
import type { SweepOptions } from './sweep-path.ts';

export function sweepTable(steps: readonly StepRecord[]): string {
  const runs = stepRuns(steps);
  const shown = shownRuns(runs, TABLE_ROWS, firstInContact(steps)?.step);
  const notes: string[] = [];
  if (shown.length < runs.length)
    notes.push(`Showing ${shown.length} of ${runs.length} rows; --json or sweep.json has all ${steps.length} steps.`);
  notes.push('clearance: distance of the surfaces at the poses, before → after; between them it is unknown.');
  return [columnTable(columnsFor(steps), shown), ...notes].join('\n');
}

function startTimeText({ first: { start } }: StepRun): string {
  return start.time === undefined ? '' : timeText(start.time);
}

function columnsFor(steps: readonly StepRecord[]): TextColumn<StepRun>[] {
  const isTimed = steps[0].start.time !== undefined;
  const isEventful = steps.some(({ status }) => status !== 'free');
  const hasTimes = steps.some(({ status }) => isWithin(status));
  return [
    { head: 'step', text: stepText },
    ...(isTimed ? [{ head: 'from t s', text: startTimeText }] : []),
    { head: 'status', isLeft: true, text: ({ status }) => status },
    ...(hasTimes ? [{ head: 'part of the way', text: partText }] : []),
    ...(hasTimes ? [{ head: 'mm', text: wayText }] : []),
    ...(hasTimes && isTimed ? [{ head: 'at t s', text: contactTimeText }] : []),
    ...(isEventful ? [{ head: 'point, x y z mm', text: (run: StepRun) => pointText(run, 2) }] : []),
    { head: 'clearance mm', text: clearanceText },
  ];
}

/** The first step that is in contact, at its start or later. */
export function firstInContact(steps: readonly StepRecord[]): StepRecord | undefined {
  return steps.find(({ status }) => status === 'contact' || status === 'initial');
}

export function sweepVerdict(steps: readonly StepRecord[], options: SweepOptions): string {
  const grazing = steps.filter(({ status }) => status === 'grazing');
  const first = firstInContact(steps);
  const said = first ? [contactSentence(first, steps, options)] : [];
  if (grazing.length > 0) said.push(grazingSentence(grazing, options));
  return said.length > 0 ? said.join(' ') : freeSentence(steps, options);
}

function contactSentence(step: StepRecord, steps: readonly StepRecord[], { clearance }: SweepOptions): string {
  const touching = steps.filter(({ status }) => status === 'contact' || status === 'initial').length;
  const counts = `${clearance > 0 ? 'so near' : 'contact'} in ${touching} of ${steps.length} steps`;
  const within = clearance > 0 ? ` (within ${clearance} mm)` : '';
  if (step.status === 'initial') {
    const { pose, time, enclosed } = step.start;
    const at = `at pose ${pose}${time === undefined ? '' : `, t ${timeText(time)} s`}`;
    const how = enclosed ? ': one body lies inside the other' : '';
    return `First contact${within}: ${at}, where step ${step.step} starts${how}; ${counts}.`;
  }
  const [run] = stepRuns([step]);
  const seconds = contactTimeText(run);
  const when = `at ${partText(run)} of the way${seconds === '' ? '' : `, t ${seconds} s`}`;
  return `First contact${within}: step ${step.step}, from pose ${step.start.pose} to pose ${step.end.pose}, ${when}, after ${wayText(run)} mm; ${counts}.`;
}

function grazingSentence(grazing: readonly StepRecord[], { tolerance, clearance }: SweepOptions): string {
  const what = clearance > 0 ? `a distance of ${clearance} mm` : 'contact';
  const where =
    grazing.length === 1 ? `step ${grazing[0].step}` : `${grazing.length} steps, first at step ${grazing[0].step}`;
  return `Not decided at ${where}: it comes nearer to ${what} than a tolerance of ${tolerance} mm can decide, and its rest is not looked at; give a smaller --tolerance, or a --clearance that it must keep.`;
}

function freeSentence(steps: readonly StepRecord[], { clearance }: SweepOptions): string {
  const least = leastClearance(steps);
  const never = clearance > 0 ? `comes within ${clearance} mm of the bone` : 'touches the bone';
  return `Free on all ${steps.length} steps: the tool never ${never}; least clearance at a pose ${oneClearance(least)} mm, at pose ${least.pose}.`;
}
