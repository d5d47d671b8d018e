// The parts of a slide: what planes leave of a displacement, against many points of their cone; and whether a leg leads
// back, against exact arithmetic.

import { expect, test } from '@jest/globals';
import { goesForward } from '#motion/sphere/goes-forward.ts';
import { slideDirections } from '#motion/sphere/slide-directions.ts';
import { exactFraction } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, unitVector } from '#harness/random-geometry.ts';

const SEED = 3030;
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

test(`the first direction that no plane forbids is the point of the cone nearest to V, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const kinds = [0, 0, 0, 0];
  for (let i = 0; i < longRun(1000, 200); i++) {
    const V = coordinates(random, 3, 5, 0);
    const normals = Array.from({ length: i % 6 }, () => Float64Array.from(unitVector(random)));
    const directions = slideDirections(V, normals);
    const isFree = (way: ArrayLike<number>, least: number) => normals.every((n) => dot(way, n) >= least);
    const chosen = directions.find(({ way }) => isFree(way, -1e-12))?.way ?? Float64Array.of(0, 0, 0);
    const away = Math.hypot(...chosen.map((x, k) => x - V[k]));
    for (let n = 0; n < 300; n++) {
      // Half of them near what was chosen.
      const point =
        n % 2 === 0 ? coordinates(random, 3, 5, 0) : coordinates(random, 3, 0.1, 0).map((x, k) => x + chosen[k]);
      if (isFree(point, 0)) expect(Math.hypot(...point.map((x, k) => x - V[k]))).toBeGreaterThan(away - 1e-9);
    }
    expect(dot(chosen, V)).toBeGreaterThan(-1e-12);
    kinds[normals.filter((n) => Math.abs(dot(n, chosen)) < 1e-12).length]++;
  }
  // V itself, a plane's, a crease's. Where all is 0, as many planes as there are.
  for (let kind = 0; kind < 3; kind++) expect(kinds[kind]).toBeGreaterThan(longRun(100, 20));
});

test(`a lift leads away from the planes that were projected onto by 1 mm, seed ${SEED}`, () => {
  const random = mulberry32(SEED + 1);
  let creases = 0;
  for (let i = 0; i < 200; i++) {
    const normals = [0, 0].map(() => Float64Array.from(unitVector(random)));
    for (const { way, lift, length } of slideDirections(coordinates(random, 3, 5, 0), normals)) {
      expect(Math.hypot(...way)).toBeCloseTo(length, 12);
      const within = normals.filter((n) => Math.abs(dot(n, way)) < 1e-12);
      if (within.length === 2) creases++;
      const most = Math.hypot(...lift);
      for (const n of within) expect(Math.abs(dot(lift, n) - 1)).toBeLessThan(1e-14 * most * most + 1e-14);
      if (within.length === 0) expect(most).toBe(0);
    }
  }
  expect(creases).toBeGreaterThan(150);
  // Opposite planes, or one twice: no crease.
  const n = Float64Array.of(0, 0, 1);
  expect(slideDirections([1, 0, 0], [n, n]).length).toBe(3);
  expect(slideDirections([0, 0, -1], [n, n]).length).toBe(1);
  expect(slideDirections([0, 0, 0], [n]).length).toBe(0);
});

test(`forward is what exact arithmetic says, at right angles too, seed ${SEED}`, () => {
  const random = mulberry32(SEED + 2);
  const count = { forward: 0, back: 0, across: 0 };
  for (let i = 0; i < longRun(4000, 800); i++) {
    const [from, to, a] = [0, 1, 2].map(() => coordinates(random, 3, 5, [0, 1e3, 1e6][i % 3]));
    const way = to.map((x, k) => x - from[k]);
    // At right angles, up to rounding, or in any direction; or with whole numbers, exactly.
    const step = i % 4 === 0 ? coordinates(random, 3, 1, 0) : [way[1], -way[0], 0].map((x) => x * 2 ** -(i % 40));
    const isWhole = i % 4 === 1;
    const points = [a, a.map((x, k) => x + step[k]), from, to].map((p) => (isWhole ? p.map(Math.round) : p));
    if (isWhole) {
      const [dx, dy] = [points[3][0] - points[2][0], points[3][1] - points[2][1]];
      points[1] = [points[0][0] + dy, points[0][1] - dx, points[0][2]];
    }
    const exact = [0, 1, 2]
      .map((k) =>
        exactFraction(points[1][k])
          .sub(exactFraction(points[0][k]))
          .mul(exactFraction(points[3][k]).sub(exactFraction(points[2][k]))),
      )
      .reduce((sum, x) => sum.add(x))
      .compare(0);
    count[exact > 0 ? 'forward' : exact < 0 ? 'back' : 'across']++;
    expect(goesForward(points[0], points[1], points[2], points[3])).toBe(exact >= 0);
  }
  // Products of 2^56 that differ by 1, and a small one: whole numbers, so the product of the legs is exact here.
  let wrong = 0;
  for (let i = 0; i < 400; i++) {
    const k = 2 ** 28 + Math.floor(2 ** 20 * random());
    const [e, f] = [1, Math.floor(9 * random()) - 3];
    expect(goesForward([0, 0, 0], [k - 1, f, k], [0, 0, 0], [k + 1, e, -k])).toBe(e * f - 1 >= 0);
    const inF64 = (k - 1) * (k + 1) + e * f - k * k;
    if (inF64 !== 0 && inF64 >= 0 !== e * f - 1 >= 0) wrong++;
  }
  expect(wrong).toBeGreaterThan(20);
  expect(Math.min(...Object.values(count))).toBeGreaterThan(longRun(400, 80));
});

test(`between all but opposite planes a lift is finite, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  for (let n = 0; n < 300; n++) {
    const m = Float64Array.from(unitVector(random));
    const other = m.map((x) => -x + 2 ** -Math.floor(20 + 40 * random()) * (2 * random() - 1));
    const length = Math.hypot(...other);
    const normals = [m, other.map((x) => x / length)];
    for (const { lift } of slideDirections(unitVector(random), normals))
      expect([...lift].every(Number.isFinite)).toBe(true);
  }
  const opposite = slideDirections([1, 2, 3], [Float64Array.of(0, 0, 1), Float64Array.of(0, 0, -1)]);
  expect(opposite.every(({ lift }) => lift.every(Number.isFinite))).toBe(true);
});

test('forward is exact where products underflow', () => {
  const to = [2.6e-162, -2.4e-162, -2.4e-162];
  expect(goesForward([0, 0, 0], to, [0, 0, 0], [1e-162, 1e-162, 1e-162])).toBe(false);
});
