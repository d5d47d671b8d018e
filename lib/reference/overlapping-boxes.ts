// Boxes → the pairs that share a point, by comparing every two.

import { boxesMeet } from './boxes.ts';
import type { Numbers } from './integer-vectors.ts';

/** @returns i, j, i, j, … of all pairs i < j of closed boxes that share a point, ascending. */
export function overlappingBoxes(boxes: Numbers): Uint32Array {
  const pairs: number[] = [];
  const count = boxes.length / 6;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) if (boxesMeet(boxes, i, boxes, j)) pairs.push(i, j);
  return Uint32Array.from(pairs);
}
