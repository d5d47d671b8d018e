// The bone's scanlines: in which cells of a regular grid each face leaves a span of depth.

/**
 * A grid of nu × nv cells across axes u and v; a scanline runs along `axis` through each. A face leaves one span in every cell
 * that its (u, v) box overlaps. Spans of a cell lie together, sorted by near depth; a cell that was edited may have moved to the
 * arrays' end. Points outside the grid belong to its border cells (the mapping is clamped, hence monotone).
 *
 *   span s, three words of `spans` from 3·s:
 *     0  bits 0–29 face number · bit 30: the cell is in the face's lowest row (v) · bit 31: in its lowest column (u)
 *     1  low u, high u, low v, high v of the face, each in 1/256 of the cell, clamped to 0…255, from the lowest byte up
 *     2  the face's least depth (bits 0–15) and its greatest (bits 16–31): see depthOf
 */
export interface ScanlineIndex {
  /** Depth axis: 0 x, 1 y, 2 z; u and v are the next two, cyclically. */
  readonly axis: number;
  readonly u0: number;
  readonly v0: number;
  readonly cellSize: number;
  readonly nu: number;
  readonly nv: number;
  /** Depths are kept in steps of 1/depthScale from depth0 on: see depthOf. */
  readonly depth0: number;
  readonly depthScale: number;
  /** First span of cell iu + nu·iv, and how many it has. */
  readonly cellStart: Uint32Array;
  readonly cellCount: Uint32Array;
  /** Greatest extent of a span in the cell, in steps of depth: how far below a depth a span that reaches it may begin. */
  readonly cellReach: Uint16Array;
  /** Room of a cell's segment; null until the first edit, when it equals cellCount. */
  cellCapacity: Uint32Array | null;
  spanCount: number;
  spans: Uint32Array;
}

/** Words of a span, and which holds what. */
export const SPAN = 3;
export const SPAN_FACE = 0;
export const SPAN_BOUNDS = 1;
export const SPAN_DEPTH = 2;

export const FACE_BITS = 0x3fffffff;
export const LOWEST_ROW = 0x40000000;
export const LOWEST_COLUMN = 0x80000000;

const DEEPEST = 0xffff;

/** Steps of depth for a body between two depths: all of 0…65535. */
export function depthScaleOf(low: number, high: number): number {
  return high > low ? (DEEPEST + 1) / (high - low) : 0;
}

/** A depth in whole steps, clamped to 0…65535. Monotone in x: intervals that overlap do so in steps as well, and no rounding is to be allowed for. */
export function depthOf(x: number, depth0: number, depthScale: number): number {
  const step = (x - depth0) * depthScale;
  return step < 0 ? 0 : step < DEEPEST ? step | 0 : DEEPEST;
}

/** The column (or row) of a coordinate, clamped to 0…count − 1. Monotone in x. */
export function cellOf(x: number, low: number, cellSize: number, count: number): number {
  const i = (x - low) / cellSize;
  return i < 0 ? 0 : i < count ? i | 0 : count - 1;
}

/** A coordinate in 1/256 of cell i, clamped to 0…255. Monotone in x. */
export function within(x: number, low: number, cellSize: number, i: number): number {
  const q = (x - (low + i * cellSize)) * (256 / cellSize);
  return q < 0 ? 0 : q < 256 ? q | 0 : 255;
}

/** First span of [start, end) whose least depth is not below `depth` (steps). */
export function firstSpanFrom(spans: Uint32Array, start: number, end: number, depth: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[SPAN * middle + SPAN_DEPTH] & DEEPEST) < depth) low = middle + 1;
    else high = middle;
  }
  return low;
}
