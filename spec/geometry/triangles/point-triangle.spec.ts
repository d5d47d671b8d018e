// pointTriangle against exact distances: lower ≤ exact ≤ upper up to lengthSlack, the point on the triangle, both
// bounds close for well-shaped triangles.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack, UNIT_ROUNDOFF } from '#core';
import { pointTriangleSquaredDistance, roundedSquareRoot } from '#reference';
import { clampedRatio, LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, coordinates, signed, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const SEED = 34;
const COUNT = longRun(300, 60);
const out = new Float64Array(POINT_TRIANGLE_SIZE);

/** A point near a triangle: beside its face, an edge or a corner, at any distance. */
function pointNear(random: () => number, t: Float64Array, size: number): number[] {
  const weights = [random(), random(), random()];
  const kind = random();
  if (kind < 0.3) weights[0] = 0;
  if (kind < 0.15) weights[1] = 0;
  const sum = weights[0] + weights[1] + weights[2];
  const height = size * (random() < 0.5 ? 10 ** (-16 * random()) : 2);
  const at = (k: number) => (weights[0] * t[k] + weights[1] * t[3 + k] + weights[2] * t[6 + k]) / sum;
  return random() < 0.05 ? [t[0], t[1], t[2]] : [0, 1, 2].map((k) => at(k) + height * signed(random));
}

describe('pointTriangle', () => {
  test.each<[TriangleKind, number]>([
    ['generic', 2 ** -8],
    ['grid', 2 ** -8],
    ['sliver', Number.POSITIVE_INFINITY],
    ['zero-area', Number.POSITIVE_INFINITY],
  ])(`%s triangles, every corner order, scales and offsets (seed ${SEED})`, (kind, wellShaped) => {
    const random = mulberry32(SEED);
    let tight = 0;
    let open = 0;
    let zero = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1e-3, 1e5],
      [1, 1e5],
    ])
      for (let i = 0; i < COUNT; i++) {
        const t = trianglePair(random, kind, scale, offset)[1];
        const [x, y, z] = pointNear(random, t, scale);
        const slack = lengthSlack(Math.max(...t.map(Math.abs), ...[x, y, z].map(Math.abs)));
        const exact = pointTriangleSquaredDistance([x, y, z], t);
        const [low, high] = [roundedSquareRoot(exact, 'down'), roundedSquareRoot(exact, 'up')];
        if (high === 0) zero++;
        for (const [a, b, c] of i % 5 === 0 ? CORNER_ORDERS : [CORNER_ORDERS[i % 6]]) {
          pointTriangle(Float64Array.of(x, y, z), 0, t, a, b, c, out);
          const upper = Math.sqrt(out[SQUARED]);
          const says = `${kind}, scale ${scale}, offset ${offset}: point ${[x, y, z]}, triangle ${t}, exact ${low}`;
          if (!(out[LOWER] - slack <= high)) throw new Error(`lower bound ${out[LOWER]}: ${says}`);
          if (!(upper + slack >= low)) throw new Error(`upper bound ${upper}: ${says}`);
          if (!(upper >= Math.hypot(x - out[0], y - out[1], z - out[2]) - slack)) throw new Error(`point: ${says}`);
          const off = roundedSquareRoot(pointTriangleSquaredDistance([out[0], out[1], out[2]], t));
          if (!(off <= slack)) throw new Error(`the nearest point is ${off} off the triangle: ${says}`);
          if (!(shapeOf(t) >= wellShaped)) continue;
          open++;
          // The direction of a closest point at distance d is known to slack/d, which costs the lower bound that
          // fraction of the triangle's extent.
          const extent = Math.max(...[3, 4, 5, 6, 7, 8].map((k) => Math.abs(t[k] - t[k % 3])));
          if (!(upper - high <= slack)) throw new Error(`upper bound ${upper} is not tight: ${says}`);
          if (!(upper - out[LOWER] <= 2 * slack + (slack * extent) / upper))
            throw new Error(`lower bound ${out[LOWER]} is not tight: ${says}`);
          if (upper - out[LOWER] <= 2 * slack) tight++;
        }
      }
    if (Number.isFinite(wellShaped)) {
      expect(open).toBeGreaterThan(3 * COUNT);
      expect(tight / open).toBeGreaterThan(0.95);
    }
    expect(zero).toBeGreaterThan(COUNT / 15);
  });

  test(`above thin triangles, to both sides of where their edges decide: certified, and as near as their height there (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    // isSliver's limit on the height, as a fraction of the longest edge: the closest point of the edges may be farther
    // than that of the face by this much.
    const thinnest = 8 * Math.sqrt(UNIT_ROUNDOFF);
    let thin = 0;
    for (let i = 0; i < 10 * COUNT; i++) {
      const t = Float64Array.from(coordinates(random, 9, 1, 0));
      const [along, width] = [random(), 10 ** (-5 - 10 * random())];
      for (let k = 0; k < 3; k++) t[6 + k] = t[k] + along * (t[3 + k] - t[k]) + width * signed(random);
      const [u, v] = [random(), random()].map((w) => w / 2);
      const height = 10 ** (-16 * random());
      const [x, y, z] = [0, 1, 2].map(
        (k) => t[k] + u * (t[3 + k] - t[k]) + v * (t[6 + k] - t[k]) + height * signed(random),
      );
      const longest = Math.max(
        ...[0, 3, 6].map((c) => Math.hypot(...[0, 1, 2].map((k) => t[c + k] - t[((c + 3) % 9) + k]))),
      );
      if (shapeOf(t) < thinnest) thin++;
      const slack = lengthSlack(Math.max(...t.map(Math.abs), ...[x, y, z].map(Math.abs)));
      const exact = roundedSquareRoot(pointTriangleSquaredDistance([x, y, z], t));
      for (const [a, b, c] of CORNER_ORDERS) {
        pointTriangle(Float64Array.of(x, y, z), 0, t, a, b, c, out);
        const says = `point ${[x, y, z]}, triangle ${t}, exact ${exact}`;
        if (!(out[LOWER] - slack <= exact)) throw new Error(`lower bound ${out[LOWER]}: ${says}`);
        if (!(Math.sqrt(out[SQUARED]) <= exact + thinnest * longest + slack))
          throw new Error(`upper bound ${Math.sqrt(out[SQUARED])}: ${says}`);
      }
    }
    expect(thin).toBeGreaterThan(3 * COUNT);
    expect(thin).toBeLessThan(9.4 * COUNT);
  });

  test('regions: the face, each edge, each corner', () => {
    const t = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
    const cases: [number[], number[], number][] = [
      [[1, 1, 3], [1, 1, 0], 9],
      [[2, -3, 4], [2, 0, 0], 25],
      [[-3, 2, -4], [0, 2, 0], 25],
      [[3, 3, 1], [2, 2, 0], 3],
      [[-3, -4, 0], [0, 0, 0], 25],
      [[7, -1, 4], [4, 0, 0], 26],
      [[-1, 8, 4], [0, 4, 0], 33],
      [[1, 2, 0], [1, 2, 0], 0],
    ];
    for (const [[x, y, z], nearest, squared] of cases)
      for (const [a, b, c] of CORNER_ORDERS) {
        pointTriangle(Float64Array.of(x, y, z), 0, t, a, b, c, out);
        for (let k = 0; k < 3; k++) expect(out[k]).toBeCloseTo(nearest[k], 14);
        expect(out[SQUARED]).toBeCloseTo(squared, 13);
        expect(out[LOWER]).toBeCloseTo(Math.sqrt(squared), 14);
      }
  });

  test('clampedRatio', () => {
    expect([1, 5, -1, 0, 3].map((n) => clampedRatio(n, 4))).toEqual([0.25, 1, 0, 0, 0.75]);
    expect([clampedRatio(0, 0), clampedRatio(1, 0), clampedRatio(-1, 0)]).toEqual([0, 0, 0]);
  });
});

/** |ab×ac| / (longest edge)². */
function shapeOf(t: Float64Array): number {
  const u = [0, 1, 2].map((k) => t[3 + k] - t[k]);
  const v = [0, 1, 2].map((k) => t[6 + k] - t[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const w = u.map((x, k) => v[k] - x);
  return Math.hypot(...n) / Math.max(...[u, v, w].map((e) => Math.hypot(...e))) ** 2;
}
