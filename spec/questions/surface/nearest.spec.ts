// The nearest point of a surface, the side and the signed distance of a point, by the definition in exact arithmetic.

import { describe, expect, test } from '@jest/globals';
import { createMesh, createSurface, type NearestPoint } from '#kerf';
import { BulkMesh, exactFraction, pointTriangleSquaredDistance, roundedSquareRoot } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { nearestPart } from '#harness/nearest-part.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { cornersOf, pointAbout, raySurfaces } from '#harness/ray-cases.ts';
import { inDeep } from '#harness/sets.ts';
import { sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 5402;
const random = mulberry32(SEED);
const surfaces = raySurfaces(random).map(({ mesh, isSolid }) => ({
  mesh,
  isSolid,
  corners: cornersOf(mesh),
  surface: createSurface(mesh),
  magnitude: Math.max(...mesh.positions.map(Math.abs)),
}));

/** mm: what a coordinate may be off by, of a point about a surface. */
const slackAt = (point: readonly number[], magnitude: number) => 2 ** -40 * Math.max(magnitude, ...point.map(Math.abs));

describe(`the nearest point, against exact distances to all faces (seed ${SEED})`, () => {
  test('face, feature, distance and point', () => {
    const seen = { points: 0, features: [0, 0, 0], ties: 0, on: 0 };
    for (const { mesh, corners, surface, magnitude } of surfaces) {
      const oracle = new BulkMesh(mesh);
      for (let n = 0; n < longRun(100_000, 500) / surfaces.length; n++) {
        const point = pointAbout(corners, random, n);
        const { squared, face } = oracle.exactSignedDistance(point);
        const found = surface.nearestPoint(point)!;
        expect({ point, face: found.face }).toEqual({ point, face });
        expect({ point, feature: found.feature }).toEqual({ point, feature: nearestPart(point, corners[face]) });
        const slack = slackAt(point, magnitude);
        expect(Math.abs(found.distance - roundedSquareRoot(squared))).toBeLessThanOrEqual(slack);
        // The point is on the face, and that far away.
        expect(roundedSquareRoot(pointTriangleSquaredDistance([...found.point], corners[face]))).toBeLessThan(slack);
        const far = Math.hypot(...point.map((x, k) => x - found.point[k]));
        expect(Math.abs(far - found.distance)).toBeLessThan(2 * slack + 2 ** -49 * far);
        seen.points++;
        seen.features[found.feature]++;
        if (squared.n === 0n) seen.on++;
        if (corners.some((other, i) => i > face && pointTriangleSquaredDistance(point, other).compare(squared) === 0))
          seen.ties++;
      }
    }
    console.log(JSON.stringify(seen));
    for (const count of [...seen.features, seen.ties, seen.on]) expect(count).toBeGreaterThan(seen.points / 30);
  });

  test('a limit at the very distance takes it, one just below does not', () => {
    let limits = 0;
    for (const { mesh, corners, surface } of surfaces) {
      const oracle = new BulkMesh(mesh);
      for (let n = 0; n < longRun(5000, 35); n++) {
        const point = pointAbout(corners, random, 3 + (n % 2));
        const { squared, face } = oracle.exactSignedDistance(point);
        const limit = roundedSquareRoot(squared, 'up');
        expect(surface.nearestPoint(point, { maxDistance: limit })?.face).toBe(face);
        if (limit === 0) continue;
        const below = limit * (1 - 2 ** -53);
        const isLess = exactFraction(below).mul(exactFraction(below)).compare(squared) < 0;
        expect(surface.nearestPoint(point, { maxDistance: below }) === null).toBe(isLess);
        limits++;
      }
    }
    expect(limits).toBeGreaterThan(100);
  });

  test('the middle of a sphere of hundreds of faces: as near as the nearest by exact distance', () => {
    const { positions, faces } = sphere(3, 5);
    const mesh = { positions: Float64Array.from(positions), faces: Uint32Array.from(faces), name: 'ball' };
    const { face } = new BulkMesh(mesh).exactSignedDistance([0, 0, 0]);
    expect(faces.length / 3).toBeGreaterThan(256);
    expect(createSurface(mesh).nearestPoint([0, 0, 0])?.face).toBe(face);
  });
});

test(`the point of faces however thin is where exact arithmetic has it (seed ${SEED})`, () => {
  const count = { inside: 0, edge: 0 };
  for (let n = 0; n < longRun(20_000, 400); n++) {
    const a = [0, 0, 0].map(() => 100 * (2 * random() - 1));
    const along = unitVector(random).map((x) => 60 * x);
    const aside = unitVector(random).map((x) => x * 60 * 2 ** -Math.floor(34 * random()));
    const share = random();
    const [b, c] = [a.map((x, k) => x + along[k]), a.map((x, k) => x + share * along[k] + aside[k])];
    // Some beside the face, nearest to an edge.
    const [s, t] = [random() - (n % 3 === 0 ? 1 : 0), random()].sort();
    // Of the corners as they are rounded, so that the foot is on the face.
    const [u, v] = [b, c].map((corner) => corner.map((x, k) => x - a[k]));
    const normal = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    const height = (80 * (2 * random() - 1)) / Math.hypot(...normal);
    const point = a.map((x, k) => x + s * (b[k] - x) + (t - s) * (c[k] - x) + height * normal[k]);
    const found = createSurface(createMesh([...a, ...b, ...c], [0, 1, 2])).nearestPoint(point)!;
    if (found.feature === 2) continue;
    const exact = (v: readonly number[]) => v.map((x) => exactFraction(x));
    type Exact = ReturnType<typeof exact>;
    const minus = (v: Exact, w: Exact) => v.map((x, k) => x.sub(w[k]));
    const dot = (v: Exact, w: Exact) => v.reduce((sum, x, k) => sum.add(x.mul(w[k])), exactFraction(0));
    const [p, A, B, C] = [point, a, b, c].map(exact);
    const foot = (() => {
      if (found.feature === 0) {
        const [u, v] = [minus(B, A), minus(C, A)];
        const across = [0, 1, 2].map((k) => u[(k + 1) % 3].mul(v[(k + 2) % 3]).sub(u[(k + 2) % 3].mul(v[(k + 1) % 3])));
        const part = dot(across, minus(p, A)).div(dot(across, across));
        return p.map((x, k) => x.sub(part.mul(across[k])));
      }
      const feet = [
        [A, B],
        [B, C],
        [C, A],
      ].map(([from, to]) => {
        const edge = minus(to, from);
        const share = dot(minus(p, from), edge).div(dot(edge, edge));
        const inside = share.compare(0) >= 0 && share.compare(1) <= 0;
        const at = from.map((x, k) => x.add(share.mul(edge[k])));
        return { at, square: inside ? dot(minus(p, at), minus(p, at)) : null };
      });
      return feet.reduce((best, one) =>
        one.square !== null && (best.square === null || one.square.compare(best.square) < 0) ? one : best,
      ).at;
    })();
    count[found.feature === 0 ? 'inside' : 'edge']++;
    const magnitude = Math.max(...[point, a, b, c].flat().map(Math.abs));
    for (let k = 0; k < 3; k++)
      expect(Math.abs(found.point[k] - Number(foot[k].valueOf()))).toBeLessThanOrEqual(2 ** -40 * magnitude);
  }
  console.log(JSON.stringify(count));
  for (const found of Object.values(count)) expect(found).toBeGreaterThan(30);
});

test(`side and signed distance of points in, on and outside of solids (seed ${SEED})`, () => {
  const sides = { '-1': 0, '0': 0, '1': 0 };
  for (const { mesh, isSolid, corners, surface, magnitude } of surfaces) {
    if (!isSolid) {
      for (const ask of [() => surface.side([9, 9, 9]), () => surface.signedDistance([0, 0, 0])])
        expect(ask).toThrow(expect.objectContaining({ code: 'NOT_SOLID' }));
      continue;
    }
    const oracle = new BulkMesh(mesh);
    for (let n = 0; n < longRun(5000, 60); n++) {
      const point = pointAbout(corners, random, n);
      const { sign, distance } = oracle.exactSignedDistance(point);
      const side = surface.side(point);
      expect(side).toBe(sign === 0 ? 0 : -sign);
      sides[side]++;
      const signed = surface.signedDistance(point);
      expect(Math.abs(signed - distance)).toBeLessThanOrEqual(slackAt(point, magnitude));
      expect(Math.sign(signed)).toBe(Math.sign(distance));
    }
  }
  console.log(JSON.stringify(sides));
  for (const count of Object.values(sides)) expect(count).toBeGreaterThan(15);
});

inDeep(() =>
  test(`on the skull phantom, near it and far from it (seed ${SEED})`, () => {
    const mesh = phantom(longRun(20_000, 5_000));
    const oracle = new BulkMesh(mesh);
    const surface = createSurface(mesh);
    const found: NearestPoint[] = [];
    for (let n = 0; n < longRun(5000, 150); n++) {
      const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
      const reach = [0.01, 5, 500][n % 3];
      const way = unitVector(random);
      const point = way.map((x, k) => mesh.positions[vertex + k] + reach * x);
      const { face, distance } = oracle.exactSignedDistance(point);
      const nearest = surface.nearestPoint(point)!;
      expect({ point, face: nearest.face }).toEqual({ point, face });
      expect(Math.abs(nearest.distance - Math.abs(distance))).toBeLessThan(slackAt(point, 200));
      found.push(nearest);
    }
    for (const feature of [0, 1, 2])
      expect(found.filter((nearest) => nearest.feature === feature).length).toBeGreaterThan(5);
  }),
);
