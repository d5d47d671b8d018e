// Two triangles → whether they share a point, and the ends of the shared set, edge by edge, in every degenerate case.
//
// Two closed triangles share a point if and only if an edge of one meets the other. Each of the six edges ij is tested
// against the other triangle T:
//
//   T has area ─┬─ i, j strictly on one side of T's plane         no
//               ├─ i and j in T's plane                           in a projection along an axis that keeps T open:
//               │                                                 corners of ij in T, then ij against T's edges
//               └─ else                                           the line ij never passes T's edges on opposite sides
//   T has none ──── T is its edges                                edge against edge in space: coplanar, then in a
//                                                                 projection; all four points on one line: by ends
//
// Invariant: every branch is taken by an exact sign (J. R. Shewchuk, 1997); only the coordinates of the returned points
// are rounded. C: the corners of a TrianglePair; i, j, s, t: offsets in it.

import { lineFraction, planeFraction } from './crossing-fraction.ts';
import { lineSide, openAxis, sideAlong } from './plane-side.ts';
import { FIRST, nextCorner, SECOND, type TrianglePair } from './triangle-pair.ts';

/** Receives the shared points of edges and triangles. */
export interface HitList {
  /** xyz of each. */
  readonly points: Float64Array;
  count: number;
}

/**
 * @param sides from cornerSides, for both triangles.
 * @param hits null: stops at the first shared point; otherwise receives all corners of the shared set.
 */
export function shareByEdges({ corners: C }: TrianglePair, sides: Float64Array, hits: HitList | null): boolean {
  const axisOfSecond = openAxis(C, SECOND, SECOND + 3, SECOND + 6);
  const axisOfFirst = openAxis(C, FIRST, FIRST + 3, FIRST + 6);
  let shared = false;
  for (let i = FIRST; i <= FIRST + 6 && !(shared && hits === null); i += 3)
    if (edgeMeets(C, sides, i, SECOND, axisOfSecond, hits)) shared = true;
  for (let i = SECOND; i <= SECOND + 6 && !(shared && hits === null); i += 3)
    if (edgeMeets(C, sides, i, FIRST, axisOfFirst, hits)) shared = true;
  return shared;
}

/** Whether the closed edge that begins at corner i meets the other closed triangle, T. @param axis openAxis of T. */
function edgeMeets(
  C: Float64Array,
  sides: Float64Array,
  i: number,
  T: number,
  axis: number,
  hits: HitList | null,
): boolean {
  const j = nextCorner(i);
  if (axis < 0) return edgeMeetsEdges(C, i, j, T, hits);
  const si = sides[i / 3];
  const sj = sides[j / 3];
  if ((si > 0 && sj > 0) || (si < 0 && sj < 0)) return false;
  if (si === 0 && sj === 0) return edgeMeetsInPlane(C, i, j, T, axis, hits);
  const o1 = lineSide(C, i, j, C, T, T + 3);
  const o2 = lineSide(C, i, j, C, T + 3, T + 6);
  if ((o1 > 0 && o2 < 0) || (o1 < 0 && o2 > 0)) return false;
  const o3 = lineSide(C, i, j, C, T + 6, T);
  if ((o1 > 0 && o3 < 0) || (o1 < 0 && o3 > 0) || (o2 > 0 && o3 < 0) || (o2 < 0 && o3 > 0)) return false;
  if (hits) addBetween(hits, C, i, j, planeFraction(C, i, j, T, si, sj));
  return true;
}

/** Both ends are in the plane of an open triangle: tests them, and its edges, in the projection along `axis`. */
function edgeMeetsInPlane(
  C: Float64Array,
  i: number,
  j: number,
  T: number,
  axis: number,
  hits: HitList | null,
): boolean {
  let met = false;
  if (cornerInTriangle(C, i, T, axis)) {
    if (!hits) return true;
    add(hits, C, i);
    met = true;
  }
  if (cornerInTriangle(C, j, T, axis)) {
    if (!hits) return true;
    add(hits, C, j);
    met = true;
  }
  for (let s = T; s <= T + 6; s += 3) {
    if (!edgesMeetAlong(axis, C, i, j, s, nextCorner(s), hits)) continue;
    if (!hits) return true;
    met = true;
  }
  return met;
}

function cornerInTriangle(C: Float64Array, i: number, T: number, axis: number): boolean {
  const o1 = sideAlong(axis, C, T, T + 3, i);
  const o2 = sideAlong(axis, C, T + 3, T + 6, i);
  const o3 = sideAlong(axis, C, T + 6, T, i);
  return !((o1 > 0 || o2 > 0 || o3 > 0) && (o1 < 0 || o2 < 0 || o3 < 0));
}

/** Two closed edges in one plane, seen along an axis that keeps the plane open. The ends decide for collinear edges. */
function edgesMeetAlong(
  axis: number,
  C: Float64Array,
  i: number,
  j: number,
  s: number,
  t: number,
  hits: HitList | null,
): boolean {
  const oi = sideAlong(axis, C, s, t, i);
  const oj = sideAlong(axis, C, s, t, j);
  if ((oi > 0 && oj > 0) || (oi < 0 && oj < 0)) return false;
  const os = sideAlong(axis, C, i, j, s);
  const ot = sideAlong(axis, C, i, j, t);
  if ((os > 0 && ot > 0) || (os < 0 && ot < 0)) return false;
  if (oi === 0 && oj === 0) {
    let met = addIfBetween(hits, C, i, s, t);
    met = addIfBetween(hits, C, j, s, t) || met;
    return addIfBetween(hits, C, s, i, j) || met;
  }
  if (hits) addBetween(hits, C, i, j, lineFraction(axis, C, i, j, s, t));
  return true;
}

/** A zero-area triangle: tests its edges against the edge, in space. */
function edgeMeetsEdges(C: Float64Array, i: number, j: number, T: number, hits: HitList | null): boolean {
  let met = false;
  for (let s = T; s <= T + 6; s += 3) {
    if (!edgesMeet(C, i, j, s, nextCorner(s), hits)) continue;
    if (!hits) return true;
    met = true;
  }
  return met;
}

/** Two closed segments in space, either of which may be a point. */
function edgesMeet(C: Float64Array, i: number, j: number, s: number, t: number, hits: HitList | null): boolean {
  if (lineSide(C, i, j, C, s, t) !== 0) return false;
  // Coplanar: an axis along which three of the four points are not collinear keeps their plane open; if there is none,
  // all four are collinear.
  for (let axis = 0; axis < 3; axis++) {
    if (
      sideAlong(axis, C, i, j, s) !== 0 ||
      sideAlong(axis, C, i, j, t) !== 0 ||
      sideAlong(axis, C, s, t, i) !== 0 ||
      sideAlong(axis, C, s, t, j) !== 0
    )
      return edgesMeetAlong(axis, C, i, j, s, t, hits);
  }
  let met = addIfBetween(hits, C, i, s, t);
  met = addIfBetween(hits, C, j, s, t) || met;
  met = addIfBetween(hits, C, s, i, j) || met;
  return addIfBetween(hits, C, t, i, j) || met;
}

/** Whether point x, known to be on the line of s and t (or s = t), lies between them; if so, it is a shared point. */
function addIfBetween(hits: HitList | null, C: Float64Array, x: number, s: number, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    const w = C[x + k];
    const m = C[s + k];
    const n = C[t + k];
    if (m < n ? w < m || w > n : w < n || w > m) return false;
  }
  if (hits) add(hits, C, x);
  return true;
}

function add(hits: HitList, C: Float64Array, x: number): void {
  const at = 3 * hits.count++;
  hits.points[at] = C[x];
  hits.points[at + 1] = C[x + 1];
  hits.points[at + 2] = C[x + 2];
}

/** Adds the point a fraction of the way from i to j; exactly an end if the fraction is 0 or 1. */
function addBetween(hits: HitList, C: Float64Array, i: number, j: number, fraction: number): void {
  const at = 3 * hits.count++;
  for (let k = 0; k < 3; k++) {
    const from = C[i + k];
    const to = C[j + k];
    hits.points[at + k] = fraction >= 1 ? to : from + fraction * (to - from);
  }
}
