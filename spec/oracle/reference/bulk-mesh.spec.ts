import { describe, expect, test } from '@jest/globals';
import type { Fraction } from 'fraction.js';
import {
  BulkMesh,
  exactFraction,
  minimumSignedDistance,
  minimumSignedDistanceF64,
  roundedFraction,
  signedDistance,
  signedDistanceBounds,
  windingNumber,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { shifted, sphere } from './bodies.ts';
import { bodies, boxesAbout, extent, pointsAbout, soup } from './bulk-bodies.ts';

const cases = bodies.map(([name, data], i) => [name, 400 + i, new BulkMesh(data)] as const);
const HAIR = exactFraction(2 ** -300);

/** A point that f64 cannot represent, next to an f64 point. */
function besides(point: readonly number[]): Fraction[] {
  return point.map((coordinate) => exactFraction(coordinate).add(HAIR));
}

describe.each(cases)('%s (seed %d)', (_name, seed, mesh) => {
  const { surface } = mesh;

  test('faces whose boxes meet a box: as by comparing with each, ascending', () => {
    let found = 0;
    for (const asked of boxesAbout(surface, mulberry32(seed), longRun(120, 12))) {
      const expected = [...surface.boxes.keys()]
        .filter((i) => i % 6 === 0)
        .filter((i) =>
          [0, 1, 2].every((k) => surface.boxes[i + k] <= asked[3 + k] && asked[k] <= surface.boxes[i + 3 + k]),
        );
      expect(mesh.facesMeeting(asked)).toEqual(expected.map((i) => i / 6));
      if (expected.length > 0) found++;
    }
    expect(found).toBeGreaterThan(longRun(40, 4));
  });

  test('exact signed distance: as over all faces, of f64 points and of points that no f64 holds', () => {
    const points = pointsAbout(surface, mulberry32(seed), longRun(25, 5));
    for (const point of [...points, ...points.slice(0, longRun(10, 2)).map(besides)]) {
      const [local, plain] = [mesh.exactSignedDistance(point), signedDistance(point, surface)];
      expect([local.sign, local.distance, local.face]).toEqual([plain.sign, plain.distance, plain.face]);
      expect(local.squared.equals(plain.squared)).toBe(true);
    }
  });

  test('certified signed distance: holds the exact one, no wider than over all faces', () => {
    for (const point of pointsAbout(surface, mulberry32(seed + 100), longRun(40, 5))) {
      const [low, high] = mesh.signedDistanceBounds(point);
      const plain = signedDistanceBounds(point, surface);
      const { squared, sign } = signedDistance(point, surface);
      const [least, most] = sign < 0 ? [-high, -low] : [low, high];
      expect(exactFraction(least).pow(2n)!.lte(squared) && exactFraction(most).pow(2n)!.gte(squared)).toBe(true);
      expect(least >= 0 && low >= plain[0] && high <= plain[1]).toBe(true);
    }
  });

  test('minimum over a sub-triangle: holds the same number as the search over all faces', () => {
    const random = mulberry32(seed + 300);
    const { low, high } = extent(surface);
    const size = Math.max(...low.map((value, k) => high[k] - value), 1e-3);
    const width = size / 200;
    pointsAbout(surface, random, longRun(8, 2)).forEach((point, i) => {
      const corners = Array.from({ length: 9 }, (_, k) => point[k % 3] + (k < 3 ? 0 : 0.1 * size * (random() - 0.5)));
      const asked = i % 2 === 0 ? corners : besides(corners);
      const local = mesh.minimumSignedDistance(asked, { width });
      const plain = minimumSignedDistanceF64(asked, surface, { width });
      expect([local.status, plain.status]).toEqual(['bounded', 'bounded']);
      expect(Math.max(local.low, plain.low)).toBeLessThanOrEqual(Math.min(local.high, plain.high));
      expect(local.high - local.low).toBeLessThanOrEqual(width);
    });
  });
});

const closed = cases.filter(([, , { surface }]) => surface.signed);

test.each(closed)(
  'the winding number of %s (seed %d), of f64 points and of points that no f64 holds',
  (_name, seed, mesh) => {
    let off = 0;
    for (const point of pointsAbout(mesh.surface, mulberry32(seed + 200), longRun(40, 5)))
      for (const at of [point, besides(point)]) {
        const expected = windingNumber(at, mesh.surface);
        if (expected === 'on surface') continue;
        expect(mesh.windingOffSurface(at)).toBe(expected);
        off++;
      }
    expect(off).toBeGreaterThan(longRun(30, 3));
  },
);

test('the points asked about lie inside, on and outside, each often (seeds of the bodies)', () => {
  const counts = new Map<number, number>();
  const each = longRun(25, 5);
  for (const [, seed, mesh] of cases)
    for (const point of pointsAbout(mesh.surface, mulberry32(seed), each)) {
      const { sign } = mesh.exactSignedDistance(point);
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
  for (const sign of [-1, 0, 1]) expect([sign, counts.get(sign)! / (each * cases.length) > 0.1]).toEqual([sign, true]);
});

const MINIMA = longRun(12, 6);
test(`minima inside, across and outside against the exact search (seed 470, ${MINIMA} sub-triangles)`, () => {
  const mesh = new BulkMesh(sphere(1, 2));
  const random = mulberry32(470);
  const kinds = new Map<string, number>();
  for (let i = 0; i < MINIMA; i++) {
    const from = 3.2 * random() ** 0.5;
    const triangle = Array.from({ length: 9 }, (_, k) => from * Number(k % 3 === i % 3) + 0.5 * (random() - 0.5));
    const local = mesh.minimumSignedDistance(triangle, { width: 1e-3 });
    const exact = minimumSignedDistance(triangle, mesh.surface, { width: 0.02 });
    expect(Math.max(local.low, exact.low)).toBeLessThanOrEqual(Math.min(local.high, exact.high));
    const kind = local.low > 0 ? 'outside' : local.splits > 0 ? 'searched' : 'at once';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect([...kinds.keys()].sort()).toEqual(['at once', 'outside', 'searched']);
});

test.each(closed.map(([name, seed, mesh]) => [name, seed + 40, mesh] as const))(
  'the winding number where the first ray passes a corner or an edge in the last places, or meets it: %s (seed %d)',
  (_name, seed, mesh) => {
    const { surface } = mesh;
    const random = mulberry32(seed);
    const { low, high } = extent(surface);
    for (let i = 0; i < longRun(60, 3); i++) {
      const corners = surface.cornersOf(Math.floor(random() * surface.faceCount));
      const share = i % 3 === 0 ? 0.5 : 0;
      const met = [0, 1, 2].map((k) => corners[k] + share * (corners[3 + k] - corners[k]));
      const back = ((random() - 0.3) * (high[2] - low[2])) / 10201;
      const from = met.map((value, k) => exactFraction(value).sub(exactFraction(back).mul([1, 101, 10201][k])));
      for (const at of [from, from.map((value) => roundedFraction(value))]) {
        const expected = windingNumber(at, surface);
        if (expected !== 'on surface') expect(mesh.windingOffSurface(at)).toBe(expected);
      }
    }
  },
);

const BETWEEN = longRun(60, 12);
test(`a surface between a point and the f64 point next to it (seed 480, ${BETWEEN} points)`, () => {
  const mesh = new BulkMesh(shifted(sphere(0, 2 ** -10), [2 ** 17, 2 ** 17, 2 ** 17]));
  const random = mulberry32(480);
  let between = 0;
  for (let i = 0; i < BETWEEN; i++) {
    const [u, v] = [random() / 2, random() / 2];
    const off = 2 ** -50 * (i % 2 === 0 ? 1 : -1);
    const point = [u, v, 1 - u - v].map((weight) =>
      exactFraction(2 ** -10 * weight)
        .add(exactFraction(2 ** 17))
        .add(exactFraction(off)),
    );
    const { sign, squared, face } = mesh.exactSignedDistance(point);
    const plain = signedDistance(point, mesh.surface);
    expect([sign, face, squared.equals(plain.squared)]).toEqual([plain.sign, plain.face, true]);
    if (
      signedDistance(
        point.map((value) => roundedFraction(value)),
        mesh.surface,
      ).sign !== sign
    )
      between++;
  }
  expect(between).toBeGreaterThan(longRun(15, 3));
});

test('no faces: nothing is found, and nothing is near', () => {
  const none = new BulkMesh(soup(0, () => []));
  expect(none.facesMeeting([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity])).toEqual([]);
  expect(none.signedDistanceBounds([0, 0, 0])).toEqual([Infinity, Infinity]);
});
