// Boxes → the pairs that share a point, by comparing every pair.

import type { Numbers } from './integer-vectors.ts';

/** @returns i, j, i, j, … of all pairs i < j of closed boxes that share a point, ascending; comparisons are exact. */
export function overlappingBoxes(boxes: Numbers): Uint32Array {
  const count = boxes.length / 6;
  // Each coordinate has its own array: most pairs are decided by x alone.
  const [lowX, lowY, lowZ, highX, highY, highZ] = Array.from({ length: 6 }, (_, k) =>
    Float64Array.from({ length: count }, (_, i) => boxes[6 * i + k]),
  );
  const pairs: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x0, y0, z0, x1, y1, z1] = [lowX[i], lowY[i], lowZ[i], highX[i], highY[i], highZ[i]];
    for (let j = i + 1; j < count; j++) {
      if (lowX[j] > x1 || highX[j] < x0) continue;
      if (lowY[j] > y1 || highY[j] < y0 || lowZ[j] > z1 || highZ[j] < z0) continue;
      pairs.push(i, j);
    }
  }
  return Uint32Array.from(pairs);
}
