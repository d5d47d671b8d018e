// A convex body, posed or not → coordinates of its vertices and unit normals of its facets, computed on demand.

import { poseVertex } from '#core';
import type { ConvexBody } from './convex-body.ts';
import { type ConvexFacets, convexFacets } from './convex-facets.ts';

export class PlacedHull {
  readonly body: ConvexBody;
  readonly facets: ConvexFacets;
  /** xyz a vertex, mm, in the frame in which the body is placed; valid if `point` was called for it since `place`. */
  readonly points: Float64Array;
  /** xyz a facet, of length 1, outward; valid if `normal` was called for it since `place`. */
  readonly normals: Float64Array;
  /** The placement for which each was computed; 0 if none. */
  readonly #pointPlaces: Float64Array;
  readonly #normalPlaces: Float64Array;
  #place = 1;
  #pose: Float64Array | undefined;

  constructor(body: ConvexBody) {
    this.body = body;
    this.facets = convexFacets(body);
    this.points = body.points.slice();
    this.normals = new Float64Array(3 * this.facets.facetCount);
    this.#pointPlaces = new Float64Array(this.facets.vertexCount).fill(1);
    this.#normalPlaces = new Float64Array(this.facets.facetCount);
  }

  /** @param pose 16 numbers, checked. Without a call the body stays in its own frame. */
  place(pose: Float64Array): void {
    this.#pose = pose;
    this.#place++;
  }

  /** Where the vertex's coordinates are in `points`. */
  point(vertex: number): number {
    const at = 3 * vertex;
    if (this.#pointPlaces[vertex] !== this.#place && this.#pose !== undefined) {
      poseVertex(this.#pose, this.body.points, at, this.points, at);
      this.#pointPlaces[vertex] = this.#place;
    }
    return at;
  }

  /** Where the facet's normal is in `normals`: the normal of three of its stored corners. */
  normal(facet: number): number {
    const at = 3 * facet;
    if (this.#normalPlaces[facet] !== this.#place) {
      this.#span(at);
      this.#normalPlaces[facet] = this.#place;
    }
    return at;
  }

  #span(at: number): void {
    const { points, normals } = this;
    const { spans } = this.facets;
    const a = this.point(spans[at]);
    const b = this.point(spans[at + 1]);
    const c = this.point(spans[at + 2]);
    const ux = points[b] - points[a];
    const uy = points[b + 1] - points[a + 1];
    const uz = points[b + 2] - points[a + 2];
    const vx = points[c] - points[a];
    const vy = points[c + 1] - points[a + 1];
    const vz = points[c + 2] - points[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    normals[at] = nx / length;
    normals[at + 1] = ny / length;
    normals[at + 2] = nz / length;
  }
}
