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
  const end = Math.min(tree.count, BRANCHING * (node + 1));
  let x0 = LARGEST_F32;
  let y0 = x0;
  let z0 = x0;
  let x1 = -LARGEST_F32;
  let y1 = x1;
  let z1 = x1;
  for (let slot = BRANCHING * node; slot < end; slot++) {
    if (retired !== null && retired[tree.order[slot]] === 1) continue;
    const f = 3 * tree.order[slot];
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    x0 = Math.min(x0, positions[a], positions[b], positions[c]);
    y0 = Math.min(y0, positions[a + 1], positions[b + 1], positions[c + 1]);
    z0 = Math.min(z0, positions[a + 2], positions[b + 2], positions[c + 2]);
    x1 = Math.max(x1, positions[a], positions[b], positions[c]);
    y1 = Math.max(y1, positions[a + 1], positions[b + 1], positions[c + 1]);
    z1 = Math.max(z1, positions[a + 2], positions[b + 2], positions[c + 2]);
  }
  out[at] = x0;
  out[at + 1] = y0;
  out[at + 2] = z0;
  out[at + 3] = x1;
  out[at + 4] = y1;
  out[at + 5] = z1;
}
