// A fresh scanline index against its definition: every face in every cell of one level that its box overlaps, once, in
// order of depth, with extents in whole steps; that level is the finest at which the cells are at most MOST_SPANS.

import { describe, expect, test } from '@jest/globals';
import { box as blockOf } from '#datasets';
import {
  FACE_BITS,
  LOWEST_COLUMN,
  LOWEST_ROW,
  MOST_SPANS,
  partOf,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_EDGES,
  SPAN_FACE,
} from '#records';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';
import { boneOf, boxOf, type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { box, join, move, sphere, strip, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 121;

interface Span {
  readonly level: number;
  readonly i: number;
  readonly j: number;
  readonly s: number;
}

/** The spans of each face; throws if cells overlap in the arrays, leave a gap, or are out of order. */
function spansByFace(index: ScanlineIndex, faceCount: number): Span[][] {
  const { nu, nv, levels, levelSpans, cellStart, cellCount, cellExtent, spans: words, spanCount } = index;
  const near = (s: number) => words[SPAN * s + SPAN_DEPTH] & 0xffff;
  const far = (s: number) => words[SPAN * s + SPAN_DEPTH] >>> 16;
  const spans: Span[][] = Array.from({ length: faceCount }, () => []);
  let [next, cell] = [0, 0];
  const visit = (level: number, i: number, j: number): void => {
    if (cellStart[cell] !== next) throw new Error(`cell ${cell} begins at ${cellStart[cell]}, not at ${next}`);
    next += cellCount[cell];
    for (let s = cellStart[cell]; s < next; s++) {
      if (s > cellStart[cell] && near(s) < near(s - 1)) throw new Error(`cell ${cell} is out of order at span ${s}`);
      if (!(far(s) - near(s) <= cellExtent[cell]))
        throw new Error(`span ${s} is deeper than the reach of cell ${cell}`);
      spans[words[SPAN * s + SPAN_FACE] & FACE_BITS].push({ level, i, j, s });
    }
    cell++;
  };
  for (let level = 0; level < levels; level++) {
    const before = next;
    for (let j = 0; j < Math.ceil(nv / 2 ** level); j++)
      for (let i = 0; i < Math.ceil(nu / 2 ** level); i++) visit(level, i, j);
    expect(levelSpans[level]).toBe(next - before);
  }
  expect([next, words.length, cell]).toEqual([spanCount, SPAN * spanCount, cellStart.length]);
  // No level is stored unnecessarily.
  if (levels > 1) expect(levelSpans[levels - 1]).toBeGreaterThan(0);
  return spans;
}

/**
 * Cells of one direction whose closed interval meets [low, high], with the rounding of a cell's border: certainly, and
 * possibly.
 */
function cellsWithin(low: number, high: number, origin: number, cellSize: number, count: number) {
  const slack = 2 ** -48 * (Math.abs(origin) + Math.abs(low) + Math.abs(high) + count * cellSize);
  const surely: number[] = [];
  const possibly: number[] = [];
  for (let i = 0; i < count; i++) {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : origin + i * cellSize;
    const to = i === count - 1 ? Number.POSITIVE_INFINITY : origin + (i + 1) * cellSize;
    if (from <= high + slack && to >= low - slack) possibly.push(i);
    if (from < high - slack && to > low + slack) surely.push(i);
  }
  return { surely, possibly, slack };
}

/**
 * Throws if the bytes of a span cover less than the face's extent in its cell, or more than 1/256 of the cell beyond
 * it.
 */
function checkBytes(
  byteLow: number,
  byteHigh: number,
  low: number,
  high: number,
  start: number,
  size: number,
  slack: number,
) {
  const unit = size / 256;
  const isHeld =
    (byteLow === 0 || start + byteLow * unit <= low + slack) &&
    (byteHigh === 255 || start + (byteHigh + 1) * unit >= high - slack);
  const isTight =
    (byteLow === 255 || start + (byteLow + 1) * unit >= low - slack) &&
    (byteHigh === 0 || start + byteHigh * unit <= high + slack);
  if (!isHeld || !isTight)
    throw new Error(`bytes ${byteLow}, ${byteHigh} for ${low} to ${high} in the cell from ${start}, ${size} wide`);
}

/** Throws if a depth is not in the given step, up to the rounding of a step's border. */
function checkSteps(step: number, x: number, depth0: number, depthScale: number) {
  const exact = (x - depth0) * depthScale;
  const slack = 2 ** -30 + 2 ** -50 * (Math.abs(x) + Math.abs(depth0)) * depthScale;
  if (step < Math.min(65535, exact - 1 - slack) || step > exact + slack) throw new Error(`step ${step} for ${exact}`);
}

/** @returns the number of spans and the number of levels. */
function check(shape: Shape): { spans: number; levels: number } {
  const bone = boneOf(shape);
  const index = bone.scanlines;
  const { axis, nu, nv, u0, v0, cellSize, depth0, depthScale, spans: words } = index;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  expect(nu * nv).toBeLessThanOrEqual(Math.max(1024, bone.faceCount));
  spansByFace(index, bone.faceCount).forEach((spans, f) => {
    const low = boxOf(bone, f).slice(0, 3);
    const high = boxOf(bone, f).slice(3);
    const at = (level: number) => {
      const [size, ...counts] = [cellSize * 2 ** level, Math.ceil(nu / 2 ** level), Math.ceil(nv / 2 ** level)];
      return {
        size,
        columns: cellsWithin(low[u], high[u], u0, size, counts[0]),
        rows: cellsWithin(low[v], high[v], v0, size, counts[1]),
      };
    };
    const level = spans[0].level;
    if (spans.some((span) => span.level !== level)) throw new Error(`face ${f} is in two levels`);
    const { size, columns, rows } = at(level);
    if (columns.surely.length * rows.surely.length > MOST_SPANS || spans.length > MOST_SPANS)
      throw new Error(`face ${f} is in ${spans.length} cells of level ${level}`);
    if (level > 0) {
      const finer = at(level - 1);
      if (finer.columns.possibly.length * finer.rows.possibly.length <= MOST_SPANS)
        throw new Error(`face ${f} is in level ${level}, where level ${level - 1} would do`);
    }
    const cells = new Set(spans.map(({ i, j }) => i + nu * j));
    if (cells.size !== spans.length) throw new Error(`face ${f} is in a cell twice`);
    for (const j of rows.surely)
      for (const i of columns.surely)
        if (!cells.has(i + nu * j)) throw new Error(`face ${f} is not in cell ${i}, ${j}`);
    const [leastI, leastJ] = [Math.min(...spans.map(({ i }) => i)), Math.min(...spans.map(({ j }) => j))];
    for (const { i, j, s } of spans) {
      if (!columns.possibly.includes(i) || !rows.possibly.includes(j))
        throw new Error(`face ${f} is in cell ${i}, ${j}`);
      const owner = words[SPAN * s + SPAN_FACE];
      const isLowest = [(owner & LOWEST_COLUMN) !== 0, (owner & LOWEST_ROW) !== 0];
      if (isLowest[0] !== (i === leastI) || isLowest[1] !== (j === leastJ))
        throw new Error(`flags ${isLowest} of face ${f}`);
      const depth = words[SPAN * s + SPAN_DEPTH];
      checkSteps(depth & 0xffff, low[axis], depth0, depthScale);
      checkSteps(depth >>> 16, high[axis], depth0, depthScale);
      const q = words[SPAN * s + SPAN_BOUNDS];
      const edges = [SPAN_EDGES.lowU, SPAN_EDGES.highU, SPAN_EDGES.lowV, SPAN_EDGES.highV].map((part) =>
        partOf(q, part),
      );
      checkBytes(edges[0], edges[1], low[u], high[u], u0 + i * size, size, columns.slack);
      checkBytes(edges[2], edges[3], low[v], high[v], v0 + j * size, size, rows.slack);
    }
  });
  return { spans: index.spanCount, levels: index.levels };
}

describe('buildScanlines', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(`holds random faces, huge beside tiny, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let spans = 0;
    let levels = 0;
    for (const [count, spread] of [
      [1, 0],
      [13, 1],
      [90, 2],
      [90, 4],
      [400, 9],
    ]) {
      const found = check(tetrahedra(random, count, scale, offset, spread));
      spans += found.spans;
      levels = Math.max(levels, found.levels);
    }
    expect(spans).toBeGreaterThan(2000);
    expect(levels).toBeGreaterThan(2);
  });
  const shapes: [string, Shape][] = [
    ['one triangle', { positions: coordinates(mulberry32(SEED), 9, 1, 0), faces: [0, 1, 2] }],
    ['a point', { positions: [3, 4, 5], faces: [0, 0, 0] }],
    ['a line', { positions: [0, 0, 0, 1, 0, 0, 5, 0, 0], faces: [0, 1, 2, 1, 2, 0] }],
    ['a box, its faces on borders', box(4, 4, 4)],
    ['a long needle', box(1e6, 1e-3, 1e-3)],
    [
      'a flat strip',
      { positions: strip(40, 'open').positions.map((x, k) => (k % 3 === 2 ? 7 : x)), faces: strip(40, 'open').faces },
    ],
    ['a sphere', sphere(3, 10)],
    ['two bodies far apart', join(torus(20, 10, 3, 1), move(torus(20, 10, 3, 1), [1e5, 2e5, -3e5]))],
  ];
  test.each(shapes)('holds %s', (_, shape) => {
    expect(check(shape).spans).toBeGreaterThanOrEqual(shape.faces.length / 3);
  });
  test('looks along a tube, not across it', () => {
    // Long faces along z: seen along z they are narrow as points.
    for (const [turn, axis] of [
      [0, 2],
      [1, 0],
      [2, 1],
    ]) {
      const tube = torus(3, 3, 1, 0.2);
      const positions = Array.from({ length: 60 }, (_, i) => {
        const at = [Math.cos(i), Math.sin(i), i % 2 ? 30 : 0];
        return [0, 1, 2].map((k) => at[(k - turn + 3) % 3]);
      }).flat();
      const faces = Array.from({ length: 58 }, (_, i) => [i, i + 1, i + 2]).flat();
      expect(boneOf(join({ positions, faces }, tube)).scanlines.axis).toBe(axis);
    }
  });
  test.each([0, 1, 2])('looks through a blade, thin along axis %i, so that no ray meets many of its faces', (thin) => {
    const { positions, faces } = blockOf({ size: [60, 1, 25], divisions: [60, 1, 25] });
    const turned = positions.map((_, i) => positions[i - (i % 3) + (((i % 3) - thin + 4) % 3)]);
    const { axis, cellCount } = boneOf({ positions: turned, faces }).scanlines;
    expect(axis).toBe(thin);
    // Two sides, in cells of about two; seen along the blade, 6,340 faces would lie in some thirty cells.
    expect(Math.max(...cellCount)).toBeLessThan(60);
  });
});
