import { describe, expect, test } from '@jest/globals';
import {
  exactFraction,
  pointTriangleBounds,
  pointTriangleSquaredDistance,
  ReferenceMesh,
  roundedSquareRoot,
  signedDistance,
  signedDistanceBounds,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, sphere, withoutFace } from './bodies.ts';

const cube = box([0, 0, 0], [4, 4, 4]);

describe('signed distance of a point', () => {
  test.each([
    ['outside, beside a face', [6, 1, 1], 2, '4'],
    ['outside, beside a corner', [6, 7, 10], 7, '49'],
    ['inside', [1, 2, 2], -1, '1'],
    ['on the surface', [4, 2, 1], 0, '0'],
    [
      'just inside',
      [Number.MIN_VALUE, 1, 1],
      -Number.MIN_VALUE,
      exactFraction(2 ** -537)
        .pow(4n)
        .toFraction(),
    ],
  ])('%s', (_, point, distance, squared) => {
    const answer = signedDistance(point, cube);
    expect(answer.distance).toBe(distance);
    expect(answer.sign).toBe(Math.sign(distance));
    if (distance !== -Number.MIN_VALUE) expect(answer.squared.toFraction()).toBe(squared);
  });

  test('an inverted body is as solid; a cavity is outside; an inner wall counts', () => {
    expect(signedDistance([1, 2, 2], inverted(cube)).distance).toBe(-1);
    const shell = joined(cube, inverted(box([1, 1, 1], [3, 3, 3])));
    expect(signedDistance([2, 2, 2], shell).distance).toBe(1);
    expect(signedDistance([0.25, 2, 2], shell).distance).toBe(-0.25);
    expect(signedDistance([2, 2, 1.5], joined(cube, box([1, 1, 1], [3, 3, 3]))).distance).toBe(-0.5);
  });

  test('an open mesh gives no sign', () => {
    const open = withoutFace(cube, 11);
    expect(signedDistance([1, 2, 2], open)).toMatchObject({ distance: 1, sign: 1 });
    expect(signedDistance([0, 1, 2], open)).toMatchObject({ distance: 0, sign: 0 });
    expect(signedDistanceBounds([1, 2, 2], open)[0]).toBeGreaterThan(0);
  });

  test('equals the box’s closed form (seed 51, 200 points on a grid of 1/4)', () => {
    const random = mulberry32(51);
    const mesh = new ReferenceMesh(cube);
    const signs = new Set<number>();
    for (let i = 0; i < 200; i++) {
      const point = Array.from({ length: 3 }, () => Math.floor(24 * random()) / 4 - 1);
      const out = point.map((coordinate) => Math.max(-coordinate, coordinate - 4));
      const deepest = Math.max(...out);
      const beyond = out.reduce((sum, gap) => sum + Math.max(gap, 0) ** 2, 0);
      const expected = deepest > 0 ? Math.sqrt(beyond) : deepest + 0;
      const { distance, sign } = signedDistance(point, mesh);
      expect(distance).toBe(expected);
      signs.add(sign);
    }
    expect(signs.size).toBe(3);
  });
});

describe('certified f64 bounds', () => {
  test.each([1e-6, 1e-3, 1, 1e3, 1e6])(
    'hold the exact point–triangle distance, slivers and near points too, at scale %d and 1e5 from the origin (seed 52)',
    (scale) => {
      const random = mulberry32(52);
      let worst = 0;
      for (let i = 0; i < 150; i++) {
        const shift = i % 3 === 0 ? 1e5 : 0;
        const at = () => shift + scale * (2 * random() - 1);
        const a = [at(), at(), at()];
        const b = [at(), at(), at()];
        const thin = i % 5 === 0 ? 1e-8 : i % 5 === 1 ? 0 : 1;
        const t = random();
        const c = a.map((value, k) => value + t * (b[k] - value) + thin * scale * (random() - 0.5));
        const near = i % 4 === 0 ? 1e-12 : 1;
        const w = random();
        const point = a.map((value, k) => value * w + (1 - w) * c[k] + near * scale * (random() - 0.5));
        const corners = [...a, ...b, ...c];
        const exact = pointTriangleSquaredDistance(point, corners);
        const [low, high] = pointTriangleBounds(point, corners);
        expect(low).toBeLessThanOrEqual(roundedSquareRoot(exact, 'up'));
        expect(exactFraction(low).pow(2n).lte(exact)).toBe(true);
        expect(exactFraction(high).pow(2n).gte(exact)).toBe(true);
        const reach = Math.max(
          ...[0, 3, 6].map((k) => Math.hypot(...point.map((value, axis) => value - corners[k + axis]))),
        );
        worst = Math.max(worst, (high - low) / reach);
      }
      expect(worst).toBeLessThanOrEqual(2 ** -35);
    },
  );

  const POINTS = longRun(80, 20);
  test(`hold the exact signed distance to a sphere of 512 faces (seed 53, ${POINTS} points)`, () => {
    const random = mulberry32(53);
    const mesh = new ReferenceMesh(sphere(3, 2));
    let inside = 0;
    for (let i = 0; i < POINTS; i++) {
      const point = Array.from({ length: 3 }, () => 4 * random() - 2);
      const { distance } = signedDistance(point, mesh);
      const [low, high] = signedDistanceBounds(point, mesh);
      expect(low).toBeLessThanOrEqual(distance);
      expect(high).toBeGreaterThanOrEqual(distance);
      expect(high - low).toBeLessThan(1e-13);
      if (distance < 0) inside++;
    }
    expect(inside).toBeGreaterThan(POINTS / 4);
    expect(inside).toBeLessThan(0.75 * POINTS);
  });

  test('on the surface they are exact', () => {
    expect(signedDistanceBounds([4, 1, 2], cube)).toEqual([0, 0]);
    expect(signedDistanceBounds([4, 4, 4], cube)).toEqual([0, 0]);
  });
});
