// greatestCornerDistance against its definition, in exact squares and by dense sampling: never below, never above
// (longest edge)/√3.

import { describe, expect, test } from '@jest/globals';
import { greatestCornerDistance } from '#triangles/corner-distance.ts';
import { dot, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, coordinates } from '#harness/random-geometry.ts';

const SEED = 36;

/** Exact squares of the sides, ascending, as rationals over a common denominator. */
function sides(t: ArrayLike<number>): { squares: bigint[]; unit: bigint } {
  const { values, places } = onGrid(t);
  const edge = (i: number, j: number) => {
    const d = minus(pointAt(values, i), pointAt(values, j));
    return dot(d, d);
  };
  const squares = [edge(0, 3), edge(3, 6), edge(6, 0)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  return { squares, unit: 1n << BigInt(2 * places) };
}

/**
 * The square of the greatest distance to the nearest corner, exact except for one rounding. Acute: at the circumcentre.
 * Otherwise the farthest point is on the longest edge, where the bisector of one of the short sides meets it.
 */
function exactSquare(t: ArrayLike<number>): number {
  const { squares, unit } = sides(t);
  const [aa, bb, cc] = squares;
  if (cc === 0n) return 0;
  if (aa === 0n) return quotient(cc, 4n * unit);
  if (aa + bb > cc) return quotient(aa * bb * cc, (4n * aa * bb - (aa + bb - cc) ** 2n) * unit);
  return Math.max(
    quotient(bb * bb * cc, (bb + cc - aa) ** 2n * unit),
    quotient(aa * aa * cc, (aa + cc - bb) ** 2n * unit),
  );
}

function longestEdge(t: ArrayLike<number>): number {
  const { squares, unit } = sides(t);
  return Math.sqrt(quotient(squares[2], unit));
}

function check(t: Float64Array, tolerance: number): void {
  const exact = Math.sqrt(exactSquare(t));
  for (const [a, b, c] of CORNER_ORDERS) {
    const found = greatestCornerDistance(t, a, b, c);
    if (!(found >= exact * (1 - 2 ** -52))) throw new Error(`${found} is below ${exact}: ${t}`);
    if (!(found <= exact * (1 + tolerance))) throw new Error(`${found} is far above ${exact}: ${t}`);
    if (!(found <= (longestEdge(t) / Math.sqrt(3)) * (1 + 2 ** -45))) throw new Error(`${found} exceeds L/√3: ${t}`);
  }
}

const COUNT = longRun(1000, 150);

describe('greatestCornerDistance', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])(`is the exact one, rounded up, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let acute = 0;
    for (let i = 0; i < COUNT; i++) {
      const t = Float64Array.from(coordinates(random, 9, scale, offset));
      const [aa, bb, cc] = sides(t).squares;
      if (aa + bb > cc) acute++;
      check(t, 2 ** -30);
    }
    expect(acute).toBeGreaterThan(COUNT / 10);
    expect(acute).toBeLessThan(0.9 * COUNT);
  });

  test(`needles, right angles, equal sides, collinear and equal corners (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < 3 * COUNT; i++) {
      const t = Float64Array.from(coordinates(random, 9, 1, 0));
      const thin = 10 ** (-17 * random());
      const s = i % 3 === 0 ? 0 : i % 3 === 1 ? 0.5 : random();
      for (let k = 0; k < 3; k++) t[6 + k] = t[k] + s * (t[3 + k] - t[k]) + thin * (2 * random() - 1);
      check(t, 1);
    }
    for (const t of [
      [0, 0, 0, 3, 0, 0, 0, 4, 0],
      [0, 0, 0, 1, 1, 0, 1, 0, 1],
      [0, 0, 0, 4, 0, 0, 1, 0, 0],
      [0, 0, 0, 4, 0, 0, 2, 0, 0],
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1, 1, 4, 5, 1],
      [0, 0, 0, 1, 0, 0, 0.5, 2 ** -40, 0],
    ])
      check(Float64Array.from(t), 2 ** -30);
  });

  test(`no sample of the triangle is farther from its nearest corner (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < COUNT / 10; i++) {
      const t = Float64Array.from(coordinates(random, 9, 1, 0));
      const bound = greatestCornerDistance(t, 0, 3, 6);
      let farthest = 0;
      for (let p = 0; p <= 40; p++)
        for (let q = 0; p + q <= 40; q++) {
          const x = [0, 1, 2].map((k) => (p * t[k] + q * t[3 + k] + (40 - p - q) * t[6 + k]) / 40);
          const corners = [0, 3, 6].map((c) => Math.hypot(x[0] - t[c], x[1] - t[c + 1], x[2] - t[c + 2]));
          farthest = Math.max(farthest, Math.min(...corners));
        }
      expect(farthest).toBeLessThanOrEqual(bound);
      expect(farthest).toBeGreaterThan(0.93 * bound);
    }
  });
});
