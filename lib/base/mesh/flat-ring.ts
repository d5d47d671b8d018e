// Corners in a plane → the side of a line on which one lies, exactly, and whether two coincide.

import { orient2d } from 'robust-predicates';

/** Corners of a closed ring, in order. */
export interface FlatRing {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/**
 * Positive if (px, py) lies to the left of the line from corner a to corner b, negative to the right, and 0 on it.
 */
export function sideOf({ x, y }: FlatRing, a: number, b: number, px: number, py: number): number {
  // robust-predicates counts the clockwise side as positive.
  return -orient2d(x[a], y[a], x[b], y[b], px, py);
}

/** The same for corner c. */
export function side(ring: FlatRing, a: number, b: number, c: number): number {
  return sideOf(ring, a, b, ring.x[c], ring.y[c]);
}

export function isAt({ x, y }: FlatRing, a: number, b: number): boolean {
  return x[a] === x[b] && y[a] === y[b];
}
