import { describe, expect, test } from '@jest/globals';
import { exactFraction, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { differencesHoldZero } from './difference-set.ts';
import { cornerOrders, gridTriangles, type Nine, similarities } from './triangle-cases.ts';

/** Legs 4 along x and y from the origin. */
const base: Nine = [0, 0, 0, 4, 0, 0, 0, 4, 0];
const point = (x: number, y: number, z: number): Nine => [x, y, z, x, y, z, x, y, z];

const cases: readonly (readonly [string, Nine, Nine, boolean])[] = [
  ['itself', base, base, true],
  [
    'a parallel copy one ulp above',
    base,
    [0, 0, Number.MIN_VALUE, 4, 0, Number.MIN_VALUE, 0, 4, Number.MIN_VALUE],
    false,
  ],
  ['pierced by an edge', base, [1, 1, -1, 1, 1, 1, 9, 9, 9], true],
  ['an edge passes just outside the slanted edge', base, [2, 2 + 2 ** -50, -1, 2, 2 + 2 ** -50, 1, 9, 9, 9], false],
  ['an edge crosses the slanted edge', base, [2, 2, -1, 2, 2, 1, 9, 9, 9], true],
  ['a corner on the face', base, [1, 1, 0, 1, 1, 5, 2, 1, 5], true],
  ['a corner one ulp above the face', base, [1, 1, Number.MIN_VALUE, 1, 1, 5, 2, 1, 5], false],
  ['corner to corner', base, [0, 0, 0, -1, 0, 3, 0, -1, 3], true],
  ['corner to corner in one plane', base, [0, 0, 0, -1, 0, 0, 0, -1, 0], true],
  ['corner on an edge in one plane', base, [2, 2, 0, 5, 2, 0, 5, 3, 0], true],
  ['an edge shared, across', base, [0, 0, 0, 4, 0, 0, 1, 1, 4], true],
  ['an edge shared, folded flat', base, [0, 0, 0, 4, 0, 0, 1, -4, 0], true],
  ['inside in one plane', base, [1, 1, 0, 1.5, 1, 0, 1, 1.5, 0], true],
  ['star overlap in one plane', base, [3, 3, 0, -1, 1, 0, 1, -1, 0], true],
  ['beside in one plane', base, [5, 0, 0, 9, 0, 0, 5, 4, 0], false],
  ['boxes overlap in one plane, triangles apart', base, [4, 4, 0, 4, 1, 0, 1, 4, 0], false],
  ['line of planes crosses both, intervals apart', base, [9, 1, -1, 9, 1, 1, 20, 1, 0], false],
  ['segment through the face', base, [1, 1, -1, 1, 1, 1, 1, 1, 0], true],
  ['segment in the plane across an edge', base, [-1, 1, 0, 1, 1, 0, 0, 1, 0], true],
  ['segment in the plane, inside', base, [1, 1, 0, 2, 1, 0, 1, 1, 0], true],
  ['segment in the plane, beside', base, [5, 1, 0, 9, 1, 0, 5, 1, 0], false],
  ['segment that ends on the face', base, [1, 1, 0, 1, 1, 2, 1, 1, 2], true],
  ['segment beside an edge on its line', base, [5, 0, 0, 6, 0, 0, 7, 0, 0], false],
  ['point on the face', base, point(1, 1, 0), true],
  ['point on the slanted edge', base, point(1, 3, 0), true],
  ['point at a corner', base, point(4, 0, 0), true],
  ['point beside', base, point(3, 3, 0), false],
  ['point above', base, point(1, 1, 1), false],
  ['two segments that cross', [0, 0, 0, 2, 2, 2, 1, 1, 1], [0, 2, 0, 2, 0, 2, 2, 0, 2], true],
  ['two segments on one line that overlap', [0, 0, 0, 2, 2, 2, 1, 1, 1], [1, 1, 1, 5, 5, 5, 3, 3, 3], true],
  ['two segments on one line end to end', [0, 0, 0, 1, 1, 1, 1, 1, 1], [1, 1, 1, 5, 5, 5, 3, 3, 3], true],
  ['two segments on one line apart', [0, 0, 0, 1, 1, 1, 0, 0, 0], [2, 2, 2, 5, 5, 5, 3, 3, 3], false],
  ['two skew segments', [0, 0, 0, 2, 0, 0, 1, 0, 0], [1, -1, 1, 1, 1, 1, 1, 0, 1], false],
  ['two parallel segments', [0, 0, 0, 2, 0, 0, 1, 0, 0], [0, 1, 0, 2, 1, 0, 1, 1, 0], false],
  ['the same point', point(1, 2, 3), point(1, 2, 3), true],
  ['two points', point(1, 2, 3), point(1, 2, 4), false],
  ['a point on a segment', point(1, 1, 1), [0, 0, 0, 3, 3, 3, 2, 2, 2], true],
  ['a point on a segment’s line', point(4, 4, 4), [0, 0, 0, 3, 3, 3, 2, 2, 2], false],
];

describe('triangles that share a point', () => {
  test.each(cases)('%s', (_, a, b, expected) => {
    for (const first of cornerOrders(a))
      for (const second of cornerOrders(b)) {
        expect(trianglesSharePoint(first, second)).toBe(expected);
        expect(trianglesSharePoint(second, first)).toBe(expected);
      }
  });

  test('coordinates may be fractions: a third of an edge is exact', () => {
    const third = exactFraction(4).div(3n);
    const onEdge = [third.mul(2n), third, 0, 9, 9, 9, 9, 9, 8];
    expect(trianglesSharePoint(base, onEdge)).toBe(true);
    expect(trianglesSharePoint(base, [third.mul(2n), third.add(exactFraction(2 ** -900)), 0, 9, 9, 9, 9, 9, 8])).toBe(
      false,
    );
  });

  test.each([
    ['triangles in space', 11, 4, 0, longRun(2500, 150)],
    ['half of them in one plane', 12, 5, 2, longRun(2000, 150)],
    ['all in one plane', 13, 6, 1, longRun(1500, 150)],
    ['tiny grid: half are segments or points', 14, 2, 0, longRun(1500, 150)],
  ])(
    'agrees with two other formulations: %s (seed %d, grid of %d, one in %d flat, %d pairs)',
    (_, seed, size, flat, count) => {
      const next = gridTriangles(seed, size, flat);
      let hits = 0;
      for (let i = 0; i < count; i++) {
        const [a, b] = [next(), next()];
        const share = trianglesSharePoint(a, b);
        const where = `seed ${seed}, pair ${i}: ${a} / ${b}`;
        expect([where, share]).toEqual([where, differencesHoldZero(a, b)]);
        expect([where, triangleTriangleSquaredDistance(a, b).n === 0n]).toEqual([where, share]);
        if (share) hits++;
      }
      expect(hits / count).toBeGreaterThan(0.2);
      expect(hits / count).toBeLessThan(0.8);
    },
  );

  const PAIRS = longRun(150, 50);
  test(`is the same under swaps, corner orders and exact motions (seed 15, ${PAIRS} pairs)`, () => {
    const next = gridTriangles(15, 4, 3);
    let hits = 0;
    for (let i = 0; i < PAIRS; i++) {
      const [a, b] = [next(), next()];
      const share = trianglesSharePoint(a, b);
      if (share) hits++;
      for (const { name, apply } of similarities)
        expect([i, name, trianglesSharePoint(apply(b), apply(a))]).toEqual([i, name, share]);
      for (const order of cornerOrders(a)) expect(trianglesSharePoint(order, b)).toBe(share);
      for (const order of cornerOrders(b)) expect(trianglesSharePoint(a, order)).toBe(share);
    }
    expect(hits / PAIRS).toBeGreaterThan(0.2);
    expect(hits / PAIRS).toBeLessThan(0.8);
  });
});
