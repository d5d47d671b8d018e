// Features of a surface that may meet in a step → their impacts, by the elementary tests.

import { ElementaryImpact } from '../impact/elementary-impact.ts';
import type { DeformingSurface } from './deforming-surface.ts';
import { ImpactRows } from './impact-rows.ts';

export class FeatureQuestions {
  readonly vertexFaces = new ImpactRows();
  readonly edgePairs = new ImpactRows();
  /** Pairs of features tested in the last step. */
  asked = 0;
  readonly #surface: DeformingSurface;
  readonly #impact = new ElementaryImpact();
  #start: Float64Array = new Float64Array(0);
  #end: Float64Array = new Float64Array(0);
  /** Counts of its queries before the step. */
  #escalatedBefore = 0;
  #coplanarBefore = 0;

  constructor(surface: DeformingSurface) {
    this.#surface = surface;
  }

  /** Queries of the last step that f64 left to integers. */
  get escalated(): number {
    return this.#impact.escalated - this.#escalatedBefore;
  }

  /** Queries of the last step whose points may be in one plane at some time. */
  get coplanar(): number {
    return this.#impact.coplanar - this.#coplanarBefore;
  }

  begin(start: Float64Array, end: Float64Array): void {
    this.#start = start;
    this.#end = end;
    this.vertexFaces.clear();
    this.edgePairs.clear();
    this.asked = 0;
    this.#escalatedBefore = this.#impact.escalated;
    this.#coplanarBefore = this.#impact.coplanar;
  }

  /** For features that share no vertex. @throws KerfError TOO_MANY_IMPACTS. */
  askVertexFace(vertex: number, face: number): void {
    this.asked++;
    const { corners } = this.#surface;
    this.#take(0, vertex);
    for (let k = 0; k < 3; k++) this.#take(3 * k + 3, corners[3 * face + k]);
    if (this.#impact.vertexFace()) this.vertexFaces.push(vertex, face, this.#impact);
  }

  /**
   * For edges that share no vertex. The one with the smaller number comes first in the query and in the row.
   * @throws KerfError TOO_MANY_IMPACTS.
   */
  askEdges(edge: number, other: number): void {
    if (edge > other) {
      this.askEdges(other, edge);
      return;
    }
    this.asked++;
    const { edges } = this.#surface;
    this.#take(0, edges[2 * edge]);
    this.#take(3, edges[2 * edge + 1]);
    this.#take(6, edges[2 * other]);
    this.#take(9, edges[2 * other + 1]);
    if (this.#impact.edgeEdge()) this.edgePairs.push(edge, other, this.#impact);
  }

  #take(at: number, vertex: number): void {
    const { points } = this.#impact;
    for (let k = 0; k < 3; k++) {
      points[at + k] = this.#start[3 * vertex + k];
      points[12 + at + k] = this.#end[3 * vertex + k];
    }
  }
}
