// The inputs and options of a judgement: the head of judge.json, of judge.html and of the partial file, which uses it
// to recognize a run.

import type { AnswerJudgement, EngineName, JudgeOptions } from '#validation';
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
