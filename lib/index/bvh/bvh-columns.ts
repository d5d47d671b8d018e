// A BVH as built ↔ named columns; columns that do not hold a valid tree are refused.

import type { Bvh, PackedContents } from '#records';
import { levelSizes } from './level-sizes.ts';

export const BVH_COLUMNS = { numbers: [], arrays: { order: 'u32', boxes: 'f32' } } as const;
type BvhColumns = PackedContents<typeof BVH_COLUMNS>;

const BOX = 6;

/** boxes: of all levels, one after another. Their sizes follow from the number of faces. */
export function bvhColumns({ order, levels }: Bvh): BvhColumns {
  const boxes = new Float32Array(levels.reduce((sum, level) => sum + level.length, 0));
  let at = 0;
  for (const level of levels) {
    boxes.set(level, at);
    at += level.length;
  }
  return { numbers: {}, arrays: { order, boxes } };
}

/** The tree; or a text that says what is impossible in the columns, as found and expected. */
export function bvhFrom({ arrays: { order, boxes } }: BvhColumns, faceCount: number): Bvh | string {
  if (order.length !== faceCount) return `puts ${order.length} faces in order, expected ${faceCount}`;
  const seen = new Uint8Array(faceCount);
  for (const face of order) {
    if (face >= faceCount || seen[face] === 1)
      return `puts face ${face} in order, expected each below ${faceCount} once`;
    seen[face] = 1;
  }
  const sizes = levelSizes(faceCount);
  const nodes = sizes.reduce((sum, size) => sum + size);
  if (boxes.length !== BOX * nodes) return `has ${boxes.length} numbers for boxes, expected ${BOX * nodes}`;
  let at = 0;
  const levels = sizes.map((size) => {
    const level = boxes.slice(at, at + BOX * size);
    at += BOX * size;
    return level;
  });
  return { order, count: faceCount, levels, sizes };
}
