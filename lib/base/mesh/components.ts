// Faces → connected components: a vertex and a bounding box of each.

import { DisjointSets, stopIfUnwanted } from '#core';
import type { Positions } from './triangle-mesh.ts';

/**
 * Faces connected through shared welded vertices. Every face counts, even one with equal corners, since the surface
 * includes it. vertices: the lowest welded vertex of each component, ascending. min, max: xyz of each component's
 * bounding box, mm, with 0 for -0, in the same order.
 */
export interface Components {
  readonly vertices: Uint32Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

export function findComponents(positions: Positions, faces: Uint32Array, welded: Uint32Array): Components {
  const sets = new DisjointSets(welded.length);
  const used = new Uint8Array(welded.length);
  for (let i = 0; i < faces.length; i += 3) {
    if (i % 0xc000 === 0) stopIfUnwanted();
    const a = welded[faces[i]];
    const b = welded[faces[i + 1]];
    const c = welded[faces[i + 2]];
    used[a] = used[b] = used[c] = 1;
    sets.join(a, b);
    sets.join(a, c);
  }
  const lowest: number[] = [];
  for (let v = 0; v < used.length; v++) if (used[v] === 1 && sets.find(v) === v) lowest.push(v);
  const vertices = Uint32Array.from(lowest);
  const min = new Float64Array(3 * vertices.length).fill(Infinity);
  const max = new Float64Array(3 * vertices.length).fill(-Infinity);
  for (let v = 0; v < used.length; v++) {
    if (v % 16_384 === 0) stopIfUnwanted();
    if (used[v] === 0) continue;
    const component = indexOfSorted(vertices, sets.find(v));
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * v + axis] + 0;
      const slot = 3 * component + axis;
      if (value < min[slot]) min[slot] = value;
      if (value > max[slot]) max[slot] = value;
    }
  }
  return { vertices, min, max };
}

/** Index of a value in an ascending array that holds it, or -1. */
function indexOfSorted(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] === value) return middle;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
