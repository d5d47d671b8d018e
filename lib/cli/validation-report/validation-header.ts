// The inputs and options of a validation: the head of validation.json and validation.html, enough to repeat the run.

import type { AnatomicalFrame } from '#mesh';
import type { ValidationOptions } from '#validation';
import { shellLine } from '../command-words.ts';
import type { LengthUnit } from '../surface-file.ts';

export interface ValidationHeader {
  readonly format: 'kerf-validation';
  readonly formatVersion: 1;
  /** Version of kerf. */
  readonly kerf: string;
  /** Version of Node. */
  readonly node: string;
  readonly units: { readonly length: 'mm'; readonly time: 'ms' };
  readonly bone: ValidatedBody;
  readonly tool: ValidatedBody;
  readonly poses: ValidatedPoses;
  readonly options: ValidationOptions;
  /** The backend that answered. */
  readonly backend: string;
  /** The adapter's name, or why there is none. */
  readonly backendReason: string;
  /**
   * Whether the distances of the bone's sub-triangles, and of the tool's, carry a sign. The bone's do if the tool is
   * closed; the tool's do if the bone is closed.
   */
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
}

export interface ValidatedBody {
  /** Base name. */
  readonly file: string;
  readonly vertices: number;
  readonly faces: number;
  /** SHA-256 of the file's bytes: 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The iso-value of the surface, if the file is a volume. */
  readonly isoValue?: number;
  /** The unit of the file's coordinates, if that is not mm. */
  readonly unit?: LengthUnit;
  /** The anatomical frame, if the file states it. */
  readonly frame?: AnatomicalFrame;
}

/** A path's file, or a number of poses drawn from a seed. */
export type ValidatedPoses =
  | {
      readonly from: 'file';
      readonly file: string;
      readonly sha256: string;
      readonly count: number;
      /** The unit of the translations, if that is not mm. */
      readonly unit?: LengthUnit;
    }
  | { readonly from: 'random'; readonly seed: number; readonly count: number };

/** The head of a convergence study. */
export interface StudyHeader {
  readonly format: 'kerf-refinement';
  readonly formatVersion: 1;
  readonly kerf: string;
  readonly node: string;
  readonly units: { readonly length: 'mm'; readonly time: 'ms' };
}

/** Files are named without their folders. */
export function reproduceCommand({ bone, tool, poses, options }: ValidationHeader): string {
  const isoValue = bone.isoValue ?? tool.isoValue;
  const unit = bone.unit ?? tool.unit;
  const pathUnit = poses.from === 'file' ? poses.unit : undefined;
  const from = poses.from === 'file' ? ['--path', poses.file] : ['--random', String(poses.count)];
  return shellLine([
    'kerf',
    'validate',
    ...['--bone', bone.file, '--tool', tool.file],
    ...(isoValue === undefined ? [] : ['--iso', String(isoValue)]),
    ...(unit === undefined ? [] : ['--unit', unit]),
    ...from,
    ...(pathUnit === undefined && unit === undefined ? [] : ['--path-unit', pathUnit ?? 'mm']),
    ...['--seed', String(options.seed)],
    ...['--distance', String(options.contactDistance), '--resolution', String(options.resolution)],
    ...['--samples', String(options.samples), '--oracle-limit', String(options.oracleLimit)],
    ...['--out', 'DIR'],
  ]);
}
