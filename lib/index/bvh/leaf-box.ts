// A leaf of a BVH → the box of its faces that are not retired, for given coordinates.

import { BRANCHING, type Bvh } from '#records';

const LARGEST_F32 = 2 ** 128 - 2 ** 104;

/**
 * Writes the box of the faces of leaf `node`, for given coordinates, to out[at … at + 5]: low x, y, z, high x, y, z.
 * If all of them are retired, the box is empty: its low end is LARGEST_F32, its high end −LARGEST_F32.
 */
export function leafBox(
  tree: Bvh,
  node: number,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array | null,
  out: Float64Array,
  at: number,
): void {
  const { order } = tree;
  const end = Math.min(tree.count, BRANCHING * (node + 1));
  let x0 = LARGEST_F32;
  let y0 = x0;
  let z0 = x0;
  let x1 = -LARGEST_F32;
  let y1 = x1;
  let z1 = x1;
  for (let slot = BRANCHING * node; slot < end; slot++) {
    const face = order[slot];
    if (retired !== null && retired[face] === 1) continue;
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const a = 3 * faces[corner];
      const x = positions[a];
      const y = positions[a + 1];
      const z = positions[a + 2];
      // Comparisons, not Math.min: a corner seldom widens the box, and V8's Math.min also tells −0 from 0.
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
  }
  out[at] = x0;
  out[at + 1] = y0;
  out[at + 2] = z0;
  out[at + 3] = x1;
  out[at + 4] = y1;
  out[at + 5] = z1;
}
