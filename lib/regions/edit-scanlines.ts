// An edit of faces → the cells that they touch rewritten, every other cell as it was.

import { cellOf, FACE_BITS, firstSpanFrom, type ScanlineIndex, SPAN, SPAN_FACE } from '../records/index.ts';
import { placeFace } from './build-scanlines.ts';

/** Makes room for the spans of edits to come. */
export function reserveSpans(index: ScanlineIndex): void {
  index.cellCapacity ??= index.cellCount.slice();
  if (SPAN * index.spanCount === index.spans.length) growSpans(index);
}

/** Takes a face's spans out of its cells. */
export function removeFromScanlines(
  index: ScanlineIndex,
  positions: Float64Array,
  faces: Uint32Array,
  f: number,
): void {
  const { axis, u0, v0, cellSize, nu, nv, spans, cellStart, cellCount } = index;
  index.cellCapacity ??= cellCount.slice();
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const a = 3 * faces[3 * f];
  const b = 3 * faces[3 * f + 1];
  const c = 3 * faces[3 * f + 2];
  const i0 = cellOf(Math.min(positions[a + u], positions[b + u], positions[c + u]), u0, cellSize, nu);
  const i1 = cellOf(Math.max(positions[a + u], positions[b + u], positions[c + u]), u0, cellSize, nu);
  const j0 = cellOf(Math.min(positions[a + v], positions[b + v], positions[c + v]), v0, cellSize, nv);
  const j1 = cellOf(Math.max(positions[a + v], positions[b + v], positions[c + v]), v0, cellSize, nv);
  for (let j = j0; j <= j1; j++)
    for (let i = i0; i <= i1; i++) {
      const cell = i + nu * j;
      const start = cellStart[cell];
      const end = start + cellCount[cell];
      for (let s = start; s < end; s++) {
        if ((spans[SPAN * s + SPAN_FACE] & FACE_BITS) !== f) continue;
        spans.copyWithin(SPAN * s, SPAN * (s + 1), SPAN * end);
        cellCount[cell]--;
        break;
      }
    }
}

/** Puts a new face's spans into its cells, in order of depth; a full cell moves to the end of the arrays with twice the room. */
export function addToScanlines(index: ScanlineIndex, positions: Float64Array, faces: Uint32Array, f: number): void {
  index.cellCapacity ??= index.cellCount.slice();
  const capacity = index.cellCapacity;
  placeFace(index, positions, faces, f, (cell, near) => {
    if (index.cellCount[cell] === capacity[cell]) moveCell(index, capacity, cell);
    const start = index.cellStart[cell];
    const end = start + index.cellCount[cell]++;
    const s = firstSpanFrom(index.spans, start, end, near);
    index.spans.copyWithin(SPAN * (s + 1), SPAN * s, SPAN * end);
    return s;
  });
}

function moveCell(index: ScanlineIndex, capacity: Uint32Array, cell: number): void {
  const from = index.cellStart[cell];
  const count = index.cellCount[cell];
  const to = index.spanCount;
  capacity[cell] = Math.max(4, 2 * count);
  index.spanCount += capacity[cell];
  if (SPAN * index.spanCount > index.spans.length) growSpans(index);
  index.spans.copyWithin(SPAN * to, SPAN * from, SPAN * (from + count));
  index.cellStart[cell] = to;
}

function growSpans(index: ScanlineIndex): void {
  const grown = new Uint32Array(Math.max(SPAN * index.spanCount, Math.ceil(1.5 * index.spans.length)));
  grown.set(index.spans);
  index.spans = grown;
}
