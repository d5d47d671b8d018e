// A finished validation ↔ validation.json, one line per pose.

import { readFile } from 'node:fs/promises';
import { FormatError } from '#core';
import type { ComparableRun, PoseJudgement, RunComparison, ValidationSummary } from '#validation';
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
