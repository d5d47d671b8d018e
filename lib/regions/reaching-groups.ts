// Tool clusters × bone scanlines → the groups of tool faces that may come within a reach of a span.

import type { LocalFrame } from '../core/index.ts';
import {
  cellOf,
  type ClusterTree,
  FAN,
  firstSpanFrom,
  type IndexList,
  type ScanlineIndex,
  type Surface,
} from '../records/index.ts';

/** Beyond so many cells, a group is let through unseen: looking would cost as much as its faces do. */
const MOST_CELLS = 16;

/** Appends to `out` the leaf groups of the tool's cluster tree that may have a face whose box, inflated, meets a span; no other group has one. */
export function reachingGroups(bone: Surface, tool: Surface, inflate: number, out: IndexList): void {
  const { clusters, frame } = tool;
  const box = new Float64Array(6);
  const top = clusters.levels.length - 1;
  out.length = 0;
  const visit = (level: number, node: number): void => {
    posedBox(clusters, level, node, frame, inflate, box);
    for (let k = 0; k < 3; k++) if (box[k] > bone.bounds[3 + k] || box[3 + k] < bone.bounds[k]) return;
    if (!meetsSpan(bone.scanlines, box)) return;
    if (level === 0) {
      out.push(node);
      return;
    }
    const end = Math.min(clusters.sizes[level - 1], FAN * (node + 1));
    for (let child = FAN * node; child < end; child++) visit(level - 1, child);
  };
  visit(top, 0);
}

/** A node's box in the tool's frame → a box about it in the bone's, inflated. */
function posedBox(
  clusters: ClusterTree,
  level: number,
  node: number,
  frame: LocalFrame,
  inflate: number,
  out: Float64Array,
): void {
  const boxes = clusters.levels[level];
  const m = frame.forward;
  const o = 6 * node;
  const x = (boxes[o] + boxes[o + 3]) / 2;
  const y = (boxes[o + 1] + boxes[o + 4]) / 2;
  const z = (boxes[o + 2] + boxes[o + 5]) / 2;
  const ex = boxes[o + 3] - x;
  const ey = boxes[o + 4] - y;
  const ez = boxes[o + 5] - z;
  for (let k = 0; k < 3; k++) {
    const r = 4 * k;
    const centre = m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3];
    const extent = Math.abs(m[r]) * ex + Math.abs(m[r + 1]) * ey + Math.abs(m[r + 2]) * ez + inflate + frame.slack;
    out[k] = centre - extent;
    out[3 + k] = centre + extent;
  }
}

/** Whether a span of the cells that a box covers overlaps its depths. */
function meetsSpan(index: ScanlineIndex, box: Float64Array): boolean {
  const { axis, u0, v0, cellSize, nu, nv, cellStart, cellCount, cellReach, near, far } = index;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const i0 = cellOf(box[u], u0, cellSize, nu);
  const i1 = cellOf(box[3 + u], u0, cellSize, nu);
  const j0 = cellOf(box[v], v0, cellSize, nv);
  const j1 = cellOf(box[3 + v], v0, cellSize, nv);
  if ((i1 - i0 + 1) * (j1 - j0 + 1) > MOST_CELLS) return true;
  const low = box[axis];
  const high = box[3 + axis];
  for (let j = j0; j <= j1; j++)
    for (let i = i0; i <= i1; i++) {
      const cell = i + nu * j;
      const end = cellStart[cell] + cellCount[cell];
      for (let s = firstSpanFrom(near, cellStart[cell], end, low - cellReach[cell]); s < end && near[s] <= high; s++)
        if (far[s] >= low) return true;
    }
  return false;
}
