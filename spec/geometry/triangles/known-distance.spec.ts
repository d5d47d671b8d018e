// Reported distances against the exact ones: within distanceError for all triangles, by the least work that decides.

import { describe, expect, test } from '@jest/globals';
import { distanceError, UNIT_ROUNDOFF } from '#core';
import { pointTriangleSquaredDistance, roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { KnownDistance, sharpenPointTriangle, sharpenTriangles } from '#triangles/known-distance.ts';
import { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, signed, type TriangleKind, trianglePair, unitVector } from '#harness/random-geometry.ts';
import { across, along, cross, sliverPair } from '#harness/slivers.ts';

const loaded = new TrianglePair();
const SEED = 1312;
const PAIRS = longRun(350, 70);
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'touching', 'near-parallel', 'sliver', 'zero-area'];
const places = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
] as const;

/** A pair separated by a gap of any size; every fifth pair is two nearly parallel slivers. */
function pairNear(random: () => number, i: number, scale: number, offset: number): [Float64Array, Float64Array] {
  if (i % 5 === 0) {
    const [a, b] = sliverPair(10 ** (i % 13), scale / 100, offset, random);
    return [Float64Array.from(a), Float64Array.from(b)];
  }
  const [a, b] = trianglePair(random, kinds[i % kinds.length], scale, offset);
  const gap = scale * 10 ** (-14 * random());
  for (let k = 0; k < 3; k++) {
    const shift = gap * signed(random);
    for (let c = k; c < 9; c += 3) b[c] += shift;
  }
  return [a, b];
}

const largestOf = (...numbers: Float64Array[]) => Math.max(...numbers.flatMap((x) => Array.from(x, Math.abs)));

/** How the answer was found: the computed one stood, with its bound or a better one, or it was computed anew. */
function wayOf(before: Float64Array, after: Float64Array, squared: number, lower: number): string {
  if (after[squared] !== before[squared]) return 'exact';
  return after[lower] === before[lower] ? 'plain' : 'better';
}

test(`sharpenPointTriangle: to distanceError, every corner order, scales and offsets (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  const ways = new Shares();
  let off = 0;
  for (const [scale, offset] of places)
    for (let i = 0; i < PAIRS; i++) {
      const [p, t] = pairNear(random, i, scale, offset);
      // Half of them above the interior of the triangle.
      if (i % 2 === 0) {
        const [u, v] = [random() / 2, random() / 2];
        const height = scale * 10 ** (-14 * random());
        for (let k = 0; k < 3; k++)
          p[k] = t[k] + u * (t[3 + k] - t[k]) + v * (t[6 + k] - t[k]) + height * signed(random);
      }
      const M = largestOf(p.subarray(0, 3), t);
      const exact = roundedSquareRoot(pointTriangleSquaredDistance(p.subarray(0, 3), t));
      for (const [a, b, c] of i % 10 === 0 ? CORNER_ORDERS : [CORNER_ORDERS[i % 6]]) {
        pointTriangle(p, 0, t, a, b, c, out);
        const before = out.slice();
        if (!(Math.abs(Math.sqrt(before[SQUARED]) - exact) <= distanceError(M))) off++;
        sharpenPointTriangle(loaded.loadPoint(p, 0).loadSecond(t, a, b, c), 0, out);
        ways.count(wayOf(before, out, SQUARED, LOWER));
        const found = Math.sqrt(out[SQUARED]);
        if (!(Math.abs(found - exact) <= distanceError(M)))
          throw new Error(`${kinds[i % kinds.length]}: ${found}, exactly ${exact}: ${p.subarray(0, 3)} | ${t}`);
      }
    }
  expect(off).toBeGreaterThan(PAIRS / 7);
  for (const [way, least] of [
    ['plain', 0.5],
    ['better', 0.002],
    ['exact', 0.02],
  ] as const)
    expect([way, ways.of(way) > least]).toEqual([way, true]);
});

test(`sharpenTriangles and KnownDistance: to distanceError, 0 only for a shared point that was seen (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  const pairs = new TriangleDistance();
  const known = new KnownDistance();
  const ways = new Shares();
  let off = 0;
  let shared = 0;
  for (const [scale, offset] of places)
    for (let i = 0; i < PAIRS; i++) {
      const [a, b] = pairNear(random, i, scale, offset);
      const M = largestOf(a, b);
      const exact = roundedSquareRoot(triangleTriangleSquaredDistance(a, b));
      for (const p of i % 20 === 0 ? CORNER_ORDERS : [CORNER_ORDERS[i % 6]]) {
        const q = CORNER_ORDERS[(i + 2) % 6];
        const says = `${kinds[i % kinds.length]}, exactly ${exact}: ${a} | ${b}`;
        for (const mayCross of [false, true]) {
          pairs.measure(loaded.load(a, ...p, b, ...q), mayCross, out);
          const before = out.slice();
          const distance = known.of(loaded.load(a, ...p, b, ...q), 0, out);
          if (!(Math.abs(distance - exact) <= distanceError(M))) throw new Error(`${distance}: ${says}`);
          const apart = Math.hypot(out[0] - out[3], out[1] - out[4], out[2] - out[5]);
          if (!(Math.abs(apart - distance) <= 24 * UNIT_ROUNDOFF * M)) throw new Error(`${apart} apart: ${says}`);
          if (!(Math.abs(Math.sqrt(before[PAIR_SQUARED]) - exact) <= distanceError(M))) off++;
          if (exact === 0) {
            if (before[PAIR_SQUARED] > 0 && distance === 0) shared++;
            continue;
          }
          out.set(before);
          const isExact = sharpenTriangles(loaded.load(a, ...p, b, ...q), 0, out);
          ways.count(isExact ? 'exact' : wayOf(before, out, PAIR_SQUARED, PAIR_LOWER));
          if (isExact) expect(out[PAIR_LOWER]).toBe(exact);
          else expect(Math.sqrt(out[PAIR_SQUARED])).toBeGreaterThan(0);
        }
      }
    }
  expect(off).toBeGreaterThan(PAIRS / 3.5);
  expect(shared).toBeGreaterThan(PAIRS / 17.5);
  for (const [way, least] of [
    ['plain', 0.3],
    ['better', 0.02],
    ['exact', 0.01],
  ] as const)
    expect([way, ways.of(way) > least]).toEqual([way, true]);
});

describe('the body that a pair belongs to', () => {
  test('may be larger than the pair: what is known of a distance is then less', () => {
    const [t, p] = [Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, 1e-9, 0), Float64Array.of(0.4, 5e-10, 3e-10)];
    const out = new Float64Array(POINT_TRIANGLE_SIZE);
    pointTriangle(p, 0, t, 0, 3, 6, out);
    const plain = out[SQUARED];
    sharpenPointTriangle(loaded.loadPoint(p, 0).loadSecond(t, 0, 3, 6), 1e9, out);
    expect(out[SQUARED]).toBe(plain);
    sharpenPointTriangle(loaded.loadPoint(p, 0).loadSecond(t, 0, 3, 6), 1, out);
    expect(out[LOWER]).toBe(Math.sqrt(out[SQUARED]));
  });
});

/** Least work: integers are only for cases that no direction decides. */
test(`long edges that pass each other close by: a direction perpendicular to both gives the distance (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  const measure = new TriangleDistance();
  const ways = new Shares();
  for (let i = 0; i < longRun(400, 60); i++) {
    const d = unitVector(random);
    const up = across(d, random);
    // Turned about `up` by some angle and lifted by the gap; each triangle's third corner is on its own side.
    const side = cross(up, d);
    const turned = along(along([0, 0, 0], 0.3 + random(), d), 0.3 + random(), side);
    const gap = 10 ** (-12 + 6 * random());
    const place = [1, 2, 3].map(() => 10 * signed(random)) as [number, number, number];
    const over = along(place, gap, up);
    const a = Float64Array.from([...along(place, -50, d), ...along(place, 50, d), ...along(place, -20, up)]);
    const b = Float64Array.from([...along(over, -50, turned), ...along(over, 50, turned), ...along(over, 20, up)]);
    measure.measure(loaded.load(a, 0, 3, 6, b, 0, 3, 6), false, out);
    const before = out.slice();
    sharpenTriangles(loaded, 1e9, out);
    expect(out).toEqual(before);
    sharpenTriangles(loaded, 0, out);
    ways.count(wayOf(before, out, PAIR_SQUARED, PAIR_LOWER));
  }
  expect(ways.of('better')).toBeGreaterThan(0.9);
});

test(`a point close to a long edge: the direction made perpendicular to it gives the distance (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  const ways = new Shares();
  for (let i = 0; i < longRun(400, 60); i++) {
    const d = unitVector(random);
    const away = across(d, random);
    const place = [1, 2, 3].map(() => 10 * signed(random)) as [number, number, number];
    const t = Float64Array.from([...along(place, -50, d), ...along(place, 50, d), ...along(place, -20, away)]);
    const p = Float64Array.from(along(along(place, 40 * signed(random), d), 10 ** (-12 + 6 * random()), away));
    pointTriangle(p, 0, t, 0, 3, 6, out);
    const before = out.slice();
    // Next to a body of a thousand kilometres it is already known well enough.
    sharpenPointTriangle(loaded.loadPoint(p, 0).loadSecond(t, 0, 3, 6), 1e9, out);
    expect(out).toEqual(before);
    sharpenPointTriangle(loaded, 0, out);
    ways.count(wayOf(before, out, SQUARED, LOWER));
  }
  expect(ways.of('better')).toBeGreaterThan(0.9);
});
