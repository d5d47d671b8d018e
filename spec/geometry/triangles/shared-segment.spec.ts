// SharedSegment against the oracle's exact chord: ends on both triangles, in order, and equal to the exact ones up to
// rounding.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { pointTriangleBounds, sharedSegment } from '#reference';
import { SharedSegment, TrianglePair } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, coordinates, signed, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 33;
const segment = new SharedSegment();

function length(ends: ArrayLike<number>): number {
  return Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
}

function farther(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), Math.hypot(a[3] - b[3], a[4] - b[4], a[5] - b[5]));
}

function isOrdered(e: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) if (e[k] !== e[3 + k]) return e[k] < e[3 + k];
  return true;
}

const kinds: [TriangleKind, number][] = [
  ['generic', longRun(300, 50)],
  ['grid', longRun(300, 50)],
  ['coplanar', longRun(150, 40)],
  ['touching', longRun(150, 30)],
  ['near-parallel', longRun(300, 50)],
  ['sliver', longRun(200, 40)],
  ['zero-area', longRun(200, 40)],
];
const mayTie: TriangleKind[] = ['grid', 'coplanar', 'zero-area'];
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
];

describe('find', () => {
  test.each(kinds)(
    `%s pairs: both ends lie on both triangles within rounding, the chord is as long as the exact one (seed ${SEED})`,
    (kind, count) => {
      const random = mulberry32(SEED);
      let shared = 0;
      let worst = 0;
      let ties = 0;
      for (const [scale, offset] of places)
        for (let i = 0; i < count; i++) {
          const [a, b] = trianglePair(random, kind, scale, offset);
          const exact = sharedSegment(a, b);
          const [p, q] = [CORNER_ORDERS[i % 6], CORNER_ORDERS[Math.floor(i / 6) % 6]];
          const ends = new Float64Array(8).fill(7);
          const share = segment.find(loaded.load(a, ...p, b, ...q), ends, 1);
          if (share !== (exact !== undefined)) throw new Error(`${kind} pair ${i}: ${share}: ${a} | ${b}`);
          if (exact === undefined) continue;
          shared++;
          if (ends[0] !== 7 || ends[7] !== 7) throw new Error('wrote beside its six places');
          const found = ends.subarray(1, 7);
          if (!isOrdered(found)) throw new Error(`the ends ${found} are not in order`);
          const slack = lengthSlack(Math.abs(offset) + scale * 8);
          for (const point of [found.subarray(0, 3), found.subarray(3, 6)])
            for (const triangle of [a, b]) worst = Math.max(worst, pointTriangleBounds(point, triangle)[0] / slack);
          const off = farther(found, exact.rounded);
          if (Math.abs(length(found) - length(exact.rounded)) > 2 * slack)
            throw new Error(`${kind} pair ${i}: ${found} is not as long as ${exact.rounded}: ${a} | ${b}`);
          if (off > slack) {
            // A polygon may have two chords of the greatest length.
            if (!mayTie.includes(kind))
              throw new Error(`${kind} pair ${i}: ${found} is not ${exact.rounded}: ${a} | ${b}`);
            ties++;
          }
        }
      expect(worst).toBeLessThan(1);
      expect(ties).toBeLessThan(0.25 * shared);
      expect(shared).toBeGreaterThan(longRun(50, 8));
    },
  );
});

describe('find, by hand', () => {
  const ends = new Float64Array(6);
  const base = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);

  test('triangles that cross share a segment, ends in ascending order', () => {
    const across = Float64Array.of(1, 1, -1, 1, 1, 1, 3, -1, 1);
    expect(segment.find(loaded.load(base, 0, 3, 6, across, 0, 3, 6), ends, 0)).toBe(true);
    expect([...ends]).toEqual([1, 1, 0, 2, 0, 0]);
  });

  test('a corner on a face, and a shared corner, are points', () => {
    expect(segment.find(loaded.load(base, 0, 3, 6, Float64Array.of(1, 1, 0, 1, 1, 2, 2, 1, 2), 0, 3, 6), ends, 0)).toBe(
      true,
    );
    expect([...ends]).toEqual([1, 1, 0, 1, 1, 0]);
    expect(segment.find(loaded.load(base, 0, 3, 6, Float64Array.of(4, 0, 0, 9, 0, 1, 9, 1, 1), 0, 3, 6), ends, 0)).toBe(
      true,
    );
    expect([...ends]).toEqual([4, 0, 0, 4, 0, 0]);
  });

  test(`a corner on a face is both ends, bit for bit, in every corner order (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < longRun(200, 25); i++) {
      const [x, y, z] = coordinates(random, 3, 10 ** (6 * random() - 3), 0);
      const side = (corner: number) => [0.5 * Math.cos(2.1 * corner) + x, 0.5 * Math.sin(2.1 * corner) + y, z];
      const floor = Float64Array.from([0, 1, 2].flatMap(side));
      const above = [1, 2].flatMap(() => [x + signed(random), y + signed(random), z + 0.1 + random()]);
      const tip = Float64Array.of(x, y, z, ...above);
      for (const p of CORNER_ORDERS)
        for (const q of CORNER_ORDERS)
          for (const [A, B] of [
            [floor, tip],
            [tip, floor],
          ]) {
            expect(segment.find(loaded.load(A, ...p, B, ...q), ends, 0)).toBe(true);
            if (ends.some((value, k) => value !== tip[k % 3]))
              throw new Error(`${ends}, not ${tip.subarray(0, 3)}: ${floor}`);
          }
    }
  });

  test('faces in one plane share a polygon: its corners farthest apart', () => {
    expect(
      segment.find(loaded.load(base, 0, 3, 6, Float64Array.of(-1, 1, 0, 5, 1, 0, -1, 9, 0), 0, 3, 6), ends, 0),
    ).toBe(true);
    expect([...ends]).toEqual([0, 4, 0, 3, 1, 0]);
  });

  test('no point shared: false, and nothing is written', () => {
    ends.fill(7);
    expect(
      segment.find(
        loaded.load(
          base,
          0,
          3,
          6,
          base.map((x, i) => (i % 3 === 2 ? 1 : x)),
          0,
          3,
          6,
        ),
        ends,
        0,
      ),
    ).toBe(false);
    expect([...ends]).toEqual([7, 7, 7, 7, 7, 7]);
  });

  test('an edge nearly parallel to the plane that it crosses: the end is where the exact one is', () => {
    // Heights −1 and 2 units in the last place of 1, at the ends of an edge of length 9: a third of the way.
    const tiny = 2 ** -52;
    const flat = Float64Array.of(-9, -9, 1, 30, -9, 1, -9, 30, 1);
    const tilted = Float64Array.of(0, 0, 1 - tiny / 2, 9, 0, 1 + tiny, 4, 1, 2);
    expect(segment.find(loaded.load(flat, 0, 3, 6, tilted, 0, 3, 6), ends, 0)).toBe(true);
    expect(ends[3]).toBeCloseTo(3, 14);
  });
});
