// Points → on which side of a plane or line they lie, exactly; robust-predicates counts the clockwise side as positive,
// kerf the other.

import { orient2d, orient3d } from 'robust-predicates';
import { otherTriangle, type TrianglePair } from './triangle-pair.ts';

/**
 * Sign-exact value of ((b−a)×(c−a))·(p−a) (Shewchuk 1997): > 0 where a, b, c run counter-clockwise seen from p, 0
 * exactly where the four are coplanar. a, b, c, p are offsets of xyz in A, A, A and P.
 */
export function planeSide(A: Float64Array, a: number, b: number, c: number, P: Float64Array, p: number): number {
  return -orient3d(
    A[a],
    A[a + 1],
    A[a + 2],
    A[b],
    A[b + 1],
    A[b + 2],
    A[c],
    A[c + 1],
    A[c + 2],
    P[p],
    P[p + 1],
    P[p + 2],
  );
}

/**
 * The same with two points p, q of P and two a, b of A, in this order: on which side the line pq passes the line ab.
 */
export function lineSide(P: Float64Array, p: number, q: number, A: Float64Array, a: number, b: number): number {
  return -orient3d(
    P[p],
    P[p + 1],
    P[p + 2],
    P[q],
    P[q + 1],
    P[q + 2],
    A[a],
    A[a + 1],
    A[a + 2],
    A[b],
    A[b + 1],
    A[b + 2],
  );
}

/**
 * Sign-exact orientation of p, q, r seen from the far end of an axis, > 0 counter-clockwise; the axis is dropped, the
 * other two taken cyclically.
 * @param A holds p and q, and r unless that lies in an array of its own.
 */
export function sideAlong(axis: number, A: Float64Array, p: number, q: number, r: number, R = A): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return -orient2d(A[p + u], A[p + v], A[q + u], A[q + v], R[r + u], R[r + v]);
}

/** An axis along which the triangle is seen as more than a line; −1 where its area is exactly 0. */
export function openAxis(A: Float64Array, a: number, b: number, c: number): number {
  const x = Math.abs(sideAlong(0, A, a, b, c));
  const y = Math.abs(sideAlong(1, A, a, b, c));
  const z = Math.abs(sideAlong(2, A, a, b, c));
  if (x === 0 && y === 0 && z === 0) return -1;
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/**
 * Writes the planeSide of a triangle's corners about the other's plane: of a, b, c at out[0 … 2], of d, e, f at
 * out[3 … 5].
 */
export function cornerSides({ corners: C }: TrianglePair, triangle: number, out: Float64Array): void {
  const other = otherTriangle(triangle);
  for (let i = triangle; i <= triangle + 6; i += 3) out[i / 3] = planeSide(C, other, other + 3, other + 6, C, i);
}
