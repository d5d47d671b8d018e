// A BVH → the boxes of its faces, in the tree's order.

import { cornerOffset, f32Above, f32Below } from '#core';
import type { Bvh } from '#records';

/** @param positions in the tree's frame. @returns 6 f32 per face, rounded outward: low x, y, z, high x, y, z. */
export function faceBoxes({ order, count }: Bvh, positions: Float64Array, faces: Uint32Array): Float32Array {
  const boxes = new Float32Array(6 * count);
  for (let slot = 0; slot < count; slot++) {
    const a = cornerOffset(faces, order[slot], 0);
    const b = cornerOffset(faces, order[slot], 1);
    const c = cornerOffset(faces, order[slot], 2);
    for (let k = 0; k < 3; k++) {
      boxes[6 * slot + k] = f32Below(Math.min(positions[a + k], positions[b + k], positions[c + k]));
      boxes[6 * slot + 3 + k] = f32Above(Math.max(positions[a + k], positions[b + k], positions[c + k]));
    }
  }
  return boxes;
}
