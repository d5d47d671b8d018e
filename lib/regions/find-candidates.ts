// Bone scanlines × posed tool faces → the pairs whose boxes come within a reach of each other, each once.

import { lengthSlack } from '../core/index.ts';
import {
  type CandidatePairs,
  cellOf,
  FACE_BITS,
  FAN,
  firstSpanFrom,
  type IndexList,
  LOWEST_COLUMN,
  LOWEST_ROW,
  type Surface,
  within,
} from '../records/index.ts';
import { reachingGroups } from './reaching-groups.ts';

/**
 * Fills `out` with every pair (bone face, tool face) whose axis-aligned boxes, one inflated by `reach` (mm, ≥ 0), overlap in
 * (u, v, depth); near misses by less than the index's quantum may be among them, no pair that overlaps is missing, none comes twice. A
 * pair belongs to the cell that holds the low corner of the overlap of the two boxes (Dittrich & Seeger 2000): the cell that is the
 * lowest of the tool's or of the bone's face in each direction. Order: tool cluster and face in it, then cell, then depth.
 * `groups` is scratch.
 */
export function findCandidates(
  bone: Surface,
  tool: Surface,
  reach: number,
  groups: IndexList,
  out: CandidatePairs,
): void {
  const { axis, u0, v0, cellSize, nu, nv, cellStart, cellCount, cellReach, near, far, face, bounds } = bone.scanlines;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const { positions, faces, clusters } = tool;
  const inflate = reach === 0 ? 0 : reach + lengthSlack(Math.max(bone.magnitude, tool.magnitude) + reach);
  const uMin = bone.bounds[u] - inflate;
  const uMax = bone.bounds[3 + u] + inflate;
  const vMin = bone.bounds[v] - inflate;
  const vMax = bone.bounds[3 + v] + inflate;
  const dMin = bone.bounds[axis] - inflate;
  const dMax = bone.bounds[3 + axis] + inflate;
  out.clear();
  let length = 0;
  let room = 0;
  let { boneFace, toolFace } = out.columns;
  reachingGroups(bone, tool, inflate, groups);
  tool.poseGroups?.(groups);
  for (let slot = 0; slot < FAN * groups.length; slot++) {
    const at = FAN * groups.values[Math.floor(slot / FAN)] + (slot % FAN);
    if (at >= clusters.count) break;
    const f = clusters.order[at];
    const a = 3 * faces[3 * f];
    const b = 3 * faces[3 * f + 1];
    const c = 3 * faces[3 * f + 2];
    const da = positions[a + axis];
    const db = positions[b + axis];
    const dc = positions[c + axis];
    let dLow = Math.min(da, db, dc);
    if (dLow > dMax) continue;
    let dHigh = Math.max(da, db, dc);
    if (dHigh < dMin) continue;
    const ua = positions[a + u];
    const ub = positions[b + u];
    const uc = positions[c + u];
    let uLow = Math.min(ua, ub, uc);
    if (uLow > uMax) continue;
    let uHigh = Math.max(ua, ub, uc);
    if (uHigh < uMin) continue;
    const va = positions[a + v];
    const vb = positions[b + v];
    const vc = positions[c + v];
    let vLow = Math.min(va, vb, vc);
    if (vLow > vMax) continue;
    let vHigh = Math.max(va, vb, vc);
    if (vHigh < vMin) continue;
    dLow -= inflate;
    dHigh += inflate;
    uLow -= inflate;
    uHigh += inflate;
    vLow -= inflate;
    vHigh += inflate;
    const i0 = cellOf(uLow, u0, cellSize, nu);
    const i1 = cellOf(uHigh, u0, cellSize, nu);
    const j0 = cellOf(vLow, v0, cellSize, nv);
    const j1 = cellOf(vHigh, v0, cellSize, nv);
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const cell = i + nu * j;
        const count = cellCount[cell];
        if (count === 0) continue;
        const start = cellStart[cell];
        const end = start + count;
        let s = firstSpanFrom(near, start, end, dLow - cellReach[cell]);
        if (s === end || near[s] > dHigh) continue;
        const notOwned = (j === j0 ? 0 : LOWEST_ROW) | (i === i0 ? 0 : LOWEST_COLUMN);
        const qu0 = within(uLow, u0, cellSize, i);
        const qu1 = within(uHigh, u0, cellSize, i);
        const qv0 = within(vLow, v0, cellSize, j);
        const qv1 = within(vHigh, v0, cellSize, j);
        for (; s < end && near[s] <= dHigh; s++) {
          if (far[s] < dLow) continue;
          const q = bounds[s];
          if ((q & 255) > qu1 || ((q >>> 8) & 255) < qu0 || ((q >>> 16) & 255) > qv1 || q >>> 24 < qv0) continue;
          const owner = face[s];
          if ((~owner & notOwned) !== 0) continue;
          if (length === room) {
            out.length = length;
            out.reserve(256);
            boneFace = out.columns.boneFace;
            toolFace = out.columns.toolFace;
            room = boneFace.length;
          }
          boneFace[length] = owner & FACE_BITS;
          toolFace[length++] = f;
        }
      }
    }
  }
  out.length = length;
}
