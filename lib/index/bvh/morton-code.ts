// A cell of space → its Morton code.
//
// G. M. Morton, "A computer oriented geodetic data base", IBM technical report, 1966: the bits of the three coordinates
// take turns, so that sorted codes run through space octant by octant.

import { MORTON_BITS } from '#records';

/** Cells along an axis: three times ten bits fit into 32. */
export const MORTON_CELLS = 2 ** MORTON_BITS;

/** @param x, y, z in cells, unclamped: a point outside counts as in the border cell. */
export function mortonCode(x: number, y: number, z: number): number {
  return spread(x) | (spread(y) << 1) | (spread(z) << 2);
}

/** The cell's number along an axis. */
export function cellAt(x: number): number {
  return Math.min(MORTON_CELLS - 1, Math.max(0, x)) | 0;
}

/** The cell's ten bits, with two zero bits between neighbours. */
function spread(x: number): number {
  let n = cellAt(x);
  n = (n | (n << 16)) & 0x030000ff;
  n = (n | (n << 8)) & 0x0300f00f;
  n = (n | (n << 4)) & 0x030c30c3;
  return (n | (n << 2)) & 0x09249249;
}
