// Vertices and a tolerance → for each vertex, the lowest-numbered kept vertex within the tolerance.

import { described, HashTable, hashPoint, OptionError, vectorLength } from '#core';
import type { Positions } from './triangle-mesh.ts';
import { weldVertices } from './weld.ts';

/**
 * Goes through the vertices in ascending order. A vertex joins the lowest-numbered kept vertex at a distance ≤
 * tolerance; if there is none, it is kept. A vertex that has joined another attracts none, so nothing moves farther
 * than the tolerance, and two kept vertices are always more than the tolerance apart. Distances are those of
 * `vectorLength` between the coordinates as f64.
 *
 * Kept vertices lie in a hash table by cells of an even grid, 4·tolerance wide. A vertex looks at the cells between
 * those of p − reach and p + reach along each axis, at most two. Subtraction, division and rounding down are monotonic,
 * so these hold every q with |p − q| ≤ reach; reach exceeds the tolerance by more than the rounding of a distance. So
 * the work is linear in the number of vertices.
 * @param positions xyz per vertex, finite. @param tolerance mm, finite, ≥ 0; 0 joins equal coordinates only.
 * @returns for each vertex a vertex number: `near[v] <= v` and `near[near[v]] === near[v]`.
 * @throws OptionError BAD_TOLERANCE.
 */
export function weldNear(positions: Positions, tolerance: number): Uint32Array {
  if (typeof tolerance !== 'number' || !(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY))
    throw new OptionError(
      'BAD_TOLERANCE',
      `The tolerance of a weld is ${described(tolerance)}, expected a finite number ≥ 0, mm; pass 0 to join equal coordinates only.`,
    );
  if (tolerance === 0) return weldVertices(positions);
  const near = new Uint32Array(positions.length / 3);
  // It is never crowded, and so never widened.
  const table = new HashTable(near.length);
  const cell = cellSize(positions, tolerance);
  const reach = tolerance * (1 + 2 ** -50);
  const range = new Float64Array(6);
  const at = new Float64Array(3);
  for (let v = 0; v < near.length; v++) {
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * v + axis];
      range[axis] = Math.floor(Math.max(x - reach, -Number.MAX_VALUE) / cell);
      range[3 + axis] = Math.floor(Math.min(x + reach, Number.MAX_VALUE) / cell);
    }
    let found = v;
    for (at[0] = range[0]; at[0] <= range[3]; at[0]++)
      for (at[1] = range[1]; at[1] <= range[4]; at[1]++)
        for (at[2] = range[2]; at[2] <= range[5]; at[2]++)
          for (let held = table.first(hashPoint(at, 0)); held >= 0; held = table.next())
            if (held < found && distanceBetween(positions, held, v) <= tolerance) found = held;
    near[v] = found;
    if (found < v) continue;
    for (let axis = 0; axis < 3; axis++) at[axis] = Math.floor(positions[3 * v + axis] / cell);
    let held = table.first(hashPoint(at, 0));
    while (held >= 0) held = table.next();
    table.put(v);
  }
  return near;
}

/** The numbers of cells stay below 2^51, where they can be counted in steps of 1. */
function cellSize(positions: Positions, tolerance: number): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
  return Math.max(4 * tolerance, largest * 2 ** -50);
}

/** The farthest that any vertex goes when it joins another, mm. */
export function farthestWeld(positions: Positions, near: Uint32Array): number {
  let moved = 0;
  for (let v = 0; v < near.length; v++)
    if (near[v] !== v) moved = Math.max(moved, distanceBetween(positions, near[v], v));
  return moved;
}

function distanceBetween(P: Positions, v: number, w: number): number {
  return vectorLength(P[3 * v] - P[3 * w], P[3 * v + 1] - P[3 * w + 1], P[3 * v + 2] - P[3 * w + 2]);
}
