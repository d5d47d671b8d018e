// Two triangles → whether they share a point, exactly; the generic case by six signs and two more, the rest by edges.
//
// Guigue & Devillers 2003, for closed triangles: p1 alone on its side of the second plane and above it, p2 alone on its side of
// the first and above it; then they meet where the intervals that they cut from the common line overlap. Any zero among the six
// signs (a corner in the other's plane, coplanar or zero-area faces) goes to shareByEdges.

import { planeSideBound } from '../core/index.ts';
import { shareByEdges } from './intersect-edges.ts';
import { lineSide, planeSide } from './plane-side.ts';

/** Signs of the corners of one triangle about the plane of the other, and the count of pairs that no plain f64 sign decided. */
export class TriangleIntersector {
  /** Pairs that needed an adaptive predicate since the last reset. */
  escalated = 0;
  readonly #sideQ = new Float64Array(3);
  readonly #sideP = new Float64Array(3);

  /**
   * Whether closed triangles (a, b, c) of P and (d, e, f) of Q share a point; offsets of xyz. A zero-area face is the segment or
   * point that it is. Exact for the stored coordinates.
   */
  share(P: Float64Array, a: number, b: number, c: number, Q: Float64Array, d: number, e: number, f: number): boolean {
    const q = this.#sideQ;
    if (apart(P, a, b, c, Q, d, e, f, q)) return false;
    const p = this.#sideP;
    if (apart(Q, d, e, f, P, a, b, c, p)) return false;
    this.escalated++;
    for (let k = 0; k < 3; k++) {
      const corner = k === 0 ? d : k === 1 ? e : f;
      q[k] = planeSide(P, a, b, c, Q, corner);
    }
    if ((q[0] > 0 && q[1] > 0 && q[2] > 0) || (q[0] < 0 && q[1] < 0 && q[2] < 0)) return false;
    for (let k = 0; k < 3; k++) {
      const corner = k === 0 ? a : k === 1 ? b : c;
      p[k] = planeSide(Q, d, e, f, P, corner);
    }
    if ((p[0] > 0 && p[1] > 0 && p[2] > 0) || (p[0] < 0 && p[1] < 0 && p[2] < 0)) return false;
    if (q[0] === 0 || q[1] === 0 || q[2] === 0 || p[0] === 0 || p[1] === 0 || p[2] === 0)
      return shareByEdges(P, a, b, c, p, Q, d, e, f, q, null);
    return intervalsOverlap(P, a, b, c, p, Q, d, e, f, q);
  }
}

/** Whether plain f64 proves that Q's corners lie strictly on one side of P's plane. */
function apart(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  side: Float64Array,
): boolean {
  const ax = P[a];
  const ay = P[a + 1];
  const az = P[a + 2];
  const ux = P[b] - ax;
  const uy = P[b + 1] - ay;
  const uz = P[b + 2] - az;
  const vx = P[c] - ax;
  const vy = P[c + 1] - ay;
  const vz = P[c + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const dx = Q[d] - ax;
  const dy = Q[d + 1] - ay;
  const dz = Q[d + 2] - az;
  const sd = nx * dx + ny * dy + nz * dz;
  const ex = Q[e] - ax;
  const ey = Q[e + 1] - ay;
  const ez = Q[e + 2] - az;
  const se = nx * ex + ny * ey + nz * ez;
  if ((sd > 0 && se < 0) || (sd < 0 && se > 0)) return false;
  const fx = Q[f] - ax;
  const fy = Q[f + 1] - ay;
  const fz = Q[f + 2] - az;
  const sf = nx * fx + ny * fy + nz * fz;
  if ((sd > 0 && sf < 0) || (sd < 0 && sf > 0)) return false;
  const m = Math.max(
    Math.abs(ux),
    Math.abs(uy),
    Math.abs(uz),
    Math.abs(vx),
    Math.abs(vy),
    Math.abs(vz),
    Math.abs(dx),
    Math.abs(dy),
    Math.abs(dz),
    Math.abs(ex),
    Math.abs(ey),
    Math.abs(ez),
    Math.abs(fx),
    Math.abs(fy),
    Math.abs(fz),
  );
  const bound = planeSideBound(m);
  side[0] = sd;
  return (sd > bound && se > bound && sf > bound) || (sd < -bound && se < -bound && sf < -bound);
}

/** All six signs are strict and mixed. Rotates and swaps corners to the canonical order, then two signs decide. */
function intervalsOverlap(
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
): boolean {
  const aloneP = alone(p);
  const p1 = aloneP === 0 ? a : aloneP === 1 ? b : c;
  let q1 = aloneP === 0 ? b : aloneP === 1 ? c : a;
  let r1 = aloneP === 0 ? c : aloneP === 1 ? a : b;
  const aloneQ = alone(q);
  const p2 = aloneQ === 0 ? d : aloneQ === 1 ? e : f;
  let q2 = aloneQ === 0 ? e : aloneQ === 1 ? f : d;
  let r2 = aloneQ === 0 ? f : aloneQ === 1 ? d : e;
  if (p[aloneP] < 0) [q2, r2] = [r2, q2];
  if (q[aloneQ] < 0) [q1, r1] = [r1, q1];
  return lineSide(P, p1, q1, Q, p2, q2) <= 0 && lineSide(P, p1, r1, Q, r2, p2) <= 0;
}

function alone(side: Float64Array): number {
  return side[1] > 0 === side[2] > 0 ? 0 : side[0] > 0 === side[2] > 0 ? 1 : 2;
}
