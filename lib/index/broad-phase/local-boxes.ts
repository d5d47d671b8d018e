// Boxes in f64 → the same in f32, in coordinates of their own, in which all that overlap still do.
//
// A coordinate is (x / 4 − low) · stretch, low being the least of its axis and stretch a power of two that brings the
// longest extent into (1/2, 1]. A far origin then costs no digits, and nothing overflows f32.
//
// Invariant: each step is monotone, rounding included. So a ≤ b as given implies a ≤ b here: boxes that overlap as
// given overlap here. And a < b here implies a < b as given: only equal values here have to be compared as given.

import type { Boxes } from './boxes.ts';

/** A quarter: differences of the largest f64 stay finite. */
const SCALE = 0.25;

/** @returns 6 f32 per box, from 0 on: low x, y, z, high x, y, z. */
export function localBoxes({ count, bounds }: Boxes): Float32Array {
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < 6 * count; i += 6)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], bounds[i + k] * SCALE);
      high[k] = Math.max(high[k], bounds[i + 3 + k] * SCALE);
    }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const stretch = longest > 0 ? 2 ** -Math.max(-1000, Math.ceil(Math.log2(longest))) : 1;
  const local = new Float32Array(6 * count);
  for (let i = 0; i < 6 * count; i += 6)
    for (let k = 0; k < 3; k++) {
      local[i + k] = (bounds[i + k] * SCALE - low[k]) * stretch;
      local[i + 3 + k] = (bounds[i + 3 + k] * SCALE - low[k]) * stretch;
    }
  return local;
}
