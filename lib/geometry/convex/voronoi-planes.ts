// A feature of a placed hull and a point → on which side of the planes of the feature's Voronoi region the point lies.
//
// A feature's Voronoi region is the set of points outside the hull that are nearest to it. Each plane, shared by two
// features, is computed by one formula for both, so both see a point on the same side:
//
//                     ╎ vertex–edge plane             │ facet's normal n
//          edge       ╎                               │
//   ──────────────────●  vertex               inside  │╌╌╌╌╌╌╌ edge–facet plane, seen along the edge
//      along < 0      ╎   along > 0          ─────────●
//                     ╎                     across > 0   across < 0
//
// Answers are written to out[k]: a number returned by a function that is not inlined would be garbage.

import type { PlacedHull } from './placed-hull.ts';

/** How far the point at `q` of `Q` lies beyond a vertex in the direction tail → head of an edge, times its length. */
export function along(
  hull: PlacedHull,
  edge: number,
  vertex: number,
  Q: Float64Array,
  q: number,
  out: Float64Array,
  k: number,
): void {
  const { points } = hull;
  const tail = hull.point(hull.facets.tails[edge]);
  const head = hull.point(hull.facets.heads[edge]);
  const from = 3 * vertex;
  out[k] =
    (Q[q] - points[from]) * (points[head] - points[tail]) +
    (Q[q + 1] - points[from + 1]) * (points[head + 1] - points[tail + 1]) +
    (Q[q + 2] - points[from + 2]) * (points[head + 2] - points[tail + 2]);
}

/** How far the point lies from an edge towards the inside of one of its facets, along its plane, times a length. */
export function across(
  hull: PlacedHull,
  edge: number,
  facet: number,
  Q: Float64Array,
  q: number,
  out: Float64Array,
  k: number,
): void {
  const { tails, heads, lefts } = hull.facets;
  leftOf(hull, facet, tails[edge], heads[edge], Q, q, out, k);
  if (lefts[edge] !== facet) out[k] = -out[k];
}

/** How far the point lies left of the line between two vertices of a facet, seen from outside, times its length. */
export function leftOf(
  hull: PlacedHull,
  facet: number,
  from: number,
  to: number,
  Q: Float64Array,
  q: number,
  out: Float64Array,
  k: number,
): void {
  const { points, normals } = hull;
  const n = hull.normal(facet);
  const p = hull.point(from);
  const r = hull.point(to);
  const ux = points[r] - points[p];
  const uy = points[r + 1] - points[p + 1];
  const uz = points[r + 2] - points[p + 2];
  out[k] =
    (Q[q] - points[p]) * (normals[n + 1] * uz - normals[n + 2] * uy) +
    (Q[q + 1] - points[p + 1]) * (normals[n + 2] * ux - normals[n] * uz) +
    (Q[q + 2] - points[p + 2]) * (normals[n] * uy - normals[n + 1] * ux);
}

/** The height of the point above a facet's plane, mm. */
export function above(hull: PlacedHull, facet: number, Q: Float64Array, q: number, out: Float64Array, k: number): void {
  const { points, normals, facets } = hull;
  const n = hull.normal(facet);
  const from = hull.point(facets.spans[n]);
  out[k] =
    (Q[q] - points[from]) * normals[n] +
    (Q[q + 1] - points[from + 1]) * normals[n + 1] +
    (Q[q + 2] - points[from + 2]) * normals[n + 2];
}
