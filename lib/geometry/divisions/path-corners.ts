// A face's division and a path → the corners of the piece at its end.

import { LATTICE } from '#records';
import { childCorners } from './child-corners.ts';
import type { Divisions } from './divisions.ts';
import { bitsOf, MOST_CHILDREN, MOST_CORNERS } from './splits.ts';

const piece = new Int32Array(2 * MOST_CORNERS);
const child = new Int32Array(2 * MOST_CORNERS);

/**
 * Writes three pairs for a triangle, four for a quad: corner = ((LATTICE − i − j)·a + i·b + j·c) / LATTICE of the
 * face's vertices a, b, c.
 * @param node the face's.
 * @param level the bits of `path` in use, 0 to 32.
 * @param path left-aligned.
 * @param out pairs (i, j) from out[at] on.
 * @returns how many corners; 0 if the division has no such piece, and nothing is written.
 */
export function pathCorners(
  { splits, children }: Divisions,
  node: number,
  level: number,
  path: number,
  out: Int32Array,
  at: number,
): number {
  piece.set([0, 0, LATTICE, 0, 0, LATTICE]);
  let corners = 3;
  let used = 0;
  for (let here = node; used < level; ) {
    const bits = bitsOf(splits[here]);
    if (bits === 0 || used + bits > level) return 0;
    const number = (path << used) >>> (32 - bits);
    corners = childCorners(piece, 0, splits[here], number, child, 0);
    piece.set(child);
    here = children[MOST_CHILDREN * here + number];
    used += bits;
  }
  for (let k = 0; k < 2 * corners; k++) out[at + k] = piece[k];
  return corners;
}
