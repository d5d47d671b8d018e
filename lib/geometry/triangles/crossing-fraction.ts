// An edge that crosses a plane or a line → the fraction of the edge at which it crosses.
//
// The fraction is s / (s − t), with s and t the sides of the edge's ends. Exact predicates give sides of the right sign
// but, near 0, of the wrong size (they stop at the first digit that decides the sign). If the edge is nearly parallel
// to what it crosses, isCrossingKnown does not hold, and the sides are recomputed in integers.

import { isCrossingKnown } from '#core';
import { cross, dot, minus, pointsOnGrid, toIntegers } from './integer-vectors.ts';
import { sideAlong } from './plane-side.ts';
import { roundedQuotient } from './rounded-integers.ts';

/**
 * Where the edge ij crosses the plane of a triangle; offsets of xyz in A.
 * @param triangle offset of three consecutive corners. @param s planeSide of i. @param t planeSide of j.
 */
export function planeFraction(A: Float64Array, i: number, j: number, triangle: number, s: number, t: number): number {
  if (s === 0 || t === 0) return s === 0 ? 0 : 1;
  const d = triangle;
  const e = triangle + 3;
  const f = triangle + 6;
  let edge = 0;
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    edge = Math.max(edge, Math.abs(A[j + k] - A[i + k]));
    const plane = Math.max(Math.abs(A[e + k] - A[d + k]), Math.abs(A[f + k] - A[d + k]));
    extent = Math.max(extent, plane, Math.abs(A[i + k] - A[d + k]), Math.abs(A[j + k] - A[d + k]));
  }
  if (isCrossingKnown(edge, extent * extent, s - t)) return s / (s - t);
  const [p, q, a, b, c] = pointsOnGrid(A, [i, j, d, e, f]).points;
  const normal = cross(minus(b, a), minus(c, a));
  const from = dot(normal, minus(p, a));
  const to = dot(normal, minus(q, a));
  return roundedQuotient(from, from - to, 0);
}

/** Where the edge ij crosses the line st, both in one plane, seen along an axis; offsets of xyz in A. */
export function lineFraction(axis: number, A: Float64Array, i: number, j: number, s: number, t: number): number {
  const si = sideAlong(axis, A, s, t, i);
  const sj = sideAlong(axis, A, s, t, j);
  if (si === 0 || sj === 0) return si === 0 ? 0 : 1;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  let edge = 0;
  let extent = 0;
  for (const k of [u, v]) {
    edge = Math.max(edge, Math.abs(A[j + k] - A[i + k]));
    const line = Math.abs(A[t + k] - A[s + k]);
    extent = Math.max(extent, line, Math.abs(A[i + k] - A[s + k]), Math.abs(A[j + k] - A[s + k]));
  }
  if (isCrossingKnown(edge, extent, si - sj)) return si / (si - sj);
  const { values: x } = toIntegers([A[i + u], A[i + v], A[j + u], A[j + v], A[s + u], A[s + v], A[t + u], A[t + v]]);
  const sideOf = (at: number) => (x[6] - x[4]) * (x[at + 1] - x[5]) - (x[7] - x[5]) * (x[at] - x[4]);
  const from = sideOf(0);
  return roundedQuotient(from, from - sideOf(2), 0);
}
