// Judgements of an engine's answers → judge.csv: a header row, then a row for each answer. Lengths are in mm, areas in
// mm², angles in degrees, times in milliseconds.

import { type AnswerJudgement, depthDefinitions, type Enclosure, type Uncovered } from '#validation';

type Cell = string | number | boolean | null | undefined;
type Column = readonly [name: string, value: (answer: AnswerJudgement) => Cell];

const columns: Column[] = [
  ['pose', ({ pose }) => pose],
  ['repetition', ({ repetition }) => repetition],
  ['state_exact', ({ exact }) => exact.state],
  ['verdict_engine', ({ verdict }) => verdict?.engine],
  ['verdict_finding', ({ verdict }) => verdict?.finding],
  ['pairs_exact', ({ exact }) => exact.pairs],
  ['pairs_engine', ({ pairs }) => pairs?.engine],
  ['pairs_missed', ({ pairs }) => pairs?.missed],
  ['pairs_extra', ({ pairs }) => pairs?.extra],
  ['pairs_repeated', ({ pairs }) => pairs?.repeated],
  ['distance_exact_mm', ({ exact }) => exact.distance],
  ['distance_engine_mm', ({ distance }) => distance?.engine],
  ['distance_error_mm', ({ distance }) => distance?.error],
  ['depth_engine_mm', ({ depth }) => depth?.engine],
  ...depthDefinitions.flatMap((name) => ends(`depth_${name}`, 'mm', ({ depth }) => depth?.exact[name])),
  ['depth_agrees', ({ depth }) => depth?.agrees.join(' ')],
  ['contacts', ({ contacts }) => contacts?.rows.length],
  ['contacts_out', ({ contacts }) => contacts?.rows.filter(({ place }) => place === 'out').length],
  ['normal_error_mean_deg', (answer) => mean(normalErrors(answer))],
  ['normal_error_max_deg', (answer) => largest(normalErrors(answer))],
  ...region('bone', ({ contacts }) => contacts?.bone),
  ...region('tool', ({ contacts }) => contacts?.tool),
  ['repeats', ({ repeats }) => repeats],
  ['engine_milliseconds', ({ milliseconds }) => milliseconds.engine],
  ['oracle_milliseconds', ({ milliseconds }) => milliseconds.oracle],
];

/** Nothing is quoted, since no word contains a comma or a quote. A value that does not exist is an empty cell. */
export function judgeCsv(answers: readonly AnswerJudgement[]): string {
  const rows = [
    columns.map(([name]) => name),
    ...answers.map((answer) => columns.map(([, value]) => String(value(answer) ?? ''))),
  ];
  return `${rows.map((row) => row.join(',')).join('\n')}\n`;
}

export function normalErrors({ contacts }: AnswerJudgement): number[] {
  return (contacts?.rows ?? []).flatMap(({ normalError }) => (normalError === null ? [] : [normalError]));
}

function ends(name: string, unit: string, of: (answer: AnswerJudgement) => Enclosure | null | undefined): Column[] {
  return (['low', 'high'] as const).map((end): Column => [`${name}_${end}_${unit}`, (answer) => of(answer)?.[end]]);
}

function region(body: 'bone' | 'tool', of: (answer: AnswerJudgement) => Uncovered | null | undefined): Column[] {
  return [
    ...ends(`${body}_region`, 'mm2', (answer) => of(answer)?.area),
    ...ends(`${body}_uncovered`, 'mm2', (answer) => of(answer)?.uncovered),
  ];
}

function mean(values: readonly number[]): Cell {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function largest(values: readonly number[]): Cell {
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value));
}
