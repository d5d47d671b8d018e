// The public interface of deforming surfaces: faces once, then step after step → the impacts of each.

import type { OptionNames } from '#core';
import type { Backend } from '#records';
import type { ImpactTable } from './impact-table.ts';

export interface ImpactDetectorOptions {
  /** Of all bodies together. */
  readonly vertexCount: number;
  /** Three vertices a face, for all bodies; open, non-manifold, doubled and degenerate ones too. They are copied. */
  readonly faces: ArrayLike<number>;
  /** Default 'auto', which takes the CPU. */
  readonly backend?: Backend | 'auto';
  /** Threads of backend 'cpu', at best one per free core. Default 1: this thread alone. */
  readonly workers?: number;
}

export const IMPACT_DETECTOR_OPTIONS: OptionNames<ImpactDetectorOptions> = {
  vertexCount: true,
  faces: true,
  backend: true,
  workers: true,
};

/**
 * Continuous collision of surfaces whose vertices move, between bodies and within one. In a step each vertex moves
 * linearly from its position at t = 0 to its position at t = 1.
 */
export interface ImpactDetector {
  /** Vertices of edge i at 2·i and 2·i + 1, the smaller first; ascending by (larger, smaller). */
  readonly edges: Uint32Array;
  /**
   * All impacts of vertices with faces, and of edges with edges, that share no vertex: exactly those that
   * `vertexFaceImpact` and `edgeEdgeImpact` find, each once, ordered by (kind, a, b). A vertex of no face meets faces;
   * a side between equal corners is no edge. Features that touch at the start have time 0. The same bytes, `stats`
   * aside, whatever steps came before, for every backend and number of threads.
   * @param start x, y, z of each vertex at t = 0; any unit, finite. @param end at t = 1. Both are copied.
   * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE; KerfError TOO_MANY_IMPACTS, DISPOSED (as
   * rejections).
   */
  impacts(start: ArrayLike<number>, end: ArrayLike<number>): Promise<ImpactTable>;
  /**
   * The largest f64 t to which every vertex may move with no impact at any time ≤ t; 1 if there is none. 0 also if
   * something touches at the start.
   * @throws as `impacts`.
   */
  freeUntil(start: ArrayLike<number>, end: ArrayLike<number>): Promise<number>;
  /** Frees what it holds, and ends its threads. Pending queries are rejected. */
  dispose(): void;
}
