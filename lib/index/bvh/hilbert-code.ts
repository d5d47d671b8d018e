// A cell of space → its place along a Hilbert curve.
//
// J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004: the axes are turned and swapped
// from the highest bit down, as the curve turns in each octant, and the Gray code is undone; the bits of the three
// coordinates then take turns, as in a Morton code. Cells next to each other on the curve are next to each other in
// space. A Morton code leaps across space between octants, so consecutive items may have a box as large as all.

import { cellAt, MORTON_CELLS, mortonCode } from './morton-code.ts';

const HIGHEST = MORTON_CELLS >> 1;

/** @param x, y, z in cells, unclamped: a point outside counts as in the border cell. */
export function hilbertCode(x: number, y: number, z: number): number {
  let a = cellAt(x);
  let b = cellAt(y);
  let c = cellAt(z);
  for (let bit = HIGHEST; bit > 1; bit >>= 1) {
    const below = bit - 1;
    if ((a & bit) !== 0) a ^= below;
    if ((b & bit) !== 0) a ^= below;
    else {
      const swap = (a ^ b) & below;
      a ^= swap;
      b ^= swap;
    }
    if ((c & bit) !== 0) a ^= below;
    else {
      const swap = (a ^ c) & below;
      a ^= swap;
      c ^= swap;
    }
  }
  b ^= a;
  c ^= b;
  let turn = 0;
  for (let bit = HIGHEST; bit > 1; bit >>= 1) if ((c & bit) !== 0) turn ^= bit - 1;
  return mortonCode(c ^ turn, b ^ turn, a ^ turn);
}
