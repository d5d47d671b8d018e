import { describe, expect, test } from '@jest/globals';
import { Fraction } from 'fraction.js';
import {
  type Corners,
  type MeshData,
  minimumSignedDistance,
  minimumSignedDistanceF64,
  ReferenceMesh,
  signedDistance,
  signedDistanceBounds,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, sphere, withoutFace } from './bodies.ts';
import type { Nine } from './triangle-cases.ts';

const cube = box([0, 0, 0], [8, 8, 8]);
const shell = joined(cube, inverted(box([2, 2, 2], [6, 6, 6])));
const ways = [
  ['exact', minimumSignedDistance],
  ['f64', minimumSignedDistanceF64],
] as const;

describe.each(ways)('minimum signed distance over a sub-triangle, %s', (_, minimum) => {
  test.each<[string, Corners, MeshData, number]>([
    ['outside, parallel to a face', [1, 1, 10, 2, 1, 10, 1, 2, 10], cube, 2],
    ['outside, nearest between its corners', [-4, 4, 9, 12, 4, 9, 4, 4, 20], cube, 1],
    ['flush with a face', [1, 1, 8, 2, 1, 8, 1, 2, 8], cube, 0],
    ['a corner on a face', [1, 1, 8, 2, 1, 9, 1, 2, 9], cube, 0],
    ['inside, parallel to a face', [3, 3, 1, 4, 3, 1, 3, 4, 1], cube, -1],
    ['through the centre: deepest in its middle', [4, 4, -8, 16, 4, 10, -8, 4, 10], cube, -4],
    ['across the surface', [4, 4, 6, 4, 4, 12, 5, 4, 12], cube, -2],
    ['in a cavity', [3, 3, 3, 4, 3, 3, 3, 4, 3], shell, 1],
    ['in a wall: half its thickness', [1, 3, 3, 1, 5, 3, 1, 3, 5], shell, -1],
    ['across a wall into the cavity', [-1, 4, 4, 3, 4, 4, 3, 4.5, 4], shell, -1],
    ['in an open mesh: unsigned', [3, 3, 1, 4, 3, 1, 3, 4, 1], withoutFace(cube, 11), 1],
    ['across an open mesh', [4, 4, 6, 4, 4, 12, 5, 4, 12], withoutFace(inverted(cube), 6), 0],
    ['a segment', [4, 4, 1, 4, 4, 12, 4, 4, 12], cube, -4],
    ['a point', [4, 4, 1, 4, 4, 1, 4, 4, 1], cube, -1],
  ])('%s', (_case, triangle, mesh, expected) => {
    const answer = minimum(triangle, mesh, { width: 2 ** -6 });
    expect(answer.status).toBe('bounded');
    expect(answer.low).toBeLessThanOrEqual(expected);
    expect(answer.high).toBeGreaterThanOrEqual(expected);
    expect(answer.high - answer.low).toBeLessThanOrEqual(2 ** -6);
  });

  test('corners may be fractions', () => {
    const third = new Fraction(8n, 3n);
    const corners = [third, third, third, 3, third, third, third, 3, third];
    const { low, high, status } = minimum(corners, cube, { width: 1e-3 });
    expect(status).toBe('bounded');
    expect(third.neg().compare(low) >= 0 && third.neg().compare(high) <= 0).toBe(true);
  });

  test('a split limit ends the search by name, and the interval still holds', () => {
    const across = [4, 4, -8, 16, 4, 10, -8, 4, 10];
    const answer = minimum(across, cube, { width: 1e-6, splitLimit: 5 });
    expect(answer).toMatchObject({ status: 'unresolved', splits: 5 });
    expect(answer.low).toBeLessThanOrEqual(-4);
    expect(answer.high).toBeGreaterThanOrEqual(-4);
    expect(answer.high - answer.low).toBeGreaterThan(1e-6);
  });

  test('a width that f64 cannot hold is reported as unresolved', () => {
    const { status, low, high } = minimum([1, 1, 10, 2, 1, 10, 9, 9, 9], cube, { width: 1e-30 });
    expect(low < high).toBe(true);
    expect(status).toBe('unresolved');
  });
});

describe('against dense samples and each other', () => {
  const [EXACT, IN_BULK] = [longRun(12, 4), longRun(150, 15)];
  test(`random sub-triangles and a sphere of 128 faces: exact, f64 and samples agree (seed 71, ${EXACT} sub-triangles)`, () => {
    const mesh = new ReferenceMesh(sphere(2, 2));
    let negative = 0;
    for (const triangle of randomTriangles(71, EXACT, 0.5)) {
      const exact = minimumSignedDistance(triangle, mesh, { width: 0.02 });
      const quick = minimumSignedDistanceF64(triangle, mesh, { width: 0.002 });
      expect([exact.status, quick.status]).toEqual(['bounded', 'bounded']);
      expect(Math.max(exact.low, quick.low)).toBeLessThanOrEqual(Math.min(exact.high, quick.high));
      if (quick.high < 0) negative++;
    }
    expect(negative).toBeGreaterThanOrEqual(EXACT / 4);
    expect(negative).toBeLessThanOrEqual((5 / 6) * EXACT);
  });

  test(`f64 in bulk: samples are never below it and come within their spacing of it (seed 72, ${IN_BULK} sub-triangles, 512 faces)`, () => {
    const mesh = new ReferenceMesh(joined(sphere(3, 2), inverted(sphere(1, 0.8))));
    let negative = 0;
    for (const triangle of randomTriangles(72, IN_BULK, 0.4)) {
      const { status, low, high } = minimumSignedDistanceF64(triangle, mesh, { width: 0.005 });
      expect(status).toBe('bounded');
      expect(high - low).toBeLessThanOrEqual(0.005);
      const n = 4;
      let least = Infinity;
      for (let i = 0; i <= n; i++)
        for (let j = 0; i + j <= n; j++) {
          const point = [0, 1, 2].map(
            (k) => (i * triangle[k] + j * triangle[3 + k] + (n - i - j) * triangle[6 + k]) / n,
          );
          const [below, above] = signedDistanceBounds(point, mesh);
          expect(above).toBeGreaterThanOrEqual(low - 1e-15);
          least = Math.min(least, below);
        }
      expect(high).toBeGreaterThanOrEqual(least - (longestEdge(triangle) / n / Math.sqrt(3)) * (1 + 1e-12));
      if (high < 0) negative++;
    }
    expect(negative / IN_BULK).toBeGreaterThan(0.2);
    expect(negative / IN_BULK).toBeLessThan(0.8);
  });

  test('the corner with the exact least signed distance bounds it above, its nearest corner below (seed 73)', () => {
    const mesh = new ReferenceMesh(sphere(1, 2));
    for (const triangle of randomTriangles(73, longRun(40, 15), 0.3)) {
      const { low, high } = minimumSignedDistanceF64(triangle, mesh, { width: 1e-3 });
      const corners = [0, 3, 6].map((k) => signedDistance(triangle.slice(k, k + 3), mesh).distance);
      const least = Math.min(...corners);
      expect(low).toBeLessThanOrEqual(least);
      expect(high).toBeGreaterThanOrEqual(least - (longestEdge(triangle) / Math.sqrt(3)) * (1 + 1e-12));
    }
  });
});

/** Triangles about a point of the cube of half side 2.2, with corners up to `size` from that point along each axis. */
function randomTriangles(seed: number, count: number, size: number): Nine[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => {
    const centre = Array.from({ length: 3 }, () => 4.4 * random() - 2.2);
    return Array.from({ length: 9 }, (_, i) => centre[i % 3] + size * (2 * random() - 1));
  });
}

function longestEdge(t: Nine): number {
  const edge = (i: number, j: number) => Math.hypot(t[i] - t[j], t[i + 1] - t[j + 1], t[i + 2] - t[j + 2]);
  return Math.max(edge(0, 3), edge(3, 6), edge(6, 0));
}
