// Two triangles → whether they share a point, exactly: plain f64 decides if its bound allows, else adaptive predicates.
//
// P. Guigue, O. Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates", J. Graphics
// Tools 8(1), 2003, for closed triangles:
//
//   1. Find on which side of Q's plane each corner of P lies, and on which side of P's plane each corner of Q. If all
//      three lie strictly on one side, the triangles are disjoint. If one of the six signs is zero (a corner in the
//      other's plane, coplanar or zero-area faces), shareByEdges decides.
//   2. Else the planes meet in a line L, from which each triangle cuts an interval. Corners are renamed so that p1 (p2)
//      is alone on its side of the other's plane, and above it:
//
//         ────i━━━━━━━━━━j─────→ L      i, j: where the edges p1 q1 and p1 r1 cross Q's plane
//         ────────k━━━━━━━━━━l─→        k, l: where the edges p2 q2 and p2 r2 cross P's plane
//
//   3. The intervals overlap if neither k lies beyond j nor i beyond l; the signs of two tetrahedra decide this, (p1,
//      q1, p2, q2) and (p1, r1, r2, p2).
//
// Invariant: a verdict is taken from f64 only if every sign in it exceeds its rounding bound (planeSideBound). If a
// side of a plane does not, the pair is decided again with exact signs alone; if a side of a line does not, the sides
// of its lines are exact. Either way the pair counts as escalated.

import { planeSideBound } from '#core';
import { shareByEdges } from './intersect-edges.ts';
import { cornerSides, lineSide } from './plane-side.ts';
import { faceNormal } from './face-normal.ts';
import { FIRST, nextCorner, SECOND, type TrianglePair } from './triangle-pair.ts';

const APART = 0;
const SHARED = 1;
const UNDECIDED = 2;

/** Slots for the triangle taken: its normal from 0 on, then the largest magnitude of a component of b − a or c − a. */
const EXTENT = 3;

/** The side of a plane on which a corner lies, as far as f64 proves it. The numbers of three corners are added up. */
const ABOVE = 1;
const BELOW = 8;
const OPEN = 64;

export class TriangleIntersector {
  /** Pairs that plain f64 did not decide, since the last reset. */
  escalated = 0;
  readonly #first = new Float64Array(4);
  /**
   * What a plain f64 side must exceed to be trusted; Infinity: exact signs only. Kept here, since a number passed to a
   * function may become garbage.
   */
  readonly #bound = new Float64Array(1);
  /** The sides: of a, b, c with respect to the second's plane, of d, e, f with respect to the first's. */
  readonly #sides = new Float64Array(6);

  /**
   * Whether the closed triangles of the pair share a point. A zero-area face counts as its segment or point. Exact for
   * the stored coordinates.
   */
  share(pair: TrianglePair): boolean {
    this.take(pair);
    return this.meets(pair);
  }

  /** Prepares the pair's first triangle, for any number of second ones that are loaded beside it. */
  take(pair: TrianglePair): void {
    const C = pair.corners;
    const first = this.#first;
    faceNormal(C, FIRST, FIRST + 3, FIRST + 6, first, 0);
    const x = C[0];
    const y = C[1];
    const z = C[2];
    first[EXTENT] = Math.max(
      Math.abs(C[3] - x),
      Math.abs(C[4] - y),
      Math.abs(C[5] - z),
      Math.abs(C[6] - x),
      Math.abs(C[7] - y),
      Math.abs(C[8] - z),
    );
  }

  /** Whether the triangle taken, still the pair's first, shares a point with the second. */
  meets(pair: TrianglePair): boolean {
    const verdict = this.#decide(pair.corners);
    return verdict === UNDECIDED ? this.#decideExactly(pair) : verdict === SHARED;
  }

  /** Decides by plain f64: a side is known if it exceeds planeSideBound of the greatest difference in it. */
  #decide(C: Float64Array): number {
    const first = this.#first;
    const ax = C[0];
    const ay = C[1];
    const az = C[2];
    const px = first[0];
    const py = first[1];
    const pz = first[2];
    const dx = C[9] - ax;
    const dy = C[10] - ay;
    const dz = C[11] - az;
    const sd = px * dx + py * dy + pz * dz;
    const ex = C[12] - ax;
    const ey = C[13] - ay;
    const ez = C[14] - az;
    const se = px * ex + py * ey + pz * ez;
    const fx = C[15] - ax;
    const fy = C[16] - ay;
    const fz = C[17] - az;
    const sf = px * fx + py * fy + pz * fz;
    // The greatest difference from a; by the triangle inequality every other is at most twice as large, up to a
    // rounding that planeSideBound covers.
    const extent = Math.max(
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
    const near = planeSideBound(extent);
    const ofSecond = sideOf(sd, near) + sideOf(se, near) + sideOf(sf, near);
    if (ofSecond === 3 * ABOVE || ofSecond === 3 * BELOW) return APART;
    // faceNormal, inlined by hand: passing these three numbers through an array costs intersectingFaces 3 % (0.976 of
    // the speed, paired medians of 200 poses, skull phantom of 50,000 faces and saw of 8,000).
    const gx = C[12] - C[9];
    const gy = C[13] - C[10];
    const gz = C[14] - C[11];
    const hx = C[15] - C[9];
    const hy = C[16] - C[10];
    const hz = C[17] - C[11];
    const qx = gy * hz - gz * hy;
    const qy = gz * hx - gx * hz;
    const qz = gx * hy - gy * hx;
    const sa = -(qx * dx + qy * dy + qz * dz);
    const sb = qx * (C[3] - C[9]) + qy * (C[4] - C[10]) + qz * (C[5] - C[11]);
    const sc = qx * (C[6] - C[9]) + qy * (C[7] - C[10]) + qz * (C[8] - C[11]);
    const far = planeSideBound(2 * extent);
    const ofFirst = sideOf(sa, far) + sideOf(sb, far) + sideOf(sc, far);
    if (ofFirst === 3 * ABOVE || ofFirst === 3 * BELOW) return APART;
    if (ofSecond >= OPEN || ofFirst >= OPEN) return UNDECIDED;
    const sides = this.#sides;
    sides[0] = sa;
    sides[1] = sb;
    sides[2] = sc;
    sides[3] = sd;
    sides[4] = se;
    sides[5] = sf;
    this.#bound[0] = far;
    return this.#intervalsOverlap(C);
  }

  #decideExactly(pair: TrianglePair): boolean {
    this.escalated++;
    const s = this.#sides;
    cornerSides(pair, SECOND, s);
    if ((s[3] > 0 && s[4] > 0 && s[5] > 0) || (s[3] < 0 && s[4] < 0 && s[5] < 0)) return false;
    cornerSides(pair, FIRST, s);
    if ((s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0)) return false;
    if (s.includes(0)) return shareByEdges(pair, s, null);
    // Plain f64 sides of two lines are not trusted either.
    this.#bound[0] = Number.POSITIVE_INFINITY;
    return this.#intervalsOverlap(pair.corners) === SHARED;
  }

  /** All six signs are strict and mixed. Rotates and swaps corners into the canonical order; then two signs decide. */
  #intervalsOverlap(C: Float64Array): number {
    const s = this.#sides;
    const aloneFirst = alone(s, 0);
    const p1 = 3 * aloneFirst;
    let q1 = nextCorner(p1);
    let r1 = nextCorner(q1);
    const aloneSecond = alone(s, 3);
    const p2 = 3 * aloneSecond;
    let q2 = nextCorner(p2);
    let r2 = nextCorner(q2);
    if (s[aloneFirst] < 0) {
      const swap = q2;
      q2 = r2;
      r2 = swap;
    }
    if (s[aloneSecond] < 0) {
      const swap = q1;
      q1 = r1;
      r1 = swap;
    }
    if (this.#lineSign(C, p1, q1, p2, q2) > 0) return APART;
    return this.#lineSign(C, p1, r1, r2, p2) > 0 ? APART : SHARED;
  }

  /** The sign of lineSide of the lines pq and ab: from plain f64 if that exceeds the bound, else exactly. */
  #lineSign(C: Float64Array, p: number, q: number, a: number, b: number): number {
    const bound = this.#bound;
    const x = C[p];
    const y = C[p + 1];
    const z = C[p + 2];
    const ux = C[q] - x;
    const uy = C[q + 1] - y;
    const uz = C[q + 2] - z;
    const vx = C[a] - x;
    const vy = C[a + 1] - y;
    const vz = C[a + 2] - z;
    const wx = C[b] - x;
    const wy = C[b + 1] - y;
    const wz = C[b + 2] - z;
    const side = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
    if (side > bound[0]) return 1;
    if (side < -bound[0]) return -1;
    if (bound[0] < Number.POSITIVE_INFINITY) {
      // The pair counts once: its other line's sign is exact, too.
      this.escalated++;
      bound[0] = Number.POSITIVE_INFINITY;
    }
    const exact = lineSide(C, p, q, C, a, b);
    return exact > 0 ? 1 : exact < 0 ? -1 : 0;
  }
}

function sideOf(side: number, bound: number): number {
  return side > bound ? ABOVE : side < -bound ? BELOW : OPEN;
}

/** Which of the three sides from k on differs from the other two. */
function alone(sides: Float64Array, k: number): number {
  return sides[k + 1] > 0 === sides[k + 2] > 0 ? k : sides[k] > 0 === sides[k + 2] > 0 ? k + 1 : k + 2;
}
