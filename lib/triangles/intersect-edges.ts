// Two triangles → whether they share a point and the ends of what they share, edge by edge; every degenerate case
// included.
//
// Two closed triangles share a point exactly where an edge of one meets the other. An edge meets a triangle where it
// crosses the plane on no edge's outer side, or, in the plane, where it does so in a projection that keeps the triangle
// open. A zero-area face is its edges.

import { lineFraction, planeFraction } from './crossing-fraction.ts';
import { lineSide, openAxis, sideAlong } from './plane-side.ts';

/** Receives the shared points of edges and triangles. */
export interface HitList {
  /** xyz of each. */
  readonly points: Float64Array;
  count: number;
}

/**
 * @param p the sides of P's corners about Q's plane; @param q those of Q's about P's (planeSide signs).
 * @param hits null: stop at the first shared point; else all corners of the shared set are appended.
 */
export function shareByEdges(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  q: Float64Array,
  hits: HitList | null,
): boolean {
  const axisQ = openAxis(Q, d, e, f);
  const axisP = openAxis(P, a, b, c);
  let shared = false;
  for (let k = 0; k < 3 && !(shared && hits === null); k++) {
    const i = k === 0 ? a : k === 1 ? b : c;
    const j = k === 0 ? b : k === 1 ? c : a;
    if (edgeMeets(P, i, j, p[k], p[(k + 1) % 3], Q, d, e, f, axisQ, hits)) shared = true;
  }
  for (let k = 0; k < 3 && !(shared && hits === null); k++) {
    const i = k === 0 ? d : k === 1 ? e : f;
    const j = k === 0 ? e : k === 1 ? f : d;
    if (edgeMeets(Q, i, j, q[k], q[(k + 1) % 3], P, a, b, c, axisP, hits)) shared = true;
  }
  return shared;
}

/** Whether the closed edge ij of P meets the closed triangle (d, e, f) of Q; si, sj its ends' sides of Q's plane. */
function edgeMeets(
  P: Float64Array,
  i: number,
  j: number,
  si: number,
  sj: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  axis: number,
  hits: HitList | null,
): boolean {
  if (axis < 0) return edgeMeetsEdges(P, i, j, Q, d, e, f, hits);
  if ((si > 0 && sj > 0) || (si < 0 && sj < 0)) return false;
  if (si === 0 && sj === 0) return edgeMeetsInPlane(P, i, j, Q, d, e, f, axis, hits);
  const o1 = lineSide(P, i, j, Q, d, e);
  const o2 = lineSide(P, i, j, Q, e, f);
  if ((o1 > 0 && o2 < 0) || (o1 < 0 && o2 > 0)) return false;
  const o3 = lineSide(P, i, j, Q, f, d);
  if ((o1 > 0 && o3 < 0) || (o1 < 0 && o3 > 0) || (o2 > 0 && o3 < 0) || (o2 < 0 && o3 > 0)) return false;
  if (hits) addBetween(hits, P, i, j, planeFraction(P, i, j, si, sj, Q, d, e, f));
  return true;
}

/** Both ends in the plane of an open triangle: its corners and edges in the projection along `axis`. */
function edgeMeetsInPlane(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  axis: number,
  hits: HitList | null,
): boolean {
  let met = false;
  if (cornerInTriangle(P, i, Q, d, e, f, axis)) {
    if (!hits) return true;
    add(hits, P, i);
    met = true;
  }
  if (cornerInTriangle(P, j, Q, d, e, f, axis)) {
    if (!hits) return true;
    add(hits, P, j);
    met = true;
  }
  for (let k = 0; k < 3; k++) {
    const s = k === 0 ? d : k === 1 ? e : f;
    const t = k === 0 ? e : k === 1 ? f : d;
    if (!edgesMeetAlong(axis, P, i, j, Q, s, t, hits)) continue;
    if (!hits) return true;
    met = true;
  }
  return met;
}

function cornerInTriangle(
  P: Float64Array,
  i: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  axis: number,
): boolean {
  const o1 = sideAlong(axis, Q, d, Q, e, P, i);
  const o2 = sideAlong(axis, Q, e, Q, f, P, i);
  const o3 = sideAlong(axis, Q, f, Q, d, P, i);
  return !((o1 > 0 || o2 > 0 || o3 > 0) && (o1 < 0 || o2 < 0 || o3 < 0));
}

/**
 * Two closed edges in one plane, seen along an axis that keeps the plane open. Collinear edges are settled by their
 * ends.
 */
function edgesMeetAlong(
  axis: number,
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  s: number,
  t: number,
  hits: HitList | null,
): boolean {
  const oi = sideAlong(axis, Q, s, Q, t, P, i);
  const oj = sideAlong(axis, Q, s, Q, t, P, j);
  if ((oi > 0 && oj > 0) || (oi < 0 && oj < 0)) return false;
  const os = sideAlong(axis, P, i, P, j, Q, s);
  const ot = sideAlong(axis, P, i, P, j, Q, t);
  if ((os > 0 && ot > 0) || (os < 0 && ot < 0)) return false;
  if (oi === 0 && oj === 0) {
    let met = false;
    if (between(P, i, Q, s, t)) {
      if (hits) add(hits, P, i);
      met = true;
    }
    if (between(P, j, Q, s, t)) {
      if (hits) add(hits, P, j);
      met = true;
    }
    if (between(Q, s, P, i, j)) {
      if (hits) add(hits, Q, s);
      met = true;
    }
    return met;
  }
  if (hits) addBetween(hits, P, i, j, lineFraction(axis, P, i, j, oi, oj, Q, s, t));
  return true;
}

/** Zero-area triangle: its edges against the edge, in space. */
function edgeMeetsEdges(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  hits: HitList | null,
): boolean {
  let met = false;
  for (let k = 0; k < 3; k++) {
    const s = k === 0 ? d : k === 1 ? e : f;
    const t = k === 0 ? e : k === 1 ? f : d;
    if (!edgesMeet(P, i, j, Q, s, t, hits)) continue;
    if (!hits) return true;
    met = true;
  }
  return met;
}

/** Two closed segments in space, either of which may be a point. */
function edgesMeet(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  s: number,
  t: number,
  hits: HitList | null,
): boolean {
  if (lineSide(P, i, j, Q, s, t) !== 0) return false;
  // Coplanar: an axis along which three of the four points are not collinear keeps their plane open; without one all
  // four are collinear.
  for (let axis = 0; axis < 3; axis++) {
    if (
      sideAlong(axis, P, i, P, j, Q, s) !== 0 ||
      sideAlong(axis, P, i, P, j, Q, t) !== 0 ||
      sideAlong(axis, Q, s, Q, t, P, i) !== 0 ||
      sideAlong(axis, Q, s, Q, t, P, j) !== 0
    )
      return edgesMeetAlong(axis, P, i, j, Q, s, t, hits);
  }
  let met = false;
  const ends: readonly (readonly [Float64Array, number, Float64Array, number, number])[] = [
    [P, i, Q, s, t],
    [P, j, Q, s, t],
    [Q, s, P, i, j],
    [Q, t, P, i, j],
  ];
  for (const [A, x, B, m, n] of ends) {
    if (!between(A, x, B, m, n)) continue;
    if (hits) add(hits, A, x);
    met = true;
  }
  return met;
}

/** Whether point x, known to be on the line of s and t (or s = t), lies between them: coordinate by coordinate. */
function between(A: Float64Array, x: number, B: Float64Array, s: number, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    const w = A[x + k];
    const m = B[s + k];
    const n = B[t + k];
    if (m < n ? w < m || w > n : w < n || w > m) return false;
  }
  return true;
}

function add(hits: HitList, A: Float64Array, x: number): void {
  const at = 3 * hits.count++;
  hits.points[at] = A[x];
  hits.points[at + 1] = A[x + 1];
  hits.points[at + 2] = A[x + 2];
}

/** The point a fraction of the way from i to j, an end exactly where the fraction is 0 or 1. */
function addBetween(hits: HitList, A: Float64Array, i: number, j: number, fraction: number): void {
  const at = 3 * hits.count++;
  for (let k = 0; k < 3; k++) {
    const from = A[i + k];
    const to = A[j + k];
    hits.points[at + k] = fraction >= 1 ? to : from + fraction * (to - from);
  }
}
