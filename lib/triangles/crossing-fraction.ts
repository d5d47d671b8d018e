// An edge that crosses a plane or a line → the fraction of the way at which it does.
//
// The fraction is s / (s − t), s and t the sides of the edge's ends. Exact predicates give sides of the right sign but,
// near 0, of the wrong size: where the edge is nearly parallel to what it crosses the sides are computed again in
// integers.

import { isCrossingKnown } from '../core/index.ts';
import { cross, dot, minus, pointsOnGrid, toIntegers } from './integer-vectors.ts';
import { roundedQuotient } from './rounded-integers.ts';

/** Edge ij of P and the plane of (d, e, f) of Q; s and t: planeSide of i and of j. */
export function planeFraction(
  P: Float64Array,
  i: number,
  j: number,
  s: number,
  t: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
): number {
  if (s === 0 || t === 0) return s === 0 ? 0 : 1;
  let edge = 0;
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    edge = Math.max(edge, Math.abs(P[j + k] - P[i + k]));
    const plane = Math.max(Math.abs(Q[e + k] - Q[d + k]), Math.abs(Q[f + k] - Q[d + k]));
    reach = Math.max(reach, plane, Math.abs(P[i + k] - Q[d + k]), Math.abs(P[j + k] - Q[d + k]));
  }
  if (isCrossingKnown(edge, reach * reach, s - t)) return s / (s - t);
  const { points } = pointsOnGrid([
    [P, i],
    [P, j],
    [Q, d],
    [Q, e],
    [Q, f],
  ]);
  const normal = cross(minus(points[3], points[2]), minus(points[4], points[2]));
  const from = dot(normal, minus(points[0], points[2]));
  const to = dot(normal, minus(points[1], points[2]));
  return roundedQuotient(from, from - to, 0);
}

/**
 * Edge ij of P and the line of s and t of Q, both in one plane, seen along an axis; si and sj: sideAlong of i and of j.
 */
export function lineFraction(
  axis: number,
  P: Float64Array,
  i: number,
  j: number,
  si: number,
  sj: number,
  Q: Float64Array,
  s: number,
  t: number,
): number {
  if (si === 0 || sj === 0) return si === 0 ? 0 : 1;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  let edge = 0;
  let reach = 0;
  for (const k of [u, v]) {
    edge = Math.max(edge, Math.abs(P[j + k] - P[i + k]));
    reach = Math.max(
      reach,
      Math.abs(Q[t + k] - Q[s + k]),
      Math.abs(P[i + k] - Q[s + k]),
      Math.abs(P[j + k] - Q[s + k]),
    );
  }
  if (isCrossingKnown(edge, reach, si - sj)) return si / (si - sj);
  const { values: x } = toIntegers([P[i + u], P[i + v], P[j + u], P[j + v], Q[s + u], Q[s + v], Q[t + u], Q[t + v]]);
  const sideOf = (at: number) => (x[6] - x[4]) * (x[at + 1] - x[5]) - (x[7] - x[5]) * (x[at] - x[4]);
  const from = sideOf(0);
  return roundedQuotient(from, from - sideOf(2), 0);
}
