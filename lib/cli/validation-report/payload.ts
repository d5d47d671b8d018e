// The types of the data in validation.html and refinement.html for their viewer, and the study's words. They are read
// in the browser, without Node.

import type { ContactState } from '#records';
import type { PoseJudgement, RefinementStudy, StudyFit, ValidationSummary, WorstContact } from '#validation';
import type { Packed, PackedSurface } from '../report/payload.ts';
import type { StudyHeader, ValidationHeader } from './validation-header.ts';

export interface ValidationPayload {
  readonly header: ValidationHeader;
  readonly summary: ValidationSummary;
  readonly bone: PackedSurface;
  readonly tool: PackedSurface;
  /** The cases of summary.worst. */
  readonly cases: readonly WorstCase[];
  readonly samples: PackedSamples;
  readonly histogram: Histogram;
  readonly series: PackedPoses;
  /** The poses with faults first, then those with the greatest errors. */
  readonly listed: readonly ListedPose[];
}

export interface WorstCase {
  readonly pose: number;
  /** Column-major, tool → bone. */
  readonly matrix: readonly number[];
  readonly contact: WorstContact;
}

/** The sampled contacts of all poses, mm: all of them, or an even selection and the one with the greatest error. */
export interface PackedSamples {
  readonly total: number;
  readonly exact: Packed<'f32'>;
  readonly error: Packed<'f32'>;
  readonly width: Packed<'f32'>;
}

/** The errors of all sampled contacts, mm. Bin i counts those nearest to (first + i) · step. */
export interface Histogram {
  readonly step: number;
  readonly first: number;
  readonly counts: readonly number[];
}

/** All poses, or an even selection, in order. */
export interface PackedPoses {
  readonly pose: Packed<'u32'>;
  /** s, never decreasing; absent if the poses have no times. */
  readonly time?: Packed<'f64'>;
  /** Distinct faces that carry a contact. */
  readonly faces: Packed<'u32'>;
  /** ms. */
  readonly kerf: Packed<'f32'>;
  readonly oracle: Packed<'f32'>;
  readonly region: { readonly bone: PackedRegion; readonly tool: PackedRegion };
}

/** Hausdorff distances, mm; NaN if there is none, or no bound on it. */
export interface PackedRegion {
  /** Upper bound. */
  readonly reportedToExact: Packed<'f32'>;
  readonly exactToReported: Packed<'f32'>;
}

export interface ListedPose {
  readonly pose: number;
  readonly state: { readonly kerf: ContactState; readonly exact: ContactState };
  /** What is broken or undecided at the pose, in words; empty if nothing is. */
  readonly faults: string;
  readonly broken: boolean;
  readonly pairs: number;
  readonly contacts: number;
  readonly faces: number;
  readonly insideDistance: number | null;
  /** The greatest error of the sampled contacts; null if there are none. */
  readonly error: number | null;
  /** The widest certified interval. */
  readonly width: number;
  readonly region: PoseJudgement['region'];
  readonly milliseconds: PoseJudgement['milliseconds'];
}

export interface StudyPayload {
  readonly header: StudyHeader;
  readonly study: RefinementStudy;
}

export interface StudyPlot {
  readonly quantity: StudyFit['quantity'];
  readonly against: StudyFit['against'];
  readonly title: string;
  readonly axis: string;
}

/** The fits of a study, and the plots of its page, in this order. */
export const studyPlots: readonly StudyPlot[] = [
  {
    quantity: 'width',
    against: 'resolution',
    title: 'Certified width against h',
    axis: 'high − low, mm',
  },
  {
    quantity: 'samplingError',
    against: 'resolution',
    title: "The resolution's part of the error against h",
    axis: 'part of the error, mm',
  },
  {
    quantity: 'meshError',
    against: 'edge',
    title: "The mesh's part of the error against its edge",
    axis: 'part of the error, mm',
  },
  {
    quantity: 'error',
    against: 'both',
    title: 'True error against h, the mesh refined with it',
    axis: 'true error, mm',
  },
];

export const variedWords: Readonly<Record<StudyFit['against'], string>> = {
  resolution: 'h, on the finest mesh',
  edge: "the mesh's edge, at the smallest h",
  both: 'h, the mesh refined with it',
};
