import { describe, expect, test } from '@jest/globals';
import {
  exactFraction,
  pointTriangleSquaredDistance,
  roundedSquareRoot,
  segmentSegmentSquaredDistance,
  triangleTriangleSquaredDistance,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { cornerOrders, gridTriangles, type Nine, similarities } from './triangle-cases.ts';

const base: Nine = [0, 0, 0, 4, 0, 0, 0, 4, 0];

describe('point–triangle', () => {
  test.each([
    ['above the face', [1, 1, 3], '9'],
    ['on the face', [1, 1, 0], '0'],
    ['beside an edge', [1, -2, 0], '4'],
    ['beside the slanted edge', [4, 4, 0], '8'],
    ['beside the slanted edge and above', [3, 2, 1], '3/2'],
    ['past a corner', [-3, -4, 12], '169'],
    ['past the far corner', [7, -1, 2], '14'],
  ])('%s', (_, point, expected) => {
    for (const order of cornerOrders(base))
      expect(pointTriangleSquaredDistance(point, order).toFraction()).toBe(expected);
  });

  test.each([
    ['a segment, foot inside', [1, 1, 2], [0, 0, 0, 3, 3, 0, 1, 1, 0], '4'],
    ['a segment, foot that is no f64', [1, 0, 0], [0, 0, 0, 1, 1, 1, 0, 0, 0], '2/3'],
    ['a segment, past its end', [5, 3, 0], [0, 0, 0, 3, 3, 0, 1, 1, 0], '4'],
    ['a point', [1, 2, 3], [2, 4, 5, 2, 4, 5, 2, 4, 5], '9'],
    ['a slanted plane', [0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], '1/3'],
  ])('%s', (_, point, triangle, expected) => {
    for (const order of cornerOrders(triangle))
      expect(pointTriangleSquaredDistance(point, order).toFraction()).toBe(expected);
  });
});

describe('segment–segment', () => {
  test.each([
    ['crossing', [0, 0, 0, 2, 2, 0], [0, 2, 0, 2, 0, 0], '0'],
    ['skew, both feet inside', [0, 0, 0, 2, 0, 0], [1, -1, 3, 1, 1, 3], '9'],
    ['skew, one foot past the end', [0, 0, 0, 2, 0, 0], [5, -1, 4, 5, 1, 4], '25'],
    ['end to end', [0, 0, 0, 1, 0, 0], [3, 1, 2, 9, 9, 9], '9'],
    ['parallel, side by side', [0, 0, 0, 5, 0, 0], [1, 3, 4, 9, 3, 4], '25'],
    ['on one line, apart', [0, 0, 0, 1, 1, 1], [3, 3, 3, 2, 2, 2], '3'],
    ['on one line, overlapping', [0, 0, 0, 5, 5, 5], [3, 3, 3, 9, 9, 9], '0'],
    ['a segment and a point', [0, 0, 0, 1, 1, 1], [1, 0, 0, 1, 0, 0], '2/3'],
    ['two points', [1, 1, 1, 1, 1, 1], [2, 3, 1, 2, 3, 1], '5'],
    ['skew, an irrational distance', [0, 0, 0, 1, 1, 0], [1, 0, 1, 0, 1, 2], '3/2'],
  ])('%s', (_, a, b, expected) => {
    const turned = (s: number[]) => [...s.slice(3), ...s.slice(0, 3)];
    for (const [p, q] of [
      [a, b],
      [b, a],
      [turned(a), b],
      [a, turned(b)],
    ])
      expect(segmentSegmentSquaredDistance(p, q).equals(expected)).toBe(true);
  });
});

describe('triangle–triangle', () => {
  const PAIRS = longRun(60, 12);
  test.each([
    ['parallel planes', base, [0, 0, 3, 4, 0, 3, 0, 4, 3], 3],
    ['a corner above the face', base, [1, 1, 2, 1, 1, 9, 2, 2, 9], 2],
    ['edge to edge', [0, 0, 0, 4, 0, 0, 2, 0, -5], [2, -1, 1, 2, 1, 1, 2, 0, 7], 1],
    ['corner to corner', base, [-3, 0, 4, -9, 0, 4, -9, 0, 9], 5],
    ['one plane, beside', base, [4, 4, 0, 9, 4, 0, 4, 9, 0], Math.sqrt(8)],
    ['piercing', base, [1, 1, -1, 1, 1, 1, 9, 9, 9], 0],
    ['two segments', [0, 0, 0, 2, 0, 0, 1, 0, 0], [1, -1, 3, 1, 1, 3, 1, 0, 3], 3],
  ])('%s', (_, a, b, expected) => {
    for (const first of cornerOrders(a))
      for (const second of cornerOrders(b)) {
        expect(roundedSquareRoot(triangleTriangleSquaredDistance(first, second))).toBe(expected);
        expect(roundedSquareRoot(triangleTriangleSquaredDistance(second, first))).toBe(expected);
      }
  });

  test(`is the same under swaps and corner orders, and scales with exact motions (seed 31, ${2 * PAIRS} pairs)`, () => {
    const next = gridTriangles(31, 8, 4);
    for (let i = 0; i < 2 * PAIRS; i++) {
      const [a, b] = [next(), next()];
      const squared = triangleTriangleSquaredDistance(a, b);
      for (const { factor, apply } of similarities) {
        const scale = exactFraction(factor);
        const moved = triangleTriangleSquaredDistance(apply(b), apply(a));
        expect(moved.equals(squared.mul(scale).mul(scale))).toBe(true);
      }
      const orders = cornerOrders(a);
      expect(triangleTriangleSquaredDistance(orders[i % 6], b).equals(squared)).toBe(true);
    }
  });

  test(`lies between the least of dense samples and that less their spacing (seed 32, ${PAIRS} pairs)`, () => {
    const next = gridTriangles(32, 9);
    const random = mulberry32(33);
    let apart = 0;
    for (let i = 0; i < PAIRS; i++) {
      const [a, b] = [next(), next().map((value) => value + 6 * random())];
      const exact = roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
      const [first, second] = [samples(a, 24), samples(b, 24)];
      let least = Infinity;
      for (const p of first)
        for (const q of second) least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      const spacing = (longestEdge(a) + longestEdge(b)) / 24 / Math.sqrt(3);
      expect(exact).toBeLessThanOrEqual(least * (1 + 2 ** -40));
      expect(exact).toBeGreaterThanOrEqual(least - spacing * (1 + 2 ** -40));
      if (exact > 0) apart++;
    }
    expect(apart).toBeGreaterThan(PAIRS / 2);
  });
});

/**
 * All points with weights that are multiples of 1/n: no point of the triangle is farther than (longest edge)/n/√3 from
 * one of them.
 */
function samples(triangle: Nine, n: number): number[][] {
  const points: number[][] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; i + j <= n; j++)
      points.push([0, 1, 2].map((k) => (i * triangle[k] + j * triangle[3 + k] + (n - i - j) * triangle[6 + k]) / n));
  return points;
}

function longestEdge(t: Nine): number {
  const edge = (i: number, j: number) => Math.hypot(t[i] - t[j], t[i + 1] - t[j + 1], t[i + 2] - t[j + 2]);
  return Math.max(edge(0, 3), edge(3, 6), edge(6, 0));
}
