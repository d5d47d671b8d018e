// Exact closest points and distances against the oracle's rationals; gapAtMost at ties, and one unit in the last place
// on either side of them.

import { describe, expect, test } from '@jest/globals';
import {
  exactFraction,
  pointTriangleSquaredDistance,
  roundedSquareRoot,
  triangleTriangleSquaredDistance,
} from '#reference';
import { exactPointTriangle, exactTriangles, gapAtMost } from '#triangles/exact-distance.ts';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TrianglePair } from '#triangles';
import { LOWER, POINT_TRIANGLE_SIZE, SQUARED } from '#triangles/point-triangle.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 37;
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'near-parallel', 'sliver', 'zero-area'];

function neighbour(x: number, steps: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

describe('gapAtMost', () => {
  test(`is distance ≤ δ exactly: δ the rounded distance, its neighbours, half and twice it (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let ties = 0;
    let apart = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < longRun(300, 36); i++) {
        const kind = kinds[i % kinds.length];
        const [a, b] = trianglePair(random, kind, scale, offset);
        const exact = triangleTriangleSquaredDistance(a, b);
        if (exact.n === 0n) continue;
        apart++;
        const d = roundedSquareRoot(exact);
        const p = CORNER_ORDERS[i % 6];
        const q = CORNER_ORDERS[Math.floor(i / 6) % 6];
        for (const delta of [0, d / 2, neighbour(d, -1), d, neighbour(d, 1), 2 * d]) {
          const limit = exactFraction(delta);
          const expected = exact.lte(limit.mul(limit));
          if (exact.equals(limit.mul(limit))) ties++;
          if (
            gapAtMost(loaded.load(a, ...p, b, ...q), delta) !== expected ||
            gapAtMost(loaded.load(b, ...q, a, ...p), delta) !== expected
          )
            throw new Error(`${kind} ${i}, scale ${scale}, offset ${offset}, δ ${delta}: ${!expected}: ${a} | ${b}`);
        }
      }
    expect(apart).toBeGreaterThan(longRun(500, 60));
    expect(ties).toBeGreaterThan(longRun(30, 0));
  });

  test('corner over face, edge over edge, edge beside edge, corner beside corner: δ equal to the distance, and just below', () => {
    const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const cases: [number[], number][] = [
      [[1, 1, 0.1, 5, 5, 9, 9, 5, 9], 0.1],
      [[1, -0.3, -5, 1, -0.3, 5, 1, -9, 0], 0.3],
      [[-3, -4, 0, -9, -9, 0, -9, -8, 0], 5],
      [[7, 0, 4, 9, 0, 4, 8, 0, 9], 5],
      [[1, 1, 2 ** -1040, 1, 1, 9, 2, 1, 9], 2 ** -1040],
    ];
    for (const [other, distance] of cases)
      for (const p of CORNER_ORDERS)
        for (const q of CORNER_ORDERS) {
          const near = (delta: number) =>
            gapAtMost(loaded.load(Float64Array.from(floor), ...p, Float64Array.from(other), ...q), delta);
          expect(near(distance)).toBe(true);
          expect(near(neighbour(distance, -1))).toBe(false);
        }
  });
});

/**
 * Points whose coordinates are those of the exact closest points, rounded: up to roundings of M, each is on its
 * triangle, and the two are at the distance.
 */
function checkPoints(points: ArrayLike<number>, a: Float64Array, b: Float64Array, distance: number, M: number): void {
  const [x, y] = [0, 3].map((at) => [points[at], points[at + 1], points[at + 2]]);
  const off = [pointTriangleSquaredDistance(x, a), pointTriangleSquaredDistance(y, b)].map((d) => roundedSquareRoot(d));
  const allowed = Math.sqrt(3) * 2 ** -53 * M;
  if (!(Math.max(...off) <= allowed)) throw new Error(`points ${off} off their triangles: ${a} | ${b}`);
  const apart = Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  if (!(Math.abs(apart - distance) <= 2.01 * allowed))
    throw new Error(`points ${apart} apart, not ${distance}: ${a} | ${b}`);
}

const places = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
  [2 ** 118, 0],
  [2 ** -150, 0],
];

describe('exactTriangles', () => {
  test(`the exact distance, rounded to the nearest f64, and nearest points, every corner order (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
    let apart = 0;
    for (const [scale, offset] of places)
      for (let i = 0; i < 30; i++) {
        const [a, b] = trianglePair(random, kinds[i % kinds.length], scale, offset);
        const exact = triangleTriangleSquaredDistance(a, b);
        if (exact.n === 0n) continue;
        apart++;
        const [p, q] = [CORNER_ORDERS[i % 6], CORNER_ORDERS[Math.floor(i / 6) % 6]];
        const expected = roundedSquareRoot(exact);
        exactTriangles(loaded.load(a, ...p, b, ...q), out);
        if (out[PAIR_LOWER] !== expected || out[PAIR_SQUARED] !== expected ** 2)
          throw new Error(`${out[PAIR_LOWER]}, not ${expected}: ${a} | ${b}`);
        checkPoints(out, a, b, expected, Math.max(...a.map(Math.abs), ...b.map(Math.abs)));
        exactTriangles(loaded.load(b, ...q, a, ...p), out);
        expect(out[PAIR_LOWER]).toBe(expected);
      }
    expect(apart).toBeGreaterThan(80);
  });

  test('is above 0 where f64 holds no number so small', () => {
    const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
    const floor = Float64Array.of(0, 0, 0, 2 ** 100, 0, 2 ** -1000, 0, 2 ** 100, 0);
    // Its first corner is 2^-1100 above the floor.
    const spike = Float64Array.of(2 ** 26 - 1, 1, 2 ** -1074, 1, 1, 9, 2, 1, 9);
    exactTriangles(loaded.load(floor, 0, 3, 6, spike, 0, 3, 6), out);
    expect(out[PAIR_LOWER]).toBe(Number.MIN_VALUE);
  });
});

describe('exactPointTriangle', () => {
  test(`the exact distance, rounded, and the nearest point: beside face, edge and corner, on the triangle (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const out = new Float64Array(POINT_TRIANGLE_SIZE);
    let on = 0;
    for (const [scale, offset] of places)
      for (let i = 0; i < 60; i++) {
        const [drawn, t] = trianglePair(random, kinds[i % kinds.length], scale, offset);
        const p = i % 5 === 0 ? t.slice(3, 6) : drawn.slice(0, 3);
        const exact = roundedSquareRoot(pointTriangleSquaredDistance(p, t));
        if (exact === 0) on++;
        exactPointTriangle(loaded.loadPoint(p, 0).loadSecond(t, ...CORNER_ORDERS[i % 6]), out);
        expect([out[LOWER], out[SQUARED]]).toEqual([exact, exact ** 2]);
        checkPoints(
          [...p, ...out.subarray(0, 3)],
          Float64Array.of(...p, ...p, ...p),
          t,
          exact,
          Math.max(...t.map(Math.abs), ...p.map(Math.abs)),
        );
      }
    expect(on).toBeGreaterThan(40);
  });
});
