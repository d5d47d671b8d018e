// The bounds of a plain f64 plane side and of a distance: random search and hill climbing look for the input whose
// error comes nearest to one; none exceeds it.

import { describe, expect, test } from '@jest/globals';
import {
  distanceError,
  isDirectionKnown,
  isDistanceKnown,
  isSliver,
  knownGap,
  lengthSlack,
  planeSideBound,
  UNIT_ROUNDOFF,
} from '#core';
import { pointTriangleSquaredDistance, roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { LOWER, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { cross, dot, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { climb } from '#harness/hill-climbing.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 14;

/** ((b−a)×(c−a))·(p−a) as the stages compute it, and the largest difference. */
function plainSide(x: ArrayLike<number>): { value: number; m: number } {
  const d: number[] = [];
  for (let i = 3; i < 12; i++) d.push(x[i] - x[i % 3]);
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = d;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return { value: nx * wx + ny * wy + nz * wz, m: Math.max(...d.map(Math.abs)) };
}

/** |computed − exact| / bound. */
function errorRatio(x: ArrayLike<number>): number {
  const { value, m } = plainSide(x);
  if (m === 0) return 0;
  const { values, places } = onGrid([...Array.from(x), value]);
  const [a, b, c, p] = [0, 3, 6, 9].map((i) => pointAt(values, i));
  const exact = dot(cross(minus(b, a), minus(c, a)), minus(p, a));
  const error = exact - (values[12] << BigInt(2 * places));
  return Math.abs(quotient(error, 1n << BigInt(3 * places))) / planeSideBound(m);
}

describe('planeSideBound', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
    [2 ** 118, 0],
    [2 ** -150, 0],
  ])(`holds for the worst input found at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const start = () => coordinates(random, 12, scale, offset);
    const { score } = climb(random, start, errorRatio, longRun(400, 150), longRun(1500, 400));
    console.log(
      `plane side, scale ${scale}, offset ${offset}: the worst error found is ${score.toFixed(3)} of the bound`,
    );
    expect(score).toBeLessThanOrEqual(1);
    expect(score).toBeGreaterThan(1 / 64);
  });

  test('is 64·u·m³', () => expect(planeSideBound(2)).toBe(64 * UNIT_ROUNDOFF * 8));
});

describe('lengthSlack', () => {
  test.each([1e-3, 1, 1e3, 2 ** 118])('is at least the terms of its derivation together, magnitude %d', (magnitude) => {
    // Per coordinate: a subdivision corner, a closest point. Per length: five roundings of a difference of at most 2M
    // per coordinate.
    const [corner, closest, gamma5] = [4, 14, 5 / (1 - 5 * UNIT_ROUNDOFF)].map((n) => n * UNIT_ROUNDOFF * magnitude);
    const terms = Math.sqrt(3) * (corner + closest + 2 * gamma5);
    expect(lengthSlack(magnitude)).toBeGreaterThanOrEqual(terms);
    expect(lengthSlack(magnitude)).toBeLessThan(1.5 * terms);
  });
});

describe('isSliver', () => {
  test('decides whether |n| ≤ 8√u·L², from the squares', () => {
    const limit = 8 * Math.sqrt(UNIT_ROUNDOFF);
    expect(isSliver((0.99 * limit) ** 2, 1)).toBe(true);
    expect(isSliver((1.01 * limit) ** 2, 1)).toBe(false);
    expect(isSliver((0.99 * limit * 1e6) ** 2, 1e6)).toBe(true);
    expect(isSliver((1.01 * limit * 1e6) ** 2, 1e6)).toBe(false);
    expect(isSliver(0, 0)).toBe(true);
  });
});

describe('isDirectionKnown', () => {
  test('two ends off by the slack turn a direction that it calls known by at most 2⁻⁹ rad', () => {
    const slack = 1e-12;
    for (const distance of [1025e-12, -1025e-12]) {
      expect(isDirectionKnown(distance, slack)).toBe(true);
      expect(Math.asin((2 * slack) / Math.abs(distance))).toBeLessThanOrEqual(2 ** -9);
    }
    expect(isDirectionKnown(1023e-12, slack)).toBe(false);
    expect(isDirectionKnown(0, 0)).toBe(false);
  });
});

describe('isDistanceKnown', () => {
  /**
   * The greater of (exact − computed distance) and (computed lower bound − exact), in units of u times the greatest
   * difference of two coordinates on one axis.
   */
  function boundsError(x: ArrayLike<number>): number {
    const numbers = Float64Array.from(x);
    const triangle = numbers.subarray(numbers.length - 9);
    const isPoint = numbers.length === 12;
    const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
    let exact: number;
    if (isPoint) {
      pointTriangle(numbers, 0, numbers, 3, 6, 9, out);
      exact = roundedSquareRoot(pointTriangleSquaredDistance(numbers.subarray(0, 3), triangle));
    } else {
      new TriangleDistance().measure(loaded.load(numbers, 0, 3, 6, numbers, 9, 12, 15), false, out);
      exact = roundedSquareRoot(triangleTriangleSquaredDistance(numbers.subarray(0, 9), triangle));
    }
    const [squared, lower] = isPoint ? [SQUARED, LOWER] : [PAIR_SQUARED, PAIR_LOWER];
    const extent = Math.max(
      ...[0, 1, 2].map((k) => {
        const axis = Array.from(numbers).filter((_, i) => i % 3 === k);
        return Math.max(...axis) - Math.min(...axis);
      }),
    );
    if (extent === 0) return 0;
    return Math.max(exact - Math.sqrt(out[squared]), out[lower] - exact) / (UNIT_ROUNDOFF * extent);
  }

  test.each([
    ['a point and a triangle', 12, 1e-3, 0],
    ['a point and a triangle', 12, 1e3, 0],
    ['a point and a triangle', 12, 1, 1e5],
    ['two triangles', 18, 1, 0],
    ['two triangles', 18, 1, 1e5],
  ] as const)(
    `22·u·e holds for the worst input found: %s, %d numbers, scale %d, offset %d (seed ${SEED})`,
    (_, count, scale, offset) => {
      const random = mulberry32(SEED);
      const { score } = climb(
        random,
        () => coordinates(random, count, scale, offset),
        boundsError,
        longRun(150, 80),
        longRun(450, 160),
      );
      console.log(`bounds of a distance, ${count} numbers: the worst error found is ${score.toFixed(2)}·u·e`);
      expect(score).toBeLessThanOrEqual(22);
      expect(score).toBeGreaterThan(0.5);
    },
  );

  test('its parts: what the bounds leave open, their rounding, and what is allowed', () => {
    const [u, M] = [UNIT_ROUNDOFF, 128];
    expect(isDistanceKnown(1 + 28 * u * M, 1, M, M)).toBe(true);
    expect(isDistanceKnown(1 + 29 * u * M, 1, M, M)).toBe(false);
    expect(isDistanceKnown(1, 1 + 9 * u * M, 2 * M, M)).toBe(true);
    // For anything within ±M.
    expect(isDistanceKnown(1 + knownGap(M), 1, 2 * M, M)).toBe(true);
    // A reported distance, with the rounding of a point or of a leaf's corners, stays below the slack of the intervals.
    expect(distanceError(M) + 12 * u * M).toBeLessThan(lengthSlack(M));
  });
});
