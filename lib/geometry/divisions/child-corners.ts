// A piece's corners, its split and a child → the child's corners.

import { cornersOfChild, endsOf, SPLITS } from './splits.ts';

/**
 * Writes the pairs of a child's corners from out[to] on: each that of one of the piece's corners, whose pairs are
 * P[at …], or halfway between two.
 * @returns how many corners it has.
 */
export function childCorners(
  P: ArrayLike<number>,
  at: number,
  split: number,
  child: number,
  out: Int32Array | number[],
  to: number,
): number {
  const corners = cornersOfChild(split, child);
  const from = endsOf(split, child);
  for (let k = 0; k < corners; k++) {
    const i = at + 2 * SPLITS[from + 2 * k];
    const j = at + 2 * SPLITS[from + 2 * k + 1];
    out[to + 2 * k] = (P[i] + P[j]) / 2;
    out[to + 2 * k + 1] = (P[i + 1] + P[j + 1]) / 2;
  }
  return corners;
}
