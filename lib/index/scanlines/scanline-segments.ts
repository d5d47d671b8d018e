// Some of the bone's faces → the segments of scanlines between their least and greatest depths, cell by cell, for
// display.

import type { ScannedSurface, Surface } from '#records';
import { cellOf } from './cells.ts';

/** Items in groups: those of group g are items[begin[g]] … items[begin[g + 1] − 1]. */
interface Groups {
  readonly begin: Uint32Array;
  readonly items: Uint32Array;
}

/**
 * For each cell of level 0 that a chosen face's box overlaps, the union of the chosen faces' intervals of depth, each
 * from the face's least corner to its greatest, as disjoint segments in ascending order on the cell's middle line.
 * Cells come row by row (v), and in a row by column (u). Depths are the faces' own, not the index's, which are rounded
 * outward to steps. The faces are distributed to the cells of one row at a time, since a face may overlap all cells.
 * @param chosen live faces.
 * @returns 6 numbers per segment, mm: its near end, its far end; the same point twice if a face is perpendicular to the
 * scanlines.
 */
export function scanlineSegments(bone: ScannedSurface, chosen: Uint32Array): Float64Array {
  const { axis, u0, v0, cellSize, nu, nv } = bone.scanlines;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const near = Float64Array.from(chosen, (face) => extentOf(bone, face, axis, Math.min));
  const far = Float64Array.from(chosen, (face) => extentOf(bone, face, axis, Math.max));
  const i0 = Uint32Array.from(chosen, (face) => cellOf(extentOf(bone, face, u, Math.min), u0, cellSize, nu));
  const i1 = Uint32Array.from(chosen, (face) => cellOf(extentOf(bone, face, u, Math.max), u0, cellSize, nu));
  const j0 = Uint32Array.from(chosen, (face) => cellOf(extentOf(bone, face, v, Math.min), v0, cellSize, nv));
  const j1 = Uint32Array.from(chosen, (face) => cellOf(extentOf(bone, face, v, Math.max), v0, cellSize, nv));
  const order = Uint32Array.from(chosen, (_, k) => k).sort((a, b) => near[a] - near[b]);
  const rows = grouped(nv, order, j0, j1);
  const segments: number[] = [];
  const point = [0, 0, 0];
  const add = (...depths: readonly number[]): void => {
    for (const depth of depths) {
      point[axis] = depth;
      segments.push(point[0], point[1], point[2]);
    }
  };
  for (let j = 0; j < nv; j++) {
    if (rows.begin[j] === rows.begin[j + 1]) continue;
    point[v] = v0 + (j + 0.5) * cellSize;
    const { begin, items } = grouped(nu, rows.items.subarray(rows.begin[j], rows.begin[j + 1]), i0, i1);
    for (let i = 0; i < nu; i++) {
      if (begin[i] === begin[i + 1]) continue;
      point[u] = u0 + (i + 0.5) * cellSize;
      let low = near[items[begin[i]]];
      let high = far[items[begin[i]]];
      for (let s = begin[i] + 1; s < begin[i + 1]; s++) {
        const k = items[s];
        if (near[k] > high) {
          add(low, high);
          low = near[k];
          high = far[k];
        } else high = Math.max(high, far[k]);
      }
      add(low, high);
    }
  }
  return Float64Array.from(segments);
}

/** A counting sort: puts each item into every group from its first to its last; in a group, items keep their order. */
function grouped(groups: number, order: Uint32Array, first: Uint32Array, last: Uint32Array): Groups {
  const begin = new Uint32Array(groups + 1);
  for (const k of order) for (let g = first[k]; g <= last[k]; g++) begin[g]++;
  let count = 0;
  for (let g = 0; g <= groups; g++) {
    count += begin[g];
    begin[g] = count;
  }
  const items = new Uint32Array(count);
  // From the back, so that each group's end moves to its beginning.
  for (let at = order.length - 1; at >= 0; at--) {
    const k = order[at];
    for (let g = first[k]; g <= last[k]; g++) items[--begin[g]] = k;
  }
  return { begin, items };
}

/** The least or the greatest coordinate of a face along an axis. */
function extentOf(
  { positions, faces }: Surface,
  face: number,
  axis: number,
  choose: (a: number, b: number, c: number) => number,
): number {
  const f = 3 * face;
  return choose(positions[3 * faces[f] + axis], positions[3 * faces[f + 1] + axis], positions[3 * faces[f + 2] + axis]);
}
