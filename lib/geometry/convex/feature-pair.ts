// Two placed hulls → a feature of each, and the part of an edge inside planes.

import type { PlacedHull } from './placed-hull.ts';

/** No feature. */
export const NONE = -1;

export class FeaturePair {
  readonly hulls: readonly [PlacedHull, PlacedHull];
  /** The feature of each hull (numbers as in ConvexFacets). */
  readonly at = new Int32Array(2);
  /** Value of a plane's formula (voronoi-planes.ts) for a point, or for an edge's tail and head. */
  readonly values = new Float64Array(2);
  /** The part of the clipped edge that is left, as fractions of its length: from [0] to [1]; nothing if [0] > [1]. */
  readonly part = new Float64Array(2);
  /** The features in whose regions the edge lies before and after that part; NONE if it begins or ends there. */
  readonly beyond = new Int32Array(2);

  constructor(a: PlacedHull, b: PlacedHull) {
    this.hulls = [a, b];
  }

  /** 0 vertex, 1 edge, 2 facet. */
  dimension(side: number): number {
    const { vertexCount, edgeCount } = this.hulls[side].facets;
    return this.at[side] < vertexCount ? 0 : this.at[side] < vertexCount + edgeCount ? 1 : 2;
  }

  edge(side: number): number {
    return this.at[side] - this.hulls[side].facets.vertexCount;
  }

  facet(side: number): number {
    const { vertexCount, edgeCount } = this.hulls[side].facets;
    return this.at[side] - vertexCount - edgeCount;
  }

  toVertex(side: number, vertex: number): void {
    this.at[side] = vertex;
  }

  toEdge(side: number, edge: number): void {
    this.at[side] = this.hulls[side].facets.vertexCount + edge;
  }

  toFacet(side: number, facet: number): void {
    const { vertexCount, edgeCount } = this.hulls[side].facets;
    this.at[side] = vertexCount + edgeCount + facet;
  }

  /** Begins with a whole edge. */
  unclipped(): void {
    this.part[0] = 0;
    this.part[1] = 1;
    this.beyond[0] = NONE;
    this.beyond[1] = NONE;
  }

  /**
   * Cuts off what lies beyond a plane, where `feature` begins; `values` hold the plane's values at the edge's ends.
   * @param inward 1 if the plane's values are positive inside, −1 if they are outside.
   * @returns whether the whole edge lies outside.
   */
  clip(inward: 1 | -1, feature: number): boolean {
    const tail = inward * this.values[0];
    const head = inward * this.values[1];
    if (tail < 0 && head < 0) return true;
    if (tail < 0) {
      const cut = tail / (tail - head);
      if (cut > this.part[0]) {
        this.part[0] = cut;
        this.beyond[0] = feature;
      }
    } else if (head < 0) {
      const cut = tail / (tail - head);
      if (cut < this.part[1]) {
        this.part[1] = cut;
        this.beyond[1] = feature;
      }
    }
    return false;
  }
}
