// A convergence study's input and output. Lengths in mm.

import type { TriangleMesh } from '#mesh';

/** A body whose exact signed distance is known, met at several poses by a tool whose mesh is the tool itself. */
export interface StudyBody {
  readonly name: string;
  /** Of x, y and z, mm: the body is where it is negative. As implicitBody takes it. */
  readonly expression: string;
  /** The bone's mesh densities, coarse to fine, each about four times the one before: the edges halve. */
  readonly faces: readonly number[];
  /** The bone with about this many faces. */
  readonly mesh: (faces: number) => TriangleMesh;
  /** Signed distance to the body itself, exact on every contact; 1-Lipschitz everywhere. */
  readonly signedDistance: (x: number, y: number, z: number) => number;
  /** The tool; its shape is exactly this mesh. */
  readonly tool: TriangleMesh;
  /** 16 numbers each, tool → bone. */
  readonly poses: readonly (readonly number[])[];
}

export interface StudyOptions {
  /** Values of h, coarse to fine, each half the one before. */
  readonly resolutions: readonly number[];
  /** δ, mm, ≥ 0. */
  readonly contactDistance: number;
}

export interface MeanMax {
  readonly mean: number;
  readonly max: number;
}

/**
 * One body at one mesh density and one resolution: the tool's contacts with the bone at all poses. The true minimum is
 * that of the body's signed distance over the contact's sub-triangle. kerf's distance minus the true minimum is the sum
 * of two parts, one from the mesh and one from the resolution.
 */
export interface StudyRow {
  readonly body: string;
  readonly faces: number;
  /** Mean edge of the bone's mesh. */
  readonly edge: number;
  /** h. */
  readonly resolution: number;
  readonly contacts: number;
  /** Certified width high − low. */
  readonly width: MeanMax;
  /** |kerf's distance − true minimum|. */
  readonly error: MeanMax;
  /** |kerf's distance − the body's signed distance at kerf's point|: what the mesh adds. */
  readonly meshError: MeanMax;
  /**
   * The body's signed distance at kerf's point − true minimum, ≥ 0: what the resolution adds. Only over contacts that
   * touch or enter the bone (low < 0); any other distance is the exact minimum over the whole sub-triangle, so only the
   * mesh can be wrong.
   */
  readonly samplingError: MeanMax;
  /** The true minimum of every contact is known to within an interval of at most this width. */
  readonly truthWidth: number;
  /** Time of kerf's query, mean over the poses. */
  readonly milliseconds: number;
}

export type StudyQuantity = 'width' | 'error' | 'meshError' | 'samplingError';
/**
 * What varies: h on the finest mesh; the mean edge at the smallest h; or both together, from the finest mesh with the
 * smallest h upwards, fitted against h.
 */
export type StudyRefinement = 'resolution' | 'edge' | 'both';

/** Least squares of log(quantity) on log(h) or log(edge): quantity ≈ constant · x^order. */
export interface StudyFit {
  readonly body: string;
  readonly quantity: StudyQuantity;
  readonly statistic: keyof MeanMax;
  readonly against: StudyRefinement;
  readonly order: number;
  readonly constant: number;
  /** Rows fitted. */
  readonly points: number;
  /** Rows left out because their value is indistinguishable from 0: see refinement-fits.ts. */
  readonly unresolved: number;
  /** Coefficient of determination. */
  readonly r2: number;
}

export interface RefinementStudy {
  readonly bodies: readonly Pick<StudyBody, 'name' | 'expression'>[];
  readonly rows: readonly StudyRow[];
  readonly fits: readonly StudyFit[];
}
