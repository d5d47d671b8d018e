// Distance records of both bodies → the contact table, ordered by body, face and path, and its patches.

import type { ContactPatch, ContactTable, DistanceRecords, SubTriangles, Surface } from '../records/index.ts';
import { triangleArea } from '../triangles/index.ts';
import { adjacentLeaves } from './adjacent-leaves.ts';
import { ContactColumns } from './contact-columns.ts';

/** One body's part of a report. Records come in order of face and path. */
export interface ContactSide {
  readonly body: 'bone' | 'tool';
  readonly surface: Surface;
  readonly leaves: SubTriangles;
  readonly records: DistanceRecords;
  /** For each vertex the first one with its coordinates. */
  readonly welded: Uint32Array;
}

/** @param sides the bone's before the tool's. */
export function buildReportContacts(sides: readonly ContactSide[]): {
  contacts: ContactTable;
  patches: ContactPatch[];
} {
  const total = sides.reduce((sum, side) => sum + side.records.length, 0);
  const columns = {
    length: total,
    body: new Uint8Array(total),
    face: new Uint32Array(total),
    level: new Uint8Array(total),
    path: new Uint32Array(total),
    corners: new Float64Array(9 * total),
    point: new Float64Array(3 * total),
    opposite: new Float64Array(3 * total),
    oppositeFace: new Uint32Array(total),
    normal: new Float64Array(3 * total),
    distance: new Float64Array(total),
    low: new Float64Array(total),
    high: new Float64Array(total),
    patch: new Uint32Array(total),
  };
  const patches: ContactPatch[] = [];
  let first = 0;
  for (const { body, surface, leaves, records, welded } of sides) {
    const count = records.length;
    const from = records.columns;
    const leaf = leaves.rows.columns;
    for (let i = 0; i < count; i++) {
      const row = first + i;
      const sub = from.subTriangle[i];
      columns.body[row] = body === 'bone' ? 0 : 1;
      columns.face[row] = leaf.face[sub];
      columns.level[row] = leaf.level[sub];
      columns.path[row] = leaf.path[sub];
    }
    for (const name of ['corners', 'point', 'opposite', 'normal'] as const) {
      const width = name === 'corners' ? 9 : 3;
      columns[name].set(from[name].subarray(0, width * count), width * first);
    }
    for (const name of ['distance', 'low', 'high'] as const) columns[name].set(from[name].subarray(0, count), first);
    columns.oppositeFace.set(from.oppositeFace.subarray(0, count), first);
    const groups = adjacentLeaves(surface, leaves, from.subTriangle, count, welded);
    // A group's number is its first row: that row begins a patch, and every later row of the group finds it there.
    const { patch } = columns;
    let next = patches.length;
    for (let i = 0; i < count; i++) patch[first + i] = groups[i] === i ? next++ : patch[first + groups[i]];
    for (const summary of summarisePatches(body, columns, first, count, patches.length, next - patches.length))
      patches.push(summary);
    first += count;
  }
  return { contacts: new ContactColumns(columns), patches };
}

type PatchColumns = Pick<ContactTable, 'corners' | 'normal' | 'distance' | 'patch'>;

/**
 * Area, centroid, mean normal and greatest depth of patches firstPatch … firstPatch + count − 1. Centroid and normal
 * are weighted by area; a patch without area has the mean over its contacts, and one whose normals cancel has (1, 0,
 * 0).
 */
function summarisePatches(
  body: 'bone' | 'tool',
  { corners, normal, distance, patch }: PatchColumns,
  first: number,
  rows: number,
  firstPatch: number,
  count: number,
): ContactPatch[] {
  // Sums of a patch: [0] contacts, [1] area, [2–4] centroid and [5–7] normal times area, [8] depth, [9–11] centroid and
  // [12–14] normal without weight.
  const sums = Array.from({ length: count }, () => new Float64Array(15));
  const facing = new Float64Array(3);
  for (let row = first; row < first + rows; row++) {
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
