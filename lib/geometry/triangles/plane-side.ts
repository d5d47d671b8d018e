// Points → on which side of a plane or line they lie, exactly; robust-predicates counts the clockwise side as positive,
// kerf the other.

import { orient2d, orient3d } from 'robust-predicates';
import { otherTriangle, type TrianglePair } from './triangle-pair.ts';

/** As a share of the permanent: the determinant's rounding error is below this. */
const ROUNDED = (7 + 56 * 2 ** -53) * 2 ** -53;

/** The determinant of the last `orientation`. */
const determinant = new Float64Array(1);

/**
 * The sign of the determinant of a − d, b − d and c − d, exactly; a … d are offsets of xyz in A … D. `determinant` is
 * then that of robust-predicates' orient3d, bit by bit. If the bound on rounding proves the sign (J. R. Shewchuk,
 * "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997, section 4.3), as nearly
 * always, it is computed here, because a call puts non-integer arguments and results on the heap.
 * @returns 1, 0 or −1.
 */
export function orientation(
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  C: Float64Array,
  c: number,
  D: Float64Array,
  d: number,
): number {
  const dx = D[d];
  const dy = D[d + 1];
  const dz = D[d + 2];
  const ax = A[a] - dx;
  const ay = A[a + 1] - dy;
  const az = A[a + 2] - dz;
  const bx = B[b] - dx;
  const by = B[b + 1] - dy;
  const bz = B[b + 2] - dz;
  const cx = C[c] - dx;
  const cy = C[c + 1] - dy;
  const cz = C[c + 2] - dz;
  const bc = bx * cy;
  const cb = cx * by;
  const ca = cx * ay;
  const ac = ax * cy;
  const ab = ax * by;
  const ba = bx * ay;
  const value = az * (bc - cb) + bz * (ca - ac) + cz * (ab - ba);
  const permanent =
    (Math.abs(bc) + Math.abs(cb)) * Math.abs(az) +
    (Math.abs(ca) + Math.abs(ac)) * Math.abs(bz) +
    (Math.abs(ab) + Math.abs(ba)) * Math.abs(cz);
  const bound = ROUNDED * permanent;
  determinant[0] = value;
  if (value > bound) return 1;
  if (value < -bound) return -1;
  determinant[0] = orient3d(A[a], A[a + 1], A[a + 2], B[b], B[b + 1], B[b + 2], C[c], C[c + 1], C[c + 2], dx, dy, dz);
  return determinant[0] > 0 ? 1 : determinant[0] < 0 ? -1 : 0;
}

/**
 * Sign-exact value of ((b−a)×(c−a))·(p−a): > 0 where a, b, c run counter-clockwise seen from p, 0 if and only if the
 * four are coplanar. a, b, c, p are offsets of xyz in A, A, A and P.
 */
export function planeSide(A: Float64Array, a: number, b: number, c: number, P: Float64Array, p: number): number {
  orientation(A, a, A, b, A, c, P, p);
  return -determinant[0];
}

/**
 * The same for two points p, q of P and two a, b of A, in this order: the side on which the line pq passes the line ab.
 */
export function lineSide(P: Float64Array, p: number, q: number, A: Float64Array, a: number, b: number): number {
  orientation(P, p, P, q, A, a, A, b);
  return -determinant[0];
}

/**
 * Sign-exact orientation of p, q, r seen from the far end of an axis, > 0 counter-clockwise; the axis is dropped, and
 * the other two are taken cyclically.
 * @param A holds p and q, and r unless R is given.
 */
export function sideAlong(axis: number, A: Float64Array, p: number, q: number, r: number, R = A): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return -orient2d(A[p + u], A[p + v], A[q + u], A[q + v], R[r + u], R[r + v]);
}

/** An axis along which the triangle does not project to a line; −1 if its area is exactly 0. */
export function openAxis(A: Float64Array, a: number, b: number, c: number): number {
  const x = Math.abs(sideAlong(0, A, a, b, c));
  const y = Math.abs(sideAlong(1, A, a, b, c));
  const z = Math.abs(sideAlong(2, A, a, b, c));
  if (x === 0 && y === 0 && z === 0) return -1;
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/**
 * Writes the planeSide of a triangle's corners about the other's plane: a, b, c at out[0 … 2], d, e, f at out[3 … 5].
 */
export function cornerSides({ corners: C }: TrianglePair, triangle: number, out: Float64Array): void {
  const other = otherTriangle(triangle);
  for (let i = triangle; i <= triangle + 6; i += 3) out[i / 3] = planeSide(C, other, other + 3, other + 6, C, i);
}
