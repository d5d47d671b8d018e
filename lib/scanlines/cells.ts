// Coordinates → cells of the scanline grids, levels, and steps of depth. Every mapping is monotone and clamped, so that
// what overlaps in mm overlaps in cells and steps as well, and no rounding is to be allowed for.

import { BOUND_STEPS, MOST_LEVELS, MOST_SPANS, type ScanlineIndex, SPAN, SPAN_DEPTH } from '../records/index.ts';

const DEEPEST = 0xffff;

/** The level in which a face leaves its spans that overlaps the columns i0 … i1 and the rows j0 … j1 of level 0. */
export function levelOf(i0: number, i1: number, j0: number, j1: number): number {
  let level = 0;
  while (((i1 >>> level) - (i0 >>> level) + 1) * ((j1 >>> level) - (j0 >>> level) + 1) > MOST_SPANS) level++;
  return level;
}

/**
 * Columns, or rows, of a level where level 0 has `count`. Column i of level 0 lies in column i >>> level: both halve
 * exactly.
 */
export function cellsAlong(count: number, level: number): number {
  return ((count - 1) >>> level) + 1;
}

/** Cells of the levels below `level` together. */
export function cellsBelow({ nu, nv }: Pick<ScanlineIndex, 'nu' | 'nv'>, level: number): number {
  let cells = 0;
  for (let below = 0; below < level; below++) cells += cellsAlong(nu, below) * cellsAlong(nv, below);
  return cells;
}

/**
 * How many spans there are in each level, of MOST_LEVELS.
 * @param cellCount of the cells of the first `levels` levels.
 */
export function spansByLevel(nu: number, nv: number, levels: number, cellCount: Uint32Array): Uint32Array {
  const spans = new Uint32Array(MOST_LEVELS);
  let cell = 0;
  for (let level = 0; level < levels; level++)
    for (const end = cellsBelow({ nu, nv }, level + 1); cell < end; cell++) spans[level] += cellCount[cell];
  return spans;
}

/** Steps of depth for a body between two depths: all of 0…65535. */
export function depthScaleOf(low: number, high: number): number {
  return high > low ? (DEEPEST + 1) / (high - low) : 0;
}

/**
 * A depth in whole steps, clamped to 0…65535. Monotone in x: intervals that overlap do so in steps as well, and no
 * rounding is to be allowed for.
 */
export function depthOf(x: number, depth0: number, depthScale: number): number {
  const step = (x - depth0) * depthScale;
  return step < 0 ? 0 : step < DEEPEST ? step | 0 : DEEPEST;
}

/**
 * The column (or row) of a coordinate, clamped to 0…count − 1. Monotone in x. With a level's cell size and count, a
 * power of two apart, it is that of level 0 halved as often: dividing by a power of two is exact.
 */
export function cellOf(x: number, low: number, cellSize: number, count: number): number {
  const i = (x - low) / cellSize;
  return i < 0 ? 0 : i < count ? i | 0 : count - 1;
}

/** A coordinate in 1/BOUND_STEPS of cell i, clamped to 0 … BOUND_STEPS − 1. Monotone in x. */
export function within(x: number, low: number, cellSize: number, i: number): number {
  const q = (x - (low + i * cellSize)) * (BOUND_STEPS / cellSize);
  return q < 0 ? 0 : q < BOUND_STEPS ? q | 0 : BOUND_STEPS - 1;
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
