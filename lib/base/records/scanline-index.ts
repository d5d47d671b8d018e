// The bone's scanlines as flat arrays: regular grids, each twice as coarse as the one before. Each face leaves spans of
// depth in cells of one grid.

import { type BitFields, maskOf } from './word-schema.ts';

/**
 * Grids of cells across axes u and v; a scanline runs along `axis` through each cell. Level 0 has nu × nv cells; each
 * further level has cells twice as wide, beginning at the same corner. A face leaves one span in every cell that its
 * (u, v) box overlaps, at the finest level at which there are at most MOST_SPANS such cells. So F faces leave at most
 * MOST_SPANS·F spans, however large some of them are. The total number of cells is below 2·nu·nv + 32, since a level of
 * a × b cells is followed by one of ⌈a/2⌉·⌈b/2⌉ ≤ (ab + 1)/2. Spans of a cell are contiguous, sorted by near depth; a
 * cell that was edited may have moved to the arrays' end. Points outside the grid belong to its border cells (the
 * mapping is clamped, hence monotone).
 *
 *   span s, three words of `spans` from 3·s:
 *     0  SPAN_OWNER: the face's number; whether the cell is in the face's lowest row (v), and in its lowest column (u)
 *     1  SPAN_EDGES: low u, high u, low v, high v of the face, each in 1/BOUND_STEPS of the cell, clamped to it
 *     2  SPAN_DEPTHS: the face's least depth and its greatest: see depthOf
 */
export interface ScanlineIndex {
  /** Depth axis: 0 x, 1 y, 2 z; u and v are the next two, cyclically. */
  readonly axis: number;
  readonly u0: number;
  readonly v0: number;
  /** For level 0, as are nu and nv. */
  readonly cellSize: number;
  readonly nu: number;
  readonly nv: number;
  /** Depths are kept in steps of 1/depthScale from depth0 on: see depthOf. */
  readonly depth0: number;
  readonly depthScale: number;
  /** The number of levels whose cells the arrays hold: up to the last that ever held a span. */
  levels: number;
  /** The number of spans in each level; MOST_LEVELS entries. */
  readonly levelSpans: Uint32Array;
  /**
   * For each cell, its first span and how many it has. Cell (i, j) of a level is cell i + j·(cells in a row), counted
   * after the cells of the level before.
   */
  cellStart: Uint32Array;
  cellCount: Uint32Array;
  /**
   * Greatest extent of a span in the cell, in steps of depth: a span that contains a depth begins at most this far
   * below it.
   */
  cellExtent: Uint16Array;
  /** Capacity of a cell's segment, in spans; null until the first edit, when it equals cellCount. */
  cellCapacity: Uint32Array | null;
  spanCount: number;
  spans: Uint32Array;
}

/**
 * The most spans that a face leaves. Faces of generated meshes leave 2, faces of real ones up to 16, all in level 0.
 */
export const MOST_SPANS = 16;

/** No grid has more levels: it has fewer than 2^32 cells, and the level of one cell is the last. */
export const MOST_LEVELS = 32;

/** Words of a span, and which holds what. */
export const SPAN = 3;
export const SPAN_FACE = 0;
export const SPAN_BOUNDS = 1;
export const SPAN_DEPTH = 2;

/** The parts of the word SPAN_FACE: the face (below 2^30); 1 if the cell is in the face's lowest row, column. */
export const SPAN_OWNER = {
  face: { shift: 0, bits: 30 },
  lowestRow: { shift: 30, bits: 1 },
  lowestColumn: { shift: 31, bits: 1 },
} as const satisfies BitFields;
export const FACE_BITS = maskOf(SPAN_OWNER.face);
export const LOWEST_ROW = maskOf(SPAN_OWNER.lowestRow);
export const LOWEST_COLUMN = maskOf(SPAN_OWNER.lowestColumn);

/** The parts of the word SPAN_DEPTH: least and greatest depth, in steps. */
export const SPAN_DEPTHS = {
  near: { shift: 0, bits: 16 },
  far: { shift: 16, bits: 16 },
} as const satisfies BitFields;
const NEAR_BITS = maskOf(SPAN_DEPTHS.near);
const FAR_SHIFT = SPAN_DEPTHS.far.shift;

/** Packs a span's least and greatest depth, in steps, into its word SPAN_DEPTH; the next two functions unpack them. */
export function depthsWord(near: number, far: number): number {
  return near | (far << FAR_SHIFT);
}

export function nearDepth(word: number): number {
  return word & NEAR_BITS;
}

export function farDepth(word: number): number {
  return word >>> FAR_SHIFT;
}

/** The word SPAN_BOUNDS counts in steps of 1/BOUND_STEPS of the cell; SPAN_EDGES are its parts. */
export const BOUND_STEPS = 256;
export const SPAN_EDGES = {
  lowU: { shift: 0, bits: 8 },
  highU: { shift: 8, bits: 8 },
  lowV: { shift: 16, bits: 8 },
  highV: { shift: 24, bits: 8 },
} as const satisfies BitFields;
