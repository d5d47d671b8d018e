// A fresh scanline index ↔ named numbers and columns; only a valid index is made from them.

import { FACE_BITS, MOST_LEVELS, type PackedContents, type ScanlineIndex, SPAN, SPAN_FACE } from '#records';
import { cellsBelow, spansByLevel } from './cells.ts';

export const SCANLINE_COLUMNS = {
  numbers: ['axis', 'u0', 'v0', 'cellSize', 'nu', 'nv', 'depth0', 'depthScale', 'levels'],
  arrays: { cellCount: 'u32', cellExtent: 'u16', spans: 'u32' },
} as const;
type ScanlineColumns = PackedContents<typeof SCANLINE_COLUMNS>;

/** In an unedited index, the beginnings of the cells follow from their numbers of spans, so they are left out. */
export function scanlineColumns(index: ScanlineIndex): ScanlineColumns {
  const { cellCount, cellExtent, spans } = index;
  return { numbers: index, arrays: { cellCount, cellExtent, spans } };
}

/** The index, with the given arrays; or a clause that says what is impossible in the columns, as found and expected. */
export function scanlinesFrom({ numbers, arrays }: ScanlineColumns, faceCount: number): ScanlineIndex | string {
  const { axis, u0, v0, cellSize, nu, nv, depth0, depthScale, levels } = numbers;
  const { cellCount, cellExtent, spans } = arrays;
  const spanCount = spans.length / SPAN;
  if (![0, 1, 2].includes(axis)) return `has its scanlines along axis ${axis}, expected 0, 1 or 2`;
  if (!(cellSize > 0 && [cellSize, u0, v0].every(Number.isFinite)))
    return `has cells of ${cellSize} mm from ${u0}, ${v0} mm, expected finite numbers and a size above 0`;
  if (!(Number.isInteger(levels) && levels >= 1 && levels <= MOST_LEVELS))
    return `has ${levels} levels of cells, expected 1 to ${MOST_LEVELS}`;
  // Level 0 first: the sum takes whole numbers of 32 bits.
  const isGrid = [nu, nv].every((n) => Number.isInteger(n) && n >= 1) && nu * nv <= cellCount.length;
  const cells = isGrid ? cellsBelow(numbers, levels) : 0;
  if (cellCount.length !== cells)
    return `has counts for ${cellCount.length} cells, expected ${nu} × ${nv} in the first of ${levels} levels`;
  if (cellExtent.length !== cells) return `has the extent of ${cellExtent.length} cells, expected ${cells}`;
  if (!(Number.isFinite(depth0) && Number.isFinite(depthScale) && depthScale >= 0))
    return `has ${depthScale} steps a mm from a depth of ${depth0} mm, expected finite numbers, not below 0 a mm`;
  const cellStart = new Uint32Array(cells);
  let next = 0;
  for (let cell = 0; cell < cells; cell++) {
    cellStart[cell] = next;
    next += cellCount[cell];
  }
  if (next !== spanCount) return `has cells of ${next} spans together, expected ${spanCount}`;
  for (let s = 0; s < spanCount; s++) {
    const face = spans[SPAN * s + SPAN_FACE] & FACE_BITS;
    if (face >= faceCount) return `names face ${face} in span ${s}, expected one below ${faceCount}`;
  }
  const levelSpans = spansByLevel(nu, nv, levels, cellCount);
  return { ...numbers, cellCount, cellExtent, spans, levelSpans, cellStart, cellCapacity: null, spanCount };
}
