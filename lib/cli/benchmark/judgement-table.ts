// A judgement → human-readable tables: a row per family of poses, a row per kind of stroke, and their sums.

import Table from 'cli-table3';
import type { BenchmarkJudgement } from '#validation';
import { type CountColumn, type Counts, countColumns, countText, timeText } from './judgement-columns.ts';

type Rows = readonly (readonly [name: string, counts: Counts])[];

export function judgementTable({ families, kinds, poses, strokes, milliseconds }: BenchmarkJudgement): string {
  const ofPoses = Object.entries(families).map(([name, tally]) => [name, { poses: tally }] as const);
  const ofStrokes = Object.entries(kinds).map(([name, tally]) => [name, { strokes: tally }] as const);
  const tables = [
    table(
      'poses',
      countColumns.filter(({ group }) => group !== 'stroke'),
      [...ofPoses, ['all', { poses }]],
    ),
    table(
      'strokes',
      countColumns.filter(({ group }) => group === 'stroke'),
      [...ofStrokes, ['all', { strokes }]],
    ),
  ];
  const { pose, stroke } = milliseconds;
  const times = [
    `a pose, ms: median ${timeText(pose, 'median')}, 99 % ${timeText(pose, 'p99')}`,
    `a stroke, ms: median ${timeText(stroke, 'median')}, 99 % ${timeText(stroke, 'p99')}`,
  ];
  return [...tables, `${times.join('; ')}.`].join('\n');
}

function table(what: string, columns: readonly CountColumn[], rows: Rows): string {
  const out = new Table({
    head: [
      what,
      ...columns.map(({ group, head }) => (group === 'stroke' ? head : `${group}\n${head.replace(' ', '\n')}`)),
    ],
    colAligns: ['left', ...columns.map(() => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  for (const [name, counts] of rows)
    out.push([name, ...columns.map((column) => countText(column, column.value(counts)))]);
  return out.toString();
}
