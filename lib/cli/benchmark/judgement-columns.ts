// A judgement's counts → the columns that the leaderboard's page and Markdown show, and tables for the terminal.

import type { AnswerTimes, BenchmarkJudgement, PoseTally, StrokeTally } from '#validation';
import { count } from '../report/page.ts';
import { textTable } from '../text-table.ts';

/** Counts of poses and strokes: of an engine, a family, a case or all. */
export interface Counts {
  readonly poses?: PoseTally;
  readonly strokes?: StrokeTally;
}

export interface CountColumn {
  /** Which of an engine's answers it counts. */
  readonly group: 'verdict' | 'pairs' | 'distance' | 'stroke';
  readonly head: string;
  /** What it counts, for the legend. */
  readonly says: string;
  /** Null: not answered, or not asked. */
  readonly value: (counts: Counts) => number | null;
  readonly text?: (value: number) => string;
}

const ofVerdicts = (key: keyof PoseTally['verdicts']) => (counts: Counts) =>
  judged(counts.poses?.verdicts) ? counts.poses!.verdicts[key] : null;
const ofPairs = (key: keyof PoseTally['pairs']) => (counts: Counts) =>
  judged(counts.poses?.pairs) ? counts.poses!.pairs[key] : null;
const ofDistances = (key: keyof PoseTally['distances']) => (counts: Counts) =>
  judged(counts.poses?.distances) ? counts.poses!.distances[key] : null;
const ofStrokes = (key: keyof StrokeTally) => (counts: Counts) =>
  judged(counts.strokes) ? counts.strokes![key] : null;

export const countColumns: readonly CountColumn[] = [
  { group: 'verdict', head: 'judged', says: 'poses whose verdict was given', value: ofVerdicts('judged') },
  { group: 'verdict', head: 'false', says: 'contact is said, and there is none', value: ofVerdicts('false') },
  { group: 'verdict', head: 'missed', says: 'no contact is said, and the surfaces meet', value: ofVerdicts('missed') },
  {
    ...{ group: 'verdict', head: 'inside missed', says: 'no contact is said, and the tool is inside the bone' },
    value: ofVerdicts('enclosedMissed'),
  },
  {
    ...{ group: 'verdict', head: 'other kind', says: 'intersecting is said for enclosed, or the reverse' },
    value: ofVerdicts('other'),
  },
  { group: 'pairs', head: 'judged', says: 'poses whose pairs of faces were given', value: ofPairs('judged') },
  { group: 'pairs', head: 'wrong', says: 'poses whose pairs are not exactly the right ones', value: ofPairs('wrong') },
  { group: 'pairs', head: 'missed', says: 'pairs that are not given', value: ofPairs('missed') },
  { group: 'pairs', head: 'extra', says: 'pairs that share no point, or come twice', value: ofPairs('extra') },
  { group: 'distance', head: 'judged', says: 'distances that were given', value: ofDistances('judged') },
  { group: 'distance', head: 'wrong', says: 'off by more than the tolerance', value: ofDistances('wrong') },
  {
    ...{ group: 'distance', head: 'largest, mm', says: 'the largest error' },
    value: ofDistances('largest'),
    text: (value) => (value === 0 ? '0' : value.toPrecision(2)),
  },
  { group: 'stroke', head: 'judged', says: 'strokes that were answered', value: ofStrokes('judged') },
  { group: 'stroke', head: 'invented', says: 'contact is said, and there is none', value: ofStrokes('invented') },
  { group: 'stroke', head: 'missed', says: 'no contact is said, and there is one', value: ofStrokes('missed') },
  { group: 'stroke', head: 'early', says: 'contact is said where the tool is free', value: ofStrokes('early') },
  { group: 'stroke', head: 'late', says: 'contact is said after it began', value: ofStrokes('late') },
];

/** Whether it counts errors and is above 0. */
export function isError({ head }: CountColumn, value: number | null): boolean {
  return value !== null && value > 0 && head !== 'judged' && !head.startsWith('largest');
}

export function countText({ text }: CountColumn, value: number | null): string {
  return value === null ? '–' : (text ?? count)(value);
}

/** What the engine answers, in words. */
export function answersOf({ poses, strokes }: BenchmarkJudgement): string {
  const said = [
    ...(judged(poses.verdicts) ? ['verdict'] : []),
    ...(judged(poses.pairs) ? ['pairs'] : []),
    ...(judged(poses.distances) ? ['distance'] : []),
    ...(judged(strokes) ? ['strokes'] : []),
  ];
  return said.length === 0 ? 'nothing' : said.join(', ');
}

export function timeText(times: AnswerTimes | null, which: keyof AnswerTimes): string {
  if (times === null) return '–';
  return times[which] < 100 ? times[which].toPrecision(3) : count(Math.round(times[which]));
}

function judged(tally: { readonly judged: number } | undefined): boolean {
  return tally !== undefined && tally.judged > 0;
}

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
  return textTable(
    rows.map(([name, counts]) => [name, ...columns.map((column) => countText(column, column.value(counts)))]),
    [what, ...columns.map(({ group, head }) => (group === 'stroke' ? head : `${group}\n${head.replace(' ', '\n')}`))],
    ['l', ...columns.map(() => 'r')],
  );
}
