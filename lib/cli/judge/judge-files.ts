// A finished judgement of an engine → judge.json and judge.csv, one line per answer. Lengths are in mm, areas in mm²,
// angles in degrees, times in milliseconds.

import {
  type AnswerJudgement,
  depthDefinitions,
  type Enclosure,
  type EngineName,
  type EngineSummary,
  type JudgeOptions,
  type Uncovered,
} from '#validation';
import { headAndRowLines } from '../report-json.ts';
import type { ValidatedBody, ValidatedPoses } from '../validation-report/validation-header.ts';

export interface JudgeHeader {
  readonly format: 'kerf-judgement';
  readonly formatVersion: 1;
  /** Version of kerf. */
  readonly kerf: string;
  /** Version of Node. */
  readonly node: string;
  readonly units: { readonly length: 'mm'; readonly area: 'mm²'; readonly angle: '°'; readonly time: 'ms' };
  readonly engine: EngineName;
  readonly bone: ValidatedBody;
  readonly tool: ValidatedBody;
  readonly poses: ValidatedPoses;
  readonly results: {
    /** Base name. */
    readonly file: string;
    /** SHA-256 of the file's bytes: 64 lower-case hexadecimal digits. */
    readonly sha256: string;
    readonly answers: number;
    /** The number of strokes, whose answers are not judged here. */
    readonly strokes: number;
    /** Anything odd about them, in sentences. */
    readonly notices: readonly string[];
  };
  readonly options: JudgeOptions;
}

/** The record kept for a pose: all its answers, judged. */
export interface JudgedPose {
  readonly pose: number;
  readonly judgements: readonly AnswerJudgement[];
}

/** An engine's answers, judged and summarized. */
export interface JudgedEngine {
  readonly header: JudgeHeader;
  /** What the reader must know before the results. */
  readonly notices: readonly string[];
  readonly summary: EngineSummary;
  /** In ascending order of pose number, then in the order of the answers. */
  readonly judgements: readonly AnswerJudgement[];
}

/** The text, in parts. The same answers give the same text, except in fields named `milliseconds`. */
export function judgeJson({ header, notices, summary, judgements }: JudgedEngine): Iterable<string> {
  return headAndRowLines({ ...header, notices, summary }, 'judgements', judgements);
}

/** Everything but the answers. */
export function judgeHeadJson({ header, notices, summary }: JudgedEngine): string {
  return `${JSON.stringify({ ...header, notices, summary }, null, 2)}\n`;
}

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
