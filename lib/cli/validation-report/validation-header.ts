// The inputs and options of a validation: the head of validation.json and validation.html, enough to repeat the run.

import type { AnatomicalFrame } from '#mesh';
import type { ValidationOptions } from '#validation';
import type { LengthUnit } from '../length-unit.ts';

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
