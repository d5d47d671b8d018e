// Boxes and an axis → Morton codes in which that axis has fewer and the lowest bits, in two readings.
//
//   'interleaved'   uv uva uva … uva       11 bits of the other two axes, 10 of the sweep's, the lowest of each triple
//   'columns'       uv uv … uv aaaaaaaaaa  columns across the axis, about as wide as a leaf; in each, along the axis

import { boxCodes } from '#bvh';
import { cellAt, mortonCode } from '#bvh/morton-code.ts';
import { MORTON_BITS } from '#records';

export type AxisOrder = 'interleaved' | 'columns';

/** Bits of the two other axes, at most. */
const WIDE = MORTON_BITS + 1;
const CELLS = 2 ** WIDE;
const LOW = 2 ** MORTON_BITS - 1;
/** Bodies per leaf, roughly. */
const LEAF = 16;

/** @param boxes 6 f32 each. @returns codes by box. */
export function axisCodes(boxes: Float32Array, axis: number, order: AxisOrder): Uint32Array {
  const count = boxes.length / 6;
  // As many columns along u as leaves would lie along the edge of a cube.
  const unused = WIDE - Math.min(WIDE, Math.max(0, Math.round(Math.log2(count / LEAF) / 3)));
  const along = (k: number, x: number, y: number, z: number) => (k === 0 ? x : k === 1 ? y : z);
  return boxCodes(boxes, count, (x, y, z) => {
    const a = along(axis, x, y, z);
    const u = wide(along((axis + 1) % 3, x, y, z));
    const v = wide(along((axis + 2) % 3, x, y, z));
    if (order === 'interleaved')
      return mortonCode(a, v & LOW, u & LOW) | ((v >> MORTON_BITS) << 30) | ((u >> MORTON_BITS) << 31);
    return ((everySecond(v >> unused) | (everySecond(u >> unused) << 1)) << MORTON_BITS) | cellAt(a);
  });
}

/** The cell, twice as fine. */
function wide(x: number): number {
  return Math.min(CELLS - 1, Math.max(0, 2 * x)) | 0;
}

/** A number's WIDE bits, with a zero bit between neighbours. */
function everySecond(x: number): number {
  let n = (x | (x << 8)) & 0x00ff00ff;
  n = (n | (n << 4)) & 0x0f0f0f0f;
  n = (n | (n << 2)) & 0x33333333;
  return (n | (n << 1)) & 0x55555555;
}
