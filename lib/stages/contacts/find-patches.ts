// Rows of the contact table → the patch of each row, and the properties of each patch.

import { stopIfUnwanted } from '#core';
import type { ContactPatch, ContactTable } from '#records';
import { triangleArea } from '#triangles';
import { adjacentLeaves } from './adjacent-leaves.ts';
import type { LeafOutlines } from './leaf-outlines.ts';

type PatchColumns = Pick<ContactTable, 'length' | 'corners' | 'normal' | 'distance'>;

/** One body's rows: first … first + count − 1. */
export interface Part {
  readonly body: 'bone' | 'tool';
  readonly first: number;
  readonly count: number;
  readonly outlines: LeafOutlines;
}

export interface Patches {
  /** By row: the number of its patch. */
  readonly patch: Uint32Array;
  readonly patches: readonly ContactPatch[];
}

export function findPatches(columns: PatchColumns, parts: readonly Part[]): Patches {
  const patch = new Uint32Array(columns.length);
  const patches: ContactPatch[] = [];
  for (const { body, first, count, outlines } of parts) {
    if (count === 0) continue;
    const groups = adjacentLeaves(outlines);
    // A group's number is its first row: that row begins a patch, and every later row of the group finds it there.
    let next = patches.length;
    for (let i = 0; i < count; i++) patch[first + i] = groups[i] === i ? next++ : patch[first + groups[i]];
    const added = next - patches.length;
    for (const summary of summarisePatches(body, columns, patch, first, count, patches.length, added))
      patches.push(summary);
  }
  return { patch, patches };
}

/**
 * Area, centroid, mean normal and greatest depth of patches firstPatch … firstPatch + count − 1. Centroid and normal
 * are weighted by area; a patch without area gets the mean over its contacts, and one whose normals cancel gets (1, 0,
 * 0).
 */
function summarisePatches(
  body: 'bone' | 'tool',
  { corners, normal, distance }: PatchColumns,
  patch: Uint32Array,
  first: number,
  rows: number,
  firstPatch: number,
  count: number,
): ContactPatch[] {
  // Sums of a patch: [0] contacts, [1] area, [2–4] centroid and [5–7] normal times area, [8] depth, [9–11] centroid and
  // [12–14] normal, unweighted.
  const sums = Array.from({ length: count }, () => new Float64Array(15));
  const facing = new Float64Array(3);
  for (let row = first; row < first + rows; row++) {
    if (row % 65_536 === 0) stopIfUnwanted();
    const sum = sums[patch[row] - firstPatch];
    const area = triangleArea(corners, 9 * row, 9 * row + 3, 9 * row + 6, facing);
    sum[0]++;
    sum[1] += area;
    for (let k = 0; k < 3; k++) {
      const middle = (corners[9 * row + k] + corners[9 * row + 3 + k] + corners[9 * row + 6 + k]) / 3;
      sum[2 + k] += area * middle;
      sum[5 + k] += area * normal[3 * row + k];
      sum[9 + k] += middle;
      sum[12 + k] += normal[3 * row + k];
    }
    sum[8] = Math.max(sum[8], -distance[row]);
  }
  return sums.map((sum) => {
    const [contacts, area] = sum;
    const weight = area > 0 ? area : contacts;
    const at = area > 0 ? 2 : 9;
    const n = at + 3;
    const length = Math.hypot(sum[n], sum[n + 1], sum[n + 2]);
    return {
      body,
      contactCount: contacts,
      area,
      centroid: [sum[at] / weight, sum[at + 1] / weight, sum[at + 2] / weight],
      normal: length > 0 ? [sum[n] / length, sum[n + 1] / length, sum[n + 2] / length] : [1, 0, 0],
      depth: sum[8],
    };
  });
}
