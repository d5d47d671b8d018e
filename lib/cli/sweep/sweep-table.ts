// Step records → a table for people: a row for each step where contact may begin, and one for each run of other steps.

import Table from 'cli-table3';
import { timeText } from '../pose-record.ts';
import { TABLE_ROWS } from '../result-table.ts';
import type { StepRecord } from './step-record.ts';
import {
  clearanceText,
  contactTimeText,
  isWithin,
  partText,
  pointText,
  type StepRun,
  shownRuns,
  stepRuns,
  stepText,
} from './step-runs.ts';
import { firstInContact } from './sweep-verdict.ts';

interface Column {
  readonly head: string;
  readonly isLeft?: boolean;
  readonly text: (run: StepRun) => string;
}

export function sweepTable(steps: readonly StepRecord[]): string {
  const runs = stepRuns(steps);
  const shown = shownRuns(runs, TABLE_ROWS, firstInContact(steps)?.step);
  const columns = columnsFor(steps);
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ isLeft }) => (isLeft ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const run of shown) table.push(columns.map(({ text }) => text(run)));
  const notes: string[] = [];
  if (shown.length < runs.length)
    notes.push(`Showing ${shown.length} of ${runs.length} rows; --json or sweep.json has all ${steps.length} steps.`);
  notes.push('clearance: distance of the surfaces at the poses, before → after; between them it is unknown.');
  return [table.toString(), ...notes].join('\n');
}

function startTimeText({ first: { start } }: StepRun): string {
  return start.time === undefined ? '' : timeText(start.time);
}

function columnsFor(steps: readonly StepRecord[]): Column[] {
  const isTimed = steps[0].start.time !== undefined;
  const isEventful = steps.some(({ status }) => status !== 'free');
  const hasTimes = steps.some(({ status }) => isWithin(status));
  return [
    { head: 'step', text: stepText },
    ...(isTimed ? [{ head: 'from t s', text: startTimeText }] : []),
    { head: 'status', isLeft: true, text: ({ status }) => status },
    ...(hasTimes ? [{ head: 'part of the way', text: partText }] : []),
    ...(hasTimes && isTimed ? [{ head: 'at t s', text: contactTimeText }] : []),
    ...(isEventful ? [{ head: 'point, x y z mm', text: (run: StepRun) => pointText(run, 2) }] : []),
    { head: 'clearance mm', text: clearanceText },
  ];
}
