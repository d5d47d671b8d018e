// Two triangles → whether they share a point, exactly: plain f64 decides where its bound allows, adaptive predicates
// the rest.
//
// Guigue & Devillers 2003, for closed triangles: p1 alone on its side of the second plane and above it, p2 alone on its
// side of the first and above it; then they meet where the intervals that they cut from the common line overlap. Any
// zero among the six signs (a corner in the other's plane, coplanar or zero-area faces) goes to shareByEdges.

import { planeSideBound } from '../core/index.ts';
import { shareByEdges } from './intersect-edges.ts';
import { lineSide, planeSide } from './plane-side.ts';

const APART = 0;
const SHARED = 1;
const UNDECIDED = 2;

/**
 * Columns of the first triangle: corner a, b − a, c − a, their cross product, the greatest magnitude of the two
 * differences.
 */
const EDGES = 3;
const NORMAL = 9;
const EXTENT = 12;

export class TriangleIntersector {
  /** Pairs that plain f64 did not decide, since the last reset. */
  escalated = 0;
  readonly #first = new Float64Array(13);
  #P: Float64Array = new Float64Array(0);
  #a = 0;
  #b = 0;
  #c = 0;
  /**
   * What a plain f64 side must exceed to be taken; Infinity: exact signs only. Kept here, since a number that is handed
   * to a function may become garbage.
   */
  readonly #bound = new Float64Array(1);
  readonly #sideQ = new Float64Array(3);
  readonly #sideP = new Float64Array(3);

  /**
   * Whether closed triangles (a, b, c) of P and (d, e, f) of Q share a point; offsets of xyz. A zero-area face is the
   * segment or point that it is. Exact for the stored coordinates.
   */
  share(P: Float64Array, a: number, b: number, c: number, Q: Float64Array, d: number, e: number, f: number): boolean {
    this.take(P, a, b, c);
    return this.meets(Q, d, e, f);
  }

  /** Takes the first triangle, for any number of second ones. */
  take(P: Float64Array, a: number, b: number, c: number): void {
    this.#P = P;
    this.#a = a;
    this.#b = b;
    this.#c = c;
    const ax = P[a];
    const ay = P[a + 1];
    const az = P[a + 2];
    const ux = P[b] - ax;
    const uy = P[b + 1] - ay;
    const uz = P[b + 2] - az;
    const vx = P[c] - ax;
    const vy = P[c + 1] - ay;
    const vz = P[c + 2] - az;
    const first = this.#first;
    first[0] = ax;
    first[1] = ay;
    first[2] = az;
    first[EDGES] = ux;
    first[EDGES + 1] = uy;
    first[EDGES + 2] = uz;
    first[EDGES + 3] = vx;
    first[EDGES + 4] = vy;
    first[EDGES + 5] = vz;
    first[NORMAL] = uy * vz - uz * vy;
    first[NORMAL + 1] = uz * vx - ux * vz;
    first[NORMAL + 2] = ux * vy - uy * vx;
    first[EXTENT] = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz), Math.abs(vx), Math.abs(vy), Math.abs(vz));
  }

  /** Whether the triangle taken shares a point with (d, e, f) of Q. */
  meets(Q: Float64Array, d: number, e: number, f: number): boolean {
    const verdict = this.#decide(Q, d, e, f);
    return verdict === UNDECIDED ? this.#decideExactly(Q, d, e, f) : verdict === SHARED;
  }

  /** By plain f64: a side is known where it exceeds planeSideBound of the greatest difference in it. */
  #decide(Q: Float64Array, d: number, e: number, f: number): number {
    const first = this.#first;
    const ax = first[0];
    const ay = first[1];
    const az = first[2];
    const px = first[NORMAL];
    const py = first[NORMAL + 1];
    const pz = first[NORMAL + 2];
    const dx = Q[d] - ax;
    const dy = Q[d + 1] - ay;
    const dz = Q[d + 2] - az;
    const sd = px * dx + py * dy + pz * dz;
    const ex = Q[e] - ax;
    const ey = Q[e + 1] - ay;
    const ez = Q[e + 2] - az;
    const se = px * ex + py * ey + pz * ez;
    const fx = Q[f] - ax;
    const fy = Q[f + 1] - ay;
    const fz = Q[f + 2] - az;
    const sf = px * fx + py * fy + pz * fz;
    // The greatest difference to a; by the triangle inequality every other is at most twice as large, but for a
    // rounding that planeSideBound has room for.
    const reach = Math.max(
      first[EXTENT],
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
    const near = planeSideBound(reach);
    const sideQ =
      (sd > near ? 1 : sd < -near ? 8 : 64) +
      (se > near ? 1 : se < -near ? 8 : 64) +
      (sf > near ? 1 : sf < -near ? 8 : 64);
    if (sideQ === 3 || sideQ === 24) return APART;
    const gx = Q[e] - Q[d];
    const gy = Q[e + 1] - Q[d + 1];
    const gz = Q[e + 2] - Q[d + 2];
    const hx = Q[f] - Q[d];
    const hy = Q[f + 1] - Q[d + 1];
    const hz = Q[f + 2] - Q[d + 2];
    const qx = gy * hz - gz * hy;
    const qy = gz * hx - gx * hz;
    const qz = gx * hy - gy * hx;
    const P = this.#P;
    const b = this.#b;
    const c = this.#c;
    const sa = -(qx * dx + qy * dy + qz * dz);
    const sb = qx * (P[b] - Q[d]) + qy * (P[b + 1] - Q[d + 1]) + qz * (P[b + 2] - Q[d + 2]);
    const sc = qx * (P[c] - Q[d]) + qy * (P[c + 1] - Q[d + 1]) + qz * (P[c + 2] - Q[d + 2]);
    const far = planeSideBound(2 * reach);
    const sideP =
      (sa > far ? 1 : sa < -far ? 8 : 64) + (sb > far ? 1 : sb < -far ? 8 : 64) + (sc > far ? 1 : sc < -far ? 8 : 64);
    if (sideP === 3 || sideP === 24) return APART;
    if (sideQ >= 64 || sideP >= 64) return UNDECIDED;
    const p = this.#sideP;
    const q = this.#sideQ;
    p[0] = sa;
    p[1] = sb;
    p[2] = sc;
    q[0] = sd;
    q[1] = se;
    q[2] = sf;
    this.#bound[0] = far;
    return this.#intervalsOverlap(Q, d, e, f);
  }

  #decideExactly(Q: Float64Array, d: number, e: number, f: number): boolean {
    this.escalated++;
    const P = this.#P;
    const a = this.#a;
    const b = this.#b;
    const c = this.#c;
    const p = this.#sideP;
    const q = this.#sideQ;
    q[0] = planeSide(P, a, b, c, Q, d);
    q[1] = planeSide(P, a, b, c, Q, e);
    q[2] = planeSide(P, a, b, c, Q, f);
    if ((q[0] > 0 && q[1] > 0 && q[2] > 0) || (q[0] < 0 && q[1] < 0 && q[2] < 0)) return false;
    p[0] = planeSide(Q, d, e, f, P, a);
    p[1] = planeSide(Q, d, e, f, P, b);
    p[2] = planeSide(Q, d, e, f, P, c);
    if ((p[0] > 0 && p[1] > 0 && p[2] > 0) || (p[0] < 0 && p[1] < 0 && p[2] < 0)) return false;
    if (q[0] === 0 || q[1] === 0 || q[2] === 0 || p[0] === 0 || p[1] === 0 || p[2] === 0)
      return shareByEdges(P, a, b, c, p, Q, d, e, f, q, null);
    this.#bound[0] = Number.POSITIVE_INFINITY;
    return this.#intervalsOverlap(Q, d, e, f) === SHARED;
  }

  /** All six signs are strict and mixed. Rotates and swaps corners to the canonical order, then two signs decide. */
  #intervalsOverlap(Q: Float64Array, d: number, e: number, f: number): number {
    const p = this.#sideP;
    const q = this.#sideQ;
    const aloneP = alone(p);
    const a = this.#a;
    const b = this.#b;
    const c = this.#c;
    const p1 = aloneP === 0 ? a : aloneP === 1 ? b : c;
    let q1 = aloneP === 0 ? b : aloneP === 1 ? c : a;
    let r1 = aloneP === 0 ? c : aloneP === 1 ? a : b;
    const aloneQ = alone(q);
    const p2 = aloneQ === 0 ? d : aloneQ === 1 ? e : f;
    let q2 = aloneQ === 0 ? e : aloneQ === 1 ? f : d;
    let r2 = aloneQ === 0 ? f : aloneQ === 1 ? d : e;
    if (p[aloneP] < 0) {
      const swap = q2;
      q2 = r2;
      r2 = swap;
    }
    if (q[aloneQ] < 0) {
      const swap = q1;
      q1 = r1;
      r1 = swap;
    }
    const P = this.#P;
    if (lineSign(P, p1, q1, Q, p2, q2, this.#bound) > 0) return APART;
    return lineSign(P, p1, r1, Q, r2, p2, this.#bound) > 0 ? APART : SHARED;
  }
}

/** The sign of lineSide: of plain f64 where that exceeds the bound, else exactly. */
function lineSign(
  P: Float64Array,
  p: number,
  q: number,
  A: Float64Array,
  a: number,
  b: number,
  bound: Float64Array,
): number {
  const ux = P[q] - P[p];
  const uy = P[q + 1] - P[p + 1];
  const uz = P[q + 2] - P[p + 2];
  const vx = A[a] - P[p];
  const vy = A[a + 1] - P[p + 1];
  const vz = A[a + 2] - P[p + 2];
  const wx = A[b] - P[p];
  const wy = A[b + 1] - P[p + 1];
  const wz = A[b + 2] - P[p + 2];
  const side = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  if (side > bound[0]) return 1;
  if (side < -bound[0]) return -1;
  const exact = lineSide(P, p, q, A, a, b);
  return exact > 0 ? 1 : exact < 0 ? -1 : 0;
}

function alone(side: Float64Array): number {
  return side[1] > 0 === side[2] > 0 ? 0 : side[0] > 0 === side[2] > 0 ? 1 : 2;
}
