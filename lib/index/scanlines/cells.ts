// Coordinates → cells of the scanline grids, levels, and steps of depth.
//
// Every mapping is computed by the same rounded operations for all callers, and is monotone and clamped: if x ≤ y in
// mm, then cell(x) ≤ cell(y). So intervals that overlap in mm overlap in cells and in steps as well, whatever was
// rounded, and no query needs to allow for rounding.

import {
  BOUND_STEPS,
  MOST_LEVELS,
  MOST_SPANS,
  maskOf,
  type ScanlineIndex,
  SPAN,
  SPAN_DEPTH,
  SPAN_DEPTHS,
} from '#records';

/** The last step of depth, and the mask of a span's least depth. */
export const DEEPEST = maskOf(SPAN_DEPTHS.near);

/**
 * The level of a face that overlaps columns i0 … i1 and rows j0 … j1 of level 0: the finest with ≤ MOST_SPANS cells.
 */
export function levelOf(i0: number, i1: number, j0: number, j1: number): number {
  let level = 0;
  while (((i1 >>> level) - (i0 >>> level) + 1) * ((j1 >>> level) - (j0 >>> level) + 1) > MOST_SPANS) level++;
  return level;
}

/**
 * The number of columns (or rows) of a level if level 0 has `count`. Column i of level 0 lies in column i >>> level of
 * this level.
 */
export function cellsAlong(count: number, level: number): number {
  return ((count - 1) >>> level) + 1;
}

/** The number of cells of all levels below `level`, which is where the cells of `level` begin. */
export function cellsBelow({ nu, nv }: Pick<ScanlineIndex, 'nu' | 'nv'>, level: number): number {
  let cells = 0;
  for (let below = 0; below < level; below++) cells += cellsAlong(nu, below) * cellsAlong(nv, below);
  return cells;
}

/**
 * The number of spans in each of MOST_LEVELS levels.
 * @param cellCount spans of each cell of the first `levels` levels.
 */
export function spansByLevel(nu: number, nv: number, levels: number, cellCount: Uint32Array): Uint32Array {
  const spans = new Uint32Array(MOST_LEVELS);
  let cell = 0;
  for (let level = 0; level < levels; level++)
    for (const end = cellsBelow({ nu, nv }, level + 1); cell < end; cell++) spans[level] += cellCount[cell];
  return spans;
}

/** Steps per mm that map the depths from low to high to all of 0 … DEEPEST; 0 for a body without extent. */
export function depthScaleOf(low: number, high: number): number {
  return high > low ? (DEEPEST + 1) / (high - low) : 0;
}

/** A depth in whole steps, clamped to 0 … DEEPEST. Monotone in x. */
export function depthOf(x: number, depth0: number, depthScale: number): number {
  const step = (x - depth0) * depthScale;
  return step < 0 ? 0 : step < DEEPEST ? step | 0 : DEEPEST;
}

/**
 * The column (or row) of a coordinate, clamped to 0 … count − 1. Monotone in x. A level's cells are 2^level times as
 * wide, and dividing by a power of two is exact: so the column in a level is the column in level 0, halved `level`
 * times.
 */
export function cellOf(x: number, low: number, cellSize: number, count: number): number {
  const i = (x - low) / cellSize;
  return i < 0 ? 0 : i < count ? i | 0 : count - 1;
}

/** A coordinate in 1/BOUND_STEPS of cell i, clamped to 0 … BOUND_STEPS − 1. Monotone in x. */
export function stepInCell(x: number, low: number, cellSize: number, i: number): number {
  const q = (x - (low + i * cellSize)) * (BOUND_STEPS / cellSize);
  return q < 0 ? 0 : q < BOUND_STEPS ? q | 0 : BOUND_STEPS - 1;
}

/** Offsets of the numbers of a grid in the table that `placeAt` and `depthAt` read, and their count. */
export const GRID = { low: 0, cellSize: 2, depth0: 3, depthScale: 4, numbers: 5 } as const;

/**
 * What `cellOf` and `stepInCell` compute from values[at]: BOUND_STEPS × the cell + the step in it. Its arguments come
 * in tables and its arithmetic is inlined by hand, since a number passed to a call goes to the heap unless V8 inlines
 * the call, and V8 does not inline a call that few runs of the caller reach. How many do depends on the bone.
 * @param grid the numbers of GRID. @param k 0 for the column, 1 for the row.
 */
export function placeAt(values: Float64Array, at: number, grid: Float64Array, k: number, count: number): number {
  const x = values[at];
  const low = grid[GRID.low + k];
  const cellSize = grid[GRID.cellSize];
  const cell = (x - low) / cellSize;
  const i = cell < 0 ? 0 : cell < count ? cell | 0 : count - 1;
  const q = (x - (low + i * cellSize)) * (BOUND_STEPS / cellSize);
  return i * BOUND_STEPS + (q < 0 ? 0 : q < BOUND_STEPS ? q | 0 : BOUND_STEPS - 1);
}

/** What `depthOf` computes from values[at]; in tables for the same reason. */
export function depthAt(values: Float64Array, at: number, grid: Float64Array): number {
  const step = (values[at] - grid[GRID.depth0]) * grid[GRID.depthScale];
  return step < 0 ? 0 : step < DEEPEST ? step | 0 : DEEPEST;
}

/**
 * The first of spans start … end − 1, sorted by least depth, whose least depth is not below `depth`; end if none is.
 */
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
