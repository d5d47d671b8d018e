// A finished validation ↔ validation.json, one line per pose; and validation.csv. Lengths are in mm, times in
// milliseconds, and the poses' own times in seconds.

import { readFile } from 'node:fs/promises';
import { FormatError } from '#core';
import type { ComparableRun, PoseJudgement, RunComparison, Tally, ValidationSummary } from '#validation';
import { withFileErrors } from '../exit-code.ts';
import type { ValidationHeader } from '../validation-report/validation-header.ts';

export interface ValidationRun extends ComparableRun {
  readonly header: ValidationHeader;
  readonly summary: ValidationSummary;
  /** In ascending order of pose number. */
  readonly poses: readonly PoseJudgement[];
}

/**
 * The same answers give the same text, except in fields named `milliseconds`.
 * @param times s, one for each pose, written beside its judgement.
 */
export function validationJson({ header, summary, poses }: ValidationRun, times: Float64Array | null): string {
  const timed = (pose: PoseJudgement) => (times === null ? pose : { ...pose, time: times[pose.pose] });
  const head = JSON.stringify({ ...header, summary }, null, 2).replace(/\n}$/, '');
  return `${head},\n  "judgements": [\n    ${poses.map((pose) => JSON.stringify(timed(pose))).join(',\n    ')}\n  ]\n}\n`;
}

/** Everything but the poses. */
export function validationHeadJson({ header, summary }: ValidationRun, comparison: RunComparison | undefined): string {
  return `${JSON.stringify({ ...header, summary, comparison }, null, 2)}\n`;
}

/** @throws FileAccessError; FormatError NOT_A_VALIDATION, VERSION */
export async function readRun(path: string): Promise<ComparableRun> {
  const text = await withFileErrors('read', path, () => readFile(path, 'utf8'));
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FormatError('NOT_A_VALIDATION', `${path} is not JSON (${(error as Error).message}); ${NEXT}.`);
  }
  if (value?.format !== 'kerf-validation')
    throw new FormatError('NOT_A_VALIDATION', `${path} does not call itself "kerf-validation"; ${NEXT}.`);
  if (value.formatVersion !== 1)
    throw new FormatError(
      'VERSION',
      `${path} has format version ${value.formatVersion}, expected 1; compare with a run of this version of kerf.`,
    );
  const { summary, judgements, ...header } = value;
  if (typeof summary !== 'object' || summary === null || !Array.isArray(judgements) || !judgements.every(isJudgement))
    throw new FormatError('NOT_A_VALIDATION', `${path} lacks its summary or judgements; ${NEXT}.`);
  return { header, summary: summary as ValidationSummary, poses: judgements };
}

const NEXT = 'give the validation.json of an earlier run';

/** The fields that a comparison reads. */
function isJudgement(value: unknown): value is PoseJudgement {
  const { pose, matrix, state, pairs, stable, milliseconds } = (value ?? {}) as Record<string, unknown>;
  const objects = [matrix, state, pairs, stable, milliseconds];
  return Number.isInteger(pose) && objects.every((field) => typeof field === 'object' && field !== null);
}

type Cell = string | number | boolean | null | undefined;
type Column = readonly [name: string, value: (pose: PoseJudgement) => Cell];

const columns: Column[] = [
  ['pose', ({ pose }) => pose],
  ['state_kerf', ({ state }) => state.kerf],
  ['state_exact', ({ state }) => state.exact],
  ['pairs_kerf', ({ pairs }) => pairs.kerf],
  ['pairs_exact', ({ pairs }) => pairs.exact],
  ['pairs_missed', ({ pairs }) => pairs.missed],
  ['pairs_extra', ({ pairs }) => pairs.extra],
  ['kerf_candidates', ({ decided }) => decided.kerf.candidates],
  ['kerf_escalated', ({ decided }) => decided.kerf.escalated],
  ['oracle_f64', ({ decided }) => decided.oracle.f64],
  ['oracle_exact', ({ decided }) => decided.oracle.exact],
  ['contacts', ({ contacts }) => contacts],
  ['faces', ({ faces }) => faces],
  ['inside_mm', ({ insideDistance }) => insideDistance],
  ...tally('complete', ({ complete }) => complete),
  ['complete_within', ({ complete }) => complete.within],
  ['complete_farthest_mm', ({ complete }) => complete.farthest],
  ...tally('sound', ({ sound }) => sound),
  ...tally('local', ({ local }) => local),
  ...tally('certified', ({ certified }) => certified),
  ...tally('distance', ({ distance }) => distance),
  ['repeats', ({ stable }) => stable.repeats],
  ['hash', ({ stable }) => stable.hash],
  ['width_mean_mm', ({ width }) => width.mean],
  ['width_max_mm', ({ width }) => width.max],
  ['samples', ({ samples }) => samples.length],
  ['error_mean_mm', ({ samples }) => mean(samples.map(({ error }) => error))],
  ['error_max_mm', ({ samples }) => largest(samples.map(({ error }) => error))],
  ...region('bone'),
  ...region('tool'),
  ['kerf_milliseconds', ({ milliseconds }) => milliseconds.kerf],
  ['oracle_milliseconds', ({ milliseconds }) => milliseconds.oracle],
];

/**
 * Nothing is quoted, since no name, number or state contains a comma or a quote. A value that does not exist is an
 * empty cell.
 */
export function validationCsv(poses: readonly PoseJudgement[], times: Float64Array | null): string {
  const [number, ...others] = columns;
  const all: Column[] = times === null ? columns : [number, ['time_s', ({ pose }) => times[pose]], ...others];
  const rows = [all.map(([name]) => name), ...poses.map((pose) => all.map(([, value]) => String(value(pose) ?? '')))];
  return `${rows.map((row) => row.join(',')).join('\n')}\n`;
}

function tally(name: string, of: (pose: PoseJudgement) => Tally): Column[] {
  return (['judged', 'broken', 'undecided'] as const).map(
    (what): Column => [`${name}_${what}`, (pose) => of(pose)[what]],
  );
}

function region(body: 'bone' | 'tool'): Column[] {
  return [
    [`${body}_reported_to_exact_low_mm`, (pose) => pose.region[body]?.reportedToExact.low],
    [`${body}_reported_to_exact_high_mm`, (pose) => pose.region[body]?.reportedToExact.high],
    [`${body}_exact_to_reported_mm`, (pose) => pose.region[body]?.exactToReported],
  ];
}

function mean(values: readonly number[]): Cell {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function largest(values: readonly number[]): Cell {
  return values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value));
}
