// A straight way and a triangle → whether the way enters or leaves the solid through it, exactly: a way through an edge
// or a corner crosses as many of the faces there as a way beside it.
//
// The end q of the way is treated as q + (ε, ε², ε³), with an ε > 0 smaller than any distance of the input (H.
// Edelsbrunner, E. P. Mücke, "Simulation of simplicity", ACM TOG 9(1), 1990). That way meets no edge and no corner, so
// the crossings of all faces of a closed surface add up to the difference of the winding numbers at its two ends, as
// long as the way begins off the surface. Its beginning p stays: if p is in a face's plane, the way meets this plane in
// p alone, which is not on the face. Elsewhere p is on no edge's line, so moving q alone leaves no side at 0.

import { orientation, sideAlong } from './plane-side.ts';

/** The corners of the triangle that p, an edge's start and its end form. */
const pEdge = new Float64Array(9);

/**
 * What the face (a, b, c) adds to the winding number on the way from p to q: 1 if the way enters through it, −1 if it
 * leaves, 0 if it misses.
 * @param a b c offsets of xyz in A, counter-clockwise seen from outside. @param p offset in P; not on the face.
 * @param q offset in Q.
 */
export function wayCrossing(
  A: Float64Array,
  a: number,
  b: number,
  c: number,
  P: Float64Array,
  p: number,
  Q: Float64Array,
  q: number,
): number {
  // Behind the face: 1.
  const from = orientation(A, a, A, b, A, c, P, p);
  if (from === 0) return 0;
  const to = orientation(A, a, A, b, A, c, Q, q) || sideOfMoved(A, a, b, c);
  if (from === to) return 0;
  const ab = edgeSide(A, a, b, P, p, Q, q);
  if (ab !== edgeSide(A, b, c, P, p, Q, q) || ab !== edgeSide(A, c, a, P, p, Q, q)) return 0;
  return to;
}

/** On which side of the line from p to the moved q the edge from a to b passes: 1 or −1. */
function edgeSide(
  A: Float64Array,
  a: number,
  b: number,
  P: Float64Array,
  p: number,
  Q: Float64Array,
  q: number,
): number {
  const side = orientation(A, a, A, b, Q, q, P, p);
  if (side !== 0) return side;
  for (let k = 0; k < 3; k++) {
    pEdge[k] = P[p + k];
    pEdge[3 + k] = A[a + k];
    pEdge[6 + k] = A[b + k];
  }
  return -sideOfMoved(pEdge, 0, 3, 6);
}

/** For a point in the plane of (a, b, c), moved by (ε, ε², ε³): −1 if it is then in front of it, 1 if behind it. */
function sideOfMoved(A: Float64Array, a: number, b: number, c: number): number {
  for (let axis = 0; axis < 3; axis++) {
    // The normal's component along this axis.
    const along = sideAlong(axis, A, a, b, c);
    if (along !== 0) return along > 0 ? -1 : 1;
  }
  return 0;
}
