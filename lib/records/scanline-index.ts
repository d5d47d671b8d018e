// The bone's scanlines: in which cells of a regular grid each face leaves a span of depth.

/**
 * A grid of nu × nv cells across axes u and v; a scanline runs along `axis` through each. A face leaves one span in every cell
 * that its (u, v) box overlaps. Spans of a cell lie together, sorted by near depth; a cell that was edited may have moved to the
 * arrays' end. Points outside the grid belong to its border cells (the mapping is clamped, hence monotone).
 *
 *   span s:  face[s]   bits 0–29 face number · bit 30: the cell is in the face's lowest row (v) · bit 31: in its lowest column (u)
 *            near[s], far[s]   the face's least and greatest depth, rounded outward to f32
 *            bounds[s]  low u, high u, low v, high v of the face, each in 1/256 of the cell, clamped to 0…255, from the lowest byte up
 */
export interface ScanlineIndex {
  /** Depth axis: 0 x, 1 y, 2 z; u and v are the next two, cyclically. */
  readonly axis: number;
  readonly u0: number;
  readonly v0: number;
  readonly cellSize: number;
  readonly nu: number;
  readonly nv: number;
  /** First span of cell iu + nu·iv, and how many it has. */
  readonly cellStart: Uint32Array;
  readonly cellCount: Uint32Array;
  /** Greatest far − near in the cell, rounded up: how far below a depth a span that reaches it may begin. */
  readonly cellReach: Float32Array;
  /** Room of a cell's segment; null until the first edit, when it equals cellCount. */
  cellCapacity: Uint32Array | null;
  spanCount: number;
  near: Float32Array;
  far: Float32Array;
  face: Uint32Array;
  bounds: Uint32Array;
}

export const FACE_BITS = 0x3fffffff;
export const LOWEST_ROW = 0x40000000;
export const LOWEST_COLUMN = 0x80000000;

/** The column (or row) of a coordinate, clamped to 0…count − 1. Monotone in x. */
export function cellOf(x: number, low: number, cellSize: number, count: number): number {
  const i = Math.floor((x - low) / cellSize);
  return Math.min(count - 1, Math.max(0, i));
}

/** A coordinate in 1/256 of cell i, clamped to 0…255. Monotone in x. */
export function within(x: number, low: number, cellSize: number, i: number): number {
  const q = Math.floor((x - (low + i * cellSize)) * (256 / cellSize));
  return Math.min(255, Math.max(0, q));
}

/** First span of [start, end) whose near depth is not below `depth`. */
export function firstSpanFrom(near: Float32Array, start: number, end: number, depth: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (near[middle] < depth) low = middle + 1;
    else high = middle;
  }
  return low;
}
