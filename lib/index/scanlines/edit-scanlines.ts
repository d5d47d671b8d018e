// An edit of faces → the cells that they touch rewritten, once each, and every other cell as it was.
//
//   before   spans   ┌ cell 0 ┬ cell 1 ┬ cell 2 ┐            Removed faces' spans are taken out of a cell where it
//                    │ a b c  │ d e    │ f      │            lies; new faces' spans are merged in by depth. A cell
//   after            ┌ cell 0 ┬────────┬ cell 2 ┬ cell 1 ┐   whose capacity is too small moves to the end of the
//                    │ a c ·  │ unused │ f      │ d g e ·│   arrays with twice what it needs, so that moves are few.
//
// The invariants of build-scanlines.ts hold after each edit: each cell's spans are in order of depth, and cellExtent is
// at least the extent of every span in its cell (removing a span leaves cellExtent as it is: it is only a bound).

import { grown, sortRange } from '#core';
import { FACE_BITS, farDepth, nearDepth, type ScanlineIndex, SPAN, SPAN_DEPTH, SPAN_FACE } from '#records';
import { cellsBelow } from './cells.ts';
import { FaceSpans } from './face-spans.ts';

/** Up to this many new spans of a cell are sorted by insertion: calling the library's sort costs more than that. */
const FEW = 64;
/** With this many spans, and 2^32 cells, keys are below 2^53. */
const MOST_KEYS = 2 ** 21;

/** Gives the index capacity for the spans of edits to come, so that the first cut takes no longer than later ones. */
export function reserveSpans(index: ScanlineIndex): void {
  index.cellCapacity ??= index.cellCount.slice();
  if (SPAN * index.spanCount === index.spans.length) growSpans(index);
}

/**
 * Removes the spans of some faces from their cells, and inserts those of new faces into theirs, in order of depth; a
 * cell that is too full moves to the end of the arrays with twice the capacity. Its time is proportional to the spans
 * in the cells that are touched, plus sorting the new ones.
 * @param retired 1 for the faces to remove, and for others that are in no cell.
 */
export function editScanlines(
  index: ScanlineIndex,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array,
  removed: ArrayLike<number>,
  added: ArrayLike<number>,
): void {
  index.cellCapacity ??= index.cellCount.slice();
  if (removed.length > 0) remove(index, positions, faces, retired, removed);
  if (added.length > 0) add(index, positions, faces, added);
}

function remove(
  index: ScanlineIndex,
  positions: Float64Array,
  faces: Uint32Array,
  retired: Uint8Array,
  removed: ArrayLike<number>,
): void {
  const { levels, levelSpans } = index;
  const face = new FaceSpans();
  let cells = new Uint32Array(4 * removed.length);
  let count = 0;
  for (let k = 0; k < removed.length; k++) {
    face.take(index, positions, faces, removed[k]);
    if (face.level >= levels) continue;
    for (let j = face.j0; j <= face.j1; j++)
      for (let i = face.i0; i <= face.i1; i++) {
        if (count === cells.length) cells = grown(cells, count, count + 1);
        cells[count++] = face.cell(i, j);
      }
  }
  sortRange(cells, 0, count);
  for (let k = 0, level = 0, end = cellsBelow(index, 1); k < count; k++) {
    if (k > 0 && cells[k] === cells[k - 1]) continue;
    while (cells[k] >= end) end = cellsBelow(index, ++level + 1);
    levelSpans[level] -= dropRetired(index, cells[k], retired);
  }
}

/** Removes retired faces from a cell. @returns how many. */
function dropRetired({ spans, cellStart, cellCount }: ScanlineIndex, cell: number, retired: Uint8Array): number {
  const end = SPAN * (cellStart[cell] + cellCount[cell]);
  let to = SPAN * cellStart[cell];
  for (let s = to; s < end; s += SPAN) {
    if (retired[spans[s + SPAN_FACE] & FACE_BITS] === 1) continue;
    if (to < s) for (let word = 0; word < SPAN; word++) spans[to + word] = spans[s + word];
    to += SPAN;
  }
  const dropped = (end - to) / SPAN;
  cellCount[cell] -= dropped;
  return dropped;
}

function add(index: ScanlineIndex, positions: Float64Array, faces: Uint32Array, added: ArrayLike<number>): void {
  const face = new FaceSpans();
  /** The new spans, face by face, and the cell of each. */
  let spans = new Uint32Array(4 * SPAN * added.length);
  let cells = new Uint32Array(4 * added.length);
  let count = 0;
  for (let k = 0; k < added.length; k++) {
    face.take(index, positions, faces, added[k]);
    makeLevel(index, face.level);
    for (let j = face.j0; j <= face.j1; j++)
      for (let i = face.i0; i <= face.i1; i++) {
        if (count === cells.length) {
          cells = grown(cells, count, count + 1);
          spans = grown(spans, SPAN * count, SPAN * cells.length);
        }
        cells[count] = face.cell(i, j);
        face.write(i, j, spans, SPAN * count++);
      }
    index.levelSpans[face.level] += (face.i1 - face.i0 + 1) * (face.j1 - face.j0 + 1);
  }
  const order = byCell(cells, count);
  for (let first = 0, end = 0; first < count; first = end) {
    const cell = cells[order[first]];
    while (end < count && cells[order[end]] === cell) end++;
    sortByDepth(order, first, end, spans);
    merge(index, cell, spans, order, first, end);
  }
}

/**
 * The numbers of spans, in the order of their cells, and ascending in each cell. Cells are below 2^32 and these numbers
 * below 2^21, so both fit in one exact number, and sorting needs no call for each comparison.
 */
function byCell(cells: Uint32Array, count: number): Uint32Array {
  if (count > MOST_KEYS)
    return Uint32Array.from({ length: count }, (_, span) => span).sort((a, b) => cells[a] - cells[b] || a - b);
  const keys = new Float64Array(count);
  for (let span = 0; span < count; span++) keys[span] = MOST_KEYS * cells[span] + span;
  keys.sort();
  const order = new Uint32Array(count);
  // MOST_KEYS is a power of two: both products are exact.
  for (let k = 0; k < count; k++) order[k] = keys[k] - MOST_KEYS * Math.floor(keys[k] * (1 / MOST_KEYS));
  return order;
}

/** Sorts order[first … end − 1] by least depth; spans of one depth stay in their order. */
function sortByDepth(order: Uint32Array, first: number, end: number, spans: Uint32Array): void {
  const depthOf = (span: number) => nearDepth(spans[SPAN * span + SPAN_DEPTH]);
  if (end - first > FEW) {
    order.subarray(first, end).sort((a, b) => depthOf(a) - depthOf(b) || a - b);
    return;
  }
  for (let k = first + 1; k < end; k++) {
    const span = order[k];
    const depth = depthOf(span);
    let at = k;
    for (; at > first && depthOf(order[at - 1]) > depth; at--) order[at] = order[at - 1];
    order[at] = span;
  }
}

/**
 * Merges the spans order[first … end − 1], which are in order of depth, with those of a cell, from the back, where the
 * cell has its spare capacity.
 */
function merge(
  index: ScanlineIndex,
  cell: number,
  added: Uint32Array,
  order: Uint32Array,
  first: number,
  end: number,
): void {
  const { cellStart, cellCount, cellExtent } = index;
  const before = cellCount[cell];
  const count = before + end - first;
  reserveCell(index, cell, count);
  cellCount[cell] = count;
  const { spans } = index;
  const start = SPAN * cellStart[cell];
  let old = start + SPAN * (before - 1);
  let to = start + SPAN * (count - 1);
  for (let k = end - 1; k >= first; k--) {
    const from = SPAN * order[k];
    const depth = added[from + SPAN_DEPTH];
    for (; old >= start && nearDepth(spans[old + SPAN_DEPTH]) >= nearDepth(depth); old -= SPAN, to -= SPAN)
      for (let word = 0; word < SPAN; word++) spans[to + word] = spans[old + word];
    for (let word = 0; word < SPAN; word++) spans[to + word] = added[from + word];
    to -= SPAN;
    cellExtent[cell] = Math.max(cellExtent[cell], farDepth(depth) - nearDepth(depth));
  }
}

/** Gives a cell the capacity for `count` spans. */
function reserveCell(index: ScanlineIndex, cell: number, count: number): void {
  const { cellStart, cellCount } = index;
  const capacity = index.cellCapacity;
  if (capacity === null || count <= capacity[cell]) return;
  const from = cellStart[cell];
  const to = index.spanCount;
  capacity[cell] = Math.max(4, 2 * count);
  index.spanCount += capacity[cell];
  if (SPAN * index.spanCount > index.spans.length) growSpans(index);
  index.spans.copyWithin(SPAN * to, SPAN * from, SPAN * (from + cellCount[cell]));
  cellStart[cell] = to;
}

/** Adds to the index the cells of a level and of the levels below it, unless it has them already. */
function makeLevel(index: ScanlineIndex, level: number): void {
  if (level < index.levels) return;
  const had = index.cellCount.length;
  const cells = cellsBelow(index, level + 1);
  const longer = <T extends Uint32Array | Uint16Array>(values: T): T => {
    const all = new (values.constructor as new (length: number) => T)(cells);
    all.set(values.subarray(0, had));
    return all;
  };
  index.levels = level + 1;
  index.cellStart = longer(index.cellStart);
  index.cellCount = longer(index.cellCount);
  index.cellExtent = longer(index.cellExtent);
  index.cellCapacity = index.cellCapacity && longer(index.cellCapacity);
}

function growSpans(index: ScanlineIndex): void {
  index.spans = grown(index.spans, index.spans.length, Math.max(SPAN * index.spanCount, index.spans.length + SPAN));
}
