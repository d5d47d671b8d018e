// Edits of the scanline index: the same for many faces at once as one by one, each cell as in a fresh index; the work
// depends on what is touched, however many faces are in one cell.

import { describe, expect, jest, test } from '@jest/globals';
import { FACE_BITS, MOST_LEVELS, type ScanlineIndex, SPAN, SPAN_DEPTH, SPAN_FACE } from '#records';
import { cellsBelow } from '#scanlines/cells.ts';
import { buildScanlines, editScanlines } from '#scanlines';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';
import { boneOf, type Shape } from '#harness/stage-bodies.ts';

const SEED = 133;

/**
 * Words of each span in each cell, by face; throws if a cell is out of order, reaches too little, or overlaps another.
 */
function cellsOf(index: ScanlineIndex): Map<number, number[]>[] {
  const { cellStart, cellCount, cellExtent, cellCapacity, spans, levels, levelSpans } = index;
  const taken = new Uint8Array(index.spanCount);
  const cells = Array.from(cellStart, (start, cell) => {
    const found = new Map<number, number[]>();
    for (let s = start; s < start + (cellCapacity?.[cell] ?? cellCount[cell]); s++)
      if (taken[s]++ > 0) throw new Error(`cell ${cell} lies over another`);
    for (let s = start; s < start + cellCount[cell]; s++) {
      const words = [...spans.subarray(SPAN * s, SPAN * (s + 1))];
      const [near, far] = [words[SPAN_DEPTH] & 0xffff, words[SPAN_DEPTH] >>> 16];
      if (s > start && near < (spans[SPAN * (s - 1) + SPAN_DEPTH] & 0xffff))
        throw new Error(`cell ${cell} is out of order`);
      if (far - near > cellExtent[cell]) throw new Error(`cell ${cell} reaches too little`);
      found.set(words[SPAN_FACE] & FACE_BITS, words);
    }
    if (found.size !== cellCount[cell]) throw new Error(`cell ${cell} holds a face twice`);
    return found;
  });
  for (let level = 0; level < levels; level++) {
    const own = cells.slice(cellsBelow(index, level), cellsBelow(index, level + 1));
    expect(levelSpans[level]).toBe(own.reduce((sum, { size }) => sum + size, 0));
  }
  return cells;
}

describe('editScanlines', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 1e5],
  ])(`leaves each cell as a build of the live faces has it, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const [start, count] = [200, 600];
    // The first are small and define the grid; a few of the others reach across all of it, and beyond.
    const corners = Array.from({ length: count }, (_, f) => {
      const centre = coordinates(random, 3, scale, offset);
      const size = scale * 2 ** (f < start ? -8 : 1 - 9 * random());
      return Array.from({ length: 9 }, (_, i) => centre[i % 3] + size * signed(random));
    });
    const at = Float64Array.from(corners.flat());
    const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
    const bounds = Float64Array.of(...[-1, 1].flatMap((end) => [0, 1, 2].map(() => offset + end * scale)));
    const index = buildScanlines(at, faces, start, bounds);
    const live = new Set(Array.from({ length: start }, (_, f) => f));
    let levels = 0;
    for (let round = 0; round < longRun(24, 6); round++) {
      const some = (share: number) => Array.from({ length: count }, (_, f) => f).filter(() => random() < share);
      const chosen = some([0.002, 0.05, 0.5][round % 3]);
      const removed = chosen.filter((f) => live.has(f));
      const added = chosen.filter((f) => !live.has(f));
      for (const f of removed) live.delete(f);
      for (const f of added) live.add(f);
      const retired = Uint8Array.from({ length: count }, (_, f) => (live.has(f) ? 0 : 1));
      // The removal may name absent faces, and a face twice.
      const absent = Array.from(retired.keys()).filter((f) => retired[f] === 1);
      editScanlines(index, at, faces, retired, [...removed, ...removed.slice(0, 2), ...absent.slice(0, 3)], added);
      const numbers = [...live].sort((a, b) => a - b);
      levels = Math.max(levels, index.levels);
      // On the same grid: an emptied index, to which the live faces are added one by one.
      const fresh = {
        ...buildScanlines(at, faces, start, bounds),
        levelSpans: new Uint32Array(MOST_LEVELS),
        spanCount: 0,
      };
      fresh.cellCount.fill(0);
      for (const f of numbers) editScanlines(fresh, at, faces, retired, [], [f]);
      const [found, expected] = [index, fresh].map((made) => cellsOf(made).map((spans) => [...spans].sort()));
      while (found.length < expected.length) found.push([]);
      expect(JSON.stringify(found.slice(0, expected.length))).toBe(JSON.stringify(expected));
      expect(found.slice(expected.length).every(({ length }) => length === 0)).toBe(true);
    }
    expect(levels).toBeGreaterThan(2);
  });
});

/** n faces around one point, most of whose spans lie in few cells. */
function fan(n: number): Shape {
  const rim = Array.from({ length: n }, (_, i) => {
    const turn = (2 * Math.PI * i) / n;
    return [Math.cos(turn), Math.sin(turn), 0];
  });
  return {
    positions: [0, 0, 1, ...rim.flat()],
    faces: rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % n)]),
  };
}

test('taking a fan away and putting it back moves each span of its cells a few times, however many there are', () => {
  for (const degree of [10, 1000, longRun(40000, 8000)]) {
    const bone = boneOf(fan(degree));
    const all = Uint32Array.from({ length: degree }, (_, f) => f);
    const corners = bone.faces.slice(0, 3 * degree);
    const spans = bone.scanlines.spanCount;
    let moved = 0;
    const move = Uint32Array.prototype.copyWithin;
    const spy = jest.spyOn(Uint32Array.prototype, 'copyWithin').mockImplementation(function (
      this: Uint32Array,
      to,
      from,
      end,
    ) {
      moved += (end ?? this.length) - from;
      return move.call(this, to, from, end);
    });
    // Remove half of it first: the rest must stay in order.
    bone.apply(
      all.filter((f) => f % 2 === 0),
      new Float64Array(0),
      new Uint32Array(0),
    );
    bone.apply(
      all.filter((f) => f % 2 === 1),
      new Float64Array(0),
      corners,
    );
    bone.apply(new Uint32Array(0), new Float64Array(0), corners);
    spy.mockRestore();
    cellsOf(bone.scanlines);
    // An edit that removes moves kept spans once; one that adds moves old spans once, again if their cell moves.
    expect(moved).toBeLessThanOrEqual(SPAN * (spans / 2 + spans + 3 * spans));
    expect(bone.scanlines.levelSpans.reduce((sum, count) => sum + count)).toBe(2 * spans);
  }
});
