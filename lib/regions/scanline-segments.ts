// Some of the bone's faces → the pieces of scanlines between their least and greatest depths, cell by cell, to be looked at.

import { cellOf, FACE_BITS, SPAN, SPAN_FACE, type Surface } from '../records/index.ts';

type Interval = [near: number, far: number];

/**
 * For each cell in which a chosen face leaves a span, row by row (v), in a row by column (u): the union of the chosen faces' intervals of depth, each from the face's least
 * corner to its greatest, as disjoint segments in ascending order on the cell's middle line. Depths are the faces' own: those of the index are rounded outward to steps.
 * @param chosen live faces. @returns 6 numbers a segment, mm: its near end, its far end; the same point twice where a face lies across the scanlines.
 */
export function scanlineSegments(bone: Surface, chosen: Uint32Array): Float64Array {
  const { axis, u0, v0, cellSize, nu, nv, cellStart, cellCount, spans } = bone.scanlines;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const isChosen = new Uint8Array(bone.faceCount);
  for (const face of chosen) isChosen[face] = 1;
  const [uLow, uHigh] = extentOf(bone, chosen, u);
  const [vLow, vHigh] = extentOf(bone, chosen, v);
  const i0 = cellOf(uLow, u0, cellSize, nu);
  const i1 = cellOf(uHigh, u0, cellSize, nu);
  const j0 = cellOf(vLow, v0, cellSize, nv);
  const j1 = cellOf(vHigh, v0, cellSize, nv);
  const segments: number[] = [];
  const point = [0, 0, 0];
  for (let j = j0; j <= j1; j++)
    for (let i = i0; i <= i1; i++) {
      const start = cellStart[i + nu * j];
      const end = start + cellCount[i + nu * j];
      const depths: Interval[] = [];
      for (let s = start; s < end; s++) {
        const face = spans[SPAN * s + SPAN_FACE] & FACE_BITS;
        if (isChosen[face] === 1) depths.push(extentOf(bone, [face], axis));
      }
      point[u] = u0 + (i + 0.5) * cellSize;
      point[v] = v0 + (j + 0.5) * cellSize;
      for (const ends of union(depths))
        for (const depth of ends) {
          point[axis] = depth;
          segments.push(point[0], point[1], point[2]);
        }
    }
  return Float64Array.from(segments);
}

/** The least and the greatest coordinate of faces along an axis. */
function extentOf({ positions, faces }: Surface, chosen: Iterable<number>, axis: number): Interval {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const face of chosen)
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const x = positions[3 * faces[corner] + axis];
      if (x < low) low = x;
      if (x > high) high = x;
    }
  return [low, high];
}

/** The union of closed intervals, which are put in order: disjoint ones, ascending. */
function union(intervals: Interval[]): Interval[] {
  intervals.sort((a, b) => a[0] - b[0]);
  const joined: Interval[] = [];
  for (const interval of intervals) {
    const last = joined.at(-1);
    if (last !== undefined && interval[0] <= last[1]) last[1] = Math.max(last[1], interval[1]);
    else joined.push(interval);
  }
  return joined;
}
