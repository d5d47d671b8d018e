// leastDistance against minima known in closed form, or against lattices of points if there is no closed form.

import { describe, expect, test } from '@jest/globals';
import { boxDistance, cappedShellDistance, torusDistance } from '#datasets';
import { pointTriangleBounds } from '#reference';
import { leastDistance } from '#validation/least-distance.ts';
import { latticeWeights, Shares, weighted } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

type Distance = (x: number, y: number, z: number) => number;

const WIDTH = 1e-7;
/** f64 error of the distance functions at coordinates below 40: a few dozen roundings of 2^-53 · 40. */
const ROUNDING = 2 ** -42;
const { abs, hypot, max, min, sqrt } = Math;

/** Nine coordinates: a corner within `spread` of the origin on each axis, the others within `size` of it. */
function randomTriangle(random: () => number, spread: number, size: number): number[] {
  const at = [0, 1, 2].map(() => spread * (2 * random() - 1));
  return [0, 1, 2].flatMap(() => at.map((value) => value + size * (2 * random() - 1)));
}

test('sphere: the triangle’s distance to the centre less the radius, wherever on the triangle that is (seed 41)', () => {
  const random = mulberry32(41);
  const f: Distance = (x, y, z) => sqrt(x * x + y * y + z * z) - 10;
  const places = new Shares();
  for (let i = 0; i < longRun(600, 120); i++) {
    // Large ones about the centre, small ones about the surface.
    const corners = i % 2 === 0 ? randomTriangle(random, 3, 16) : randomTriangle(random, 9, 1);
    const { low, high } = leastDistance(f, corners, 0, WIDTH);
    const [least, most] = pointTriangleBounds([0, 0, 0], corners);
    expect(low).toBeLessThanOrEqual(most - 10 + ROUNDING);
    expect(high).toBeGreaterThanOrEqual(least - 10 - ROUNDING);
    expect(high - low).toBeLessThanOrEqual(WIDTH);
    const corner = (k: number) => corners.slice(3 * (k % 3), 3 * (k % 3) + 3);
    // An edge is a triangle with two coincident corners.
    const edges = [0, 1, 2].map((k) =>
      pointTriangleBounds([0, 0, 0], [...corner(k), ...corner(k + 1), ...corner(k + 1)]),
    );
    const nearestCorner = min(...[0, 3, 6].map((k) => hypot(corners[k], corners[k + 1], corners[k + 2])));
    const onEdge = min(...edges.map((edge) => edge[1])) < most + ROUNDING;
    places.count(nearestCorner < most + ROUNDING ? 'corner' : onEdge ? 'edge' : 'interior');
  }
  for (const place of ['corner', 'edge', 'interior']) expect([place, places.of(place) > 0.1]).toEqual([place, true]);
});

test('plane: the least corner (seed 42)', () => {
  const random = mulberry32(42);
  const f: Distance = (x, y, z) => 0.48 * x + 0.6 * y + 0.64 * z - 1;
  for (let i = 0; i < 100; i++) {
    const corners = randomTriangle(random, 10, 4);
    const expected = min(...[0, 3, 6].map((k) => f(corners[k], corners[k + 1], corners[k + 2])));
    const { low, high } = leastDistance(f, corners, 0, WIDTH);
    expect(abs(high - expected)).toBeLessThanOrEqual(ROUNDING);
    expect(high - low).toBeLessThanOrEqual(WIDTH);
    expect(low).toBeLessThanOrEqual(high);
  }
});

test('two planes that meet in a valley: the least over corners and crossings, also where the valley has no slope (seed 43)', () => {
  const random = mulberry32(43);
  const valleys = new Shares();
  for (let i = 0; i < longRun(200, 50); i++) {
    const corners = randomTriangle(random, 1, 3);
    // Every fourth triangle lies in a plane z = constant, where the valley y = 0 is level.
    if (i % 4 === 0) for (const k of [2, 5, 8]) corners[k] = corners[2];
    const [p, q]: Distance[] = [(_x, y, z) => 0.6 * y + 0.8 * z, (_x, y, z) => -0.6 * y + 0.8 * z];
    const f: Distance = (x, y, z) => max(p(x, y, z), q(x, y, z));
    // The larger of two linear functions over a triangle is least at a corner, or where an edge crosses y = 0.
    const candidates = [0, 3, 6].map((k) => f(corners[k], corners[k + 1], corners[k + 2]));
    const atCorners = min(...candidates);
    for (const k of [0, 3, 6]) {
      const [a, b] = [corners.slice(k, k + 3), [...corners, ...corners].slice(k + 3, k + 6)];
      const t = a[1] / (a[1] - b[1]);
      if (t > 0 && t < 1) candidates.push(f(a[0] + t * (b[0] - a[0]), 0, a[2] + t * (b[2] - a[2])));
    }
    const expected = min(...candidates);
    const { low, high } = leastDistance(f, corners, 0, WIDTH);
    expect(low).toBeLessThanOrEqual(expected + ROUNDING);
    expect(high).toBeGreaterThanOrEqual(expected - ROUNDING);
    expect(high - low).toBeLessThanOrEqual(WIDTH);
    valleys.count(expected < atCorners - 1e-3 ? 'in the valley' : 'at a corner');
  }
  expect(valleys.of('in the valley')).toBeGreaterThan(0.3);
});

const bodies: readonly { name: string; f: Distance; spread: number }[] = [
  { name: 'box', f: (x, y, z) => boxDistance({ size: [20, 16, 12] }, x, y, z), spread: 9 },
  { name: 'torus', f: (x, y, z) => torusDistance({ majorRadius: 10, minorRadius: 4 }, x, y, z), spread: 11 },
  { name: 'shell', f: (x, y, z) => cappedShellDistance({ outerRadius: 11, innerRadius: 8 }, x, y, z), spread: 9 },
];

describe.each(bodies)('$name, against a lattice of points', ({ name, f, spread }) => {
  const seed = 50 + name.length;
  test(`no point is lower, and none much higher (seed ${seed})`, () => {
    const random = mulberry32(seed);
    const sides = new Shares();
    const lattice = latticeWeights(24);
    for (let i = 0; i < longRun(60, 15); i++) {
      const corners = randomTriangle(random, spread, i % 2 === 0 ? 2.5 : 0.5);
      const { low, high } = leastDistance(f, corners, 0, WIDTH);
      const least = min(...lattice.map((weights) => f(...weighted(corners, 0, weights))));
      expect(least).toBeGreaterThanOrEqual(low - ROUNDING);
      expect(high).toBeLessThanOrEqual(least + WIDTH);
      expect(high - low).toBeLessThanOrEqual(WIDTH);
      // The lattice's cells have edges ≤ longest / 24, and no point of a cell is farther than that from its corners; f
      // is 1-Lipschitz.
      const longest = max(
        ...[0, 3, 6].map((k) => hypot(...[0, 1, 2].map((a) => corners[k + a] - corners[(k + 3 + a) % 9]))),
      );
      expect(high).toBeGreaterThanOrEqual(least - longest / 24);
      sides.count(least < 0 ? 'inside' : 'outside');
    }
    for (const side of ['inside', 'outside']) expect([side, sides.of(side) > 0.1]).toEqual([side, true]);
  });
});

test('the triangle’s place in a longer array is the caller’s', () => {
  const f: Distance = (x, y, z) => sqrt(x * x + y * y + z * z) - 1;
  const corners = [1, 2, 3, 2, 2, 3, 1, 3, 3];
  expect(leastDistance(f, [9, 9, 9, ...corners, 9], 3, WIDTH)).toEqual(leastDistance(f, corners, 0, WIDTH));
});

inDeep(() =>
  test('a function that no bound fits well ends at the limit with a wide interval that still holds the minimum', () => {
    // 1-Lipschitz, and flat as far as its differences show: no apex rises.
    const { low, high } = leastDistance(() => 2, [0, 0, 0, 8, 0, 0, 0, 8, 0], 0, WIDTH);
    expect(low).toBeLessThan(2 - WIDTH);
    expect(low).toBeGreaterThan(2 - 8);
    expect(high).toBe(2);
  }),
);
