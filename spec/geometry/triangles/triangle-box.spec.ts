// TriangleInBoxes against what is known beforehand: a box that a point of the triangle comes near is never apart, and
// boxes that only one kind of direction separates from a triangle are.

import { describe, expect, test } from '@jest/globals';
import { TriangleInBoxes } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1590;
const ROUNDS = longRun(20_000, 3_000);
/** Spacing of the lattice that coordinates lie on: weights of eighths are exact. */
const STEP = 8;

function isApart(corners: readonly number[], box: readonly number[], distance: number, magnitude: number): boolean {
  const triangle = new TriangleInBoxes();
  triangle.take(Float64Array.from(corners), 0, 3, 6, distance, magnitude);
  return triangle.isApart(Float32Array.from(box), 0);
}

test.each([
  ['about the origin', 0, 1],
  ['far from it', 2 ** 20, 1],
  ['tiny', 0, 2 ** -40],
  ['huge', 0, 2 ** 60],
])(`a box near a point of the triangle is not apart: %s, seed ${SEED}`, (_, offset, scale) => {
  const random = mulberry32(SEED);
  const whole = (most: number) => Math.floor((2 * random() - 1) * most);
  let apart = 0;
  const wrong: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const size = 2 ** Math.floor(8 * random());
    const corners = Array.from({ length: 9 }, () => scale * (offset + STEP * whole(size)));
    // A point of the triangle in eighths; sometimes a corner or a point of an edge.
    const i = Math.floor(9 * random());
    const j = Math.floor((9 - i) * random());
    const point = [0, 1, 2].map((k) => (i * corners[k] + j * corners[3 + k] + (8 - i - j) * corners[6 + k]) / 8);
    const shift = [0, 1, 2].map(() => scale * whole(random() < 0.3 ? 0 : 4));
    const distance = Math.hypot(...shift) * (1 + 2 ** -50);
    const near = point.map((x, k) => x + shift[k]);
    // A box that contains the near point, half the time on its border.
    const low = near.map((x) => x - scale * Math.floor(random() < 0.5 ? 0 : 20 * random()));
    const high = near.map((x) => x + scale * Math.floor(random() < 0.5 ? 0 : 20 * random()));
    const magnitude = scale * (Math.abs(offset) + 4096);
    if (isApart(corners, [...low, ...high], distance, magnitude)) wrong.push([...corners, ...low, ...high, distance]);
    // The same box, moved away.
    const away = 2 * size * STEP * scale;
    if (
      isApart(
        corners,
        [...low, ...high].map((x, k) => (k % 3 === round % 3 ? x + away : x)),
        distance,
        magnitude,
      )
    )
      apart++;
  }
  expect(wrong).toEqual([]);
  expect(apart).toBeGreaterThan(0.4 * ROUNDS);
});

describe('a box that only', () => {
  const cube = [0, 0, 0, 4, 4, 4];
  // Along the named directions the gap, divided by the sum of the direction's components, is the given number; along
  // all others the extents overlap or touch (found by trying triangles of integers on plain extents).
  test.each([
    ['an axis parts', [6, 0, 0, 7, 4, 0, 6, 0, 4], 2],
    ['the normal parts', [-7, -10, 12, 12, -9, -2, 13, 9, 10], 2.64935],
    ['an edge and an axis part', [14, 0, 9, 4, -10, 3, 11, -5, 7], 5],
  ])('%s is apart at a lesser distance than its gap, not at a greater one', (_, corners, gap) => {
    expect(isApart(corners, cube, 0.99 * gap, 20)).toBe(true);
    expect(isApart(corners, cube, 1.01 * gap, 20)).toBe(false);
  });
});
