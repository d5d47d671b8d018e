// Coordinates → their box and their largest magnitude, mm.

import { BRANCHING, type Bvh } from '#records';

/** Box over the vertices that faces use: low x, y, z, high x, y, z. */
export function boundsOfFaces(positions: Float64Array, faces: Uint32Array): Float64Array {
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < faces.length; i++) used[faces[i]] = 1;
  const bounds = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let v = 0; v < used.length; v++)
    if (used[v] === 1) for (let k = 0; k < 3; k++) widen(bounds, k, positions[3 * v + k]);
  return bounds;
}

/** Widens a box to hold the coordinate x on axis k. */
export function widen(bounds: Float64Array, k: number, x: number): void {
  if (x < bounds[k]) bounds[k] = x;
  if (x > bounds[3 + k]) bounds[3 + k] = x;
}

/** The largest magnitude among numbers. */
export function largestOf(values: Float32Array | Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest) largest = size;
  }
  return largest;
}

/** The largest magnitude among the coordinates of faces that no edit has removed, by the boxes of their BVH. */
export function largestOfFaces(
  bvh: Bvh,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array | null,
): number {
  let largest = 0;
  const visit = (level: number, node: number): void => {
    if (level < 0) {
      const face = bvh.order[node];
      if (retired !== null && retired[face] === 1) return;
      for (let i = 3 * face; i < 3 * face + 3; i++)
        largest = Math.max(largest, largestOf(positions.subarray(3 * faces[i], 3 * faces[i] + 3)));
      return;
    }
    if (largestOf(bvh.levels[level].subarray(6 * node, 6 * node + 6)) <= largest) return;
    const end = Math.min(level === 0 ? bvh.count : bvh.sizes[level - 1], BRANCHING * (node + 1));
    for (let child = BRANCHING * node; child < end; child++) visit(level - 1, child);
  };
  visit(bvh.levels.length - 1, 0);
  return largest;
}
