// A surface that stands at a pose: its answers in the frame in which the pose places it.

import { expect, test } from '@jest/globals';
import { createSurface, type SurfaceQueries } from '#kerf';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { cornersOf, pointAbout, rayAbout, raySurfaces } from '#harness/ray-cases.ts';

const SEED = 5408;
/** mm: two roundings of a sum of coordinates below 2^8, of the same point. */
const ROUNDED = 2 ** -43;
type Vector = readonly number[];
const turned = (m: Vector, v: Vector) => [0, 1, 2].map((k) => m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2]);
const placed = (m: Vector, p: Vector) => turned(m, p).map((x, k) => x + m[12 + k]);

test(`turned about the axes and moved by whole millimetres, nothing is rounded: the same answers (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  let hits = 0;
  for (const { mesh, isSolid } of raySurfaces(random).slice(0, 4)) {
    const [surface, corners] = [createSurface(mesh), cornersOf(mesh)];
    for (let n = 0; n < 60; n++) {
      const [a, b] = [n % 3, (n + 1 + (Math.floor(n / 3) % 2)) % 3];
      const signs = [2 * (n % 2) - 1, 2 * (Math.floor(n / 2) % 2) - 1];
      const x = [0, 1, 2].map((k) => (k === a ? signs[0] : 0));
      const y = [0, 1, 2].map((k) => (k === b ? signs[1] : 0));
      const z = [0, 1, 2].map((k) => x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3]);
      const shift = [0, 0, 0].map(() => Math.floor(64 * signed(random)));
      const pose = [...x, 0, ...y, 0, ...z, 0, ...shift, 1];
      const stands = surface.at([...rigidPose(random, 9)]).at(pose);
      // Few bits, so that no sum is rounded.
      const few = (v: Vector) => v.map((part) => Math.round(part * 64) / 64);
      const point = few(pointAbout(corners, random, 3 + (n % 2)));
      const ray = rayAbout(corners, random);
      const [origin, way] = [
        few(ray.slice(0, 3)),
        few(ray.slice(3).map((part) => part / Math.max(...ray.slice(3).map(Math.abs)))),
      ];
      const there = [placed(pose, point), placed(pose, origin), turned(pose, way)];
      const near = surface.nearestPoint(point)!;
      expect(stands.nearestPoint(there[0])).toMatchObject({
        face: near.face,
        feature: near.feature,
        distance: near.distance,
      });
      if (isSolid) {
        expect(stands.side(there[0])).toBe(surface.side(point));
        expect(stands.signedDistance(there[0])).toBe(surface.signedDistance(point));
      }
      const faces = (of: SurfaceQueries, from: Vector, along: Vector) =>
        of.raycastAll(from, along).map(({ face }) => face);
      expect(faces(stands, there[1], there[2])).toEqual(faces(surface, origin, way));
      const [hit, found] = [surface.raycast(origin, way), stands.raycast(there[1], there[2])];
      expect(found?.entering).toBe(hit?.entering);
      if (hit !== null) {
        hits++;
        for (const [k, value] of placed(pose, [...hit.point]).entries())
          expect(Math.abs(found!.point[k] - value)).toBeLessThan(ROUNDED);
      }
      expect(stands.lineOfSight(there[0], there[1])).toBe(surface.lineOfSight(point, origin));
      expect(stands.height(there[0], { axis: turned(pose, [0, 0, 1]) })?.face).toBe(surface.height(point)?.face);
      const batch = await stands.raycasts([...there[1], ...there[2]], { backend: 'cpu' });
      expect(batch.face[0]).toBe(hit?.face ?? -1);
      const columns = await stands.nearestPoints(there[0], { backend: 'cpu' });
      expect([columns.face[0], columns.distance[0]]).toEqual([near.face, near.distance]);
      for (const [k, value] of placed(pose, [...near.point]).entries())
        expect(Math.abs(columns.point[k] - value)).toBeLessThan(ROUNDED);
    }
  }
  expect(hits).toBeGreaterThan(60);
});

test(`at any pose, a point is as far from the surface as it was before both were moved (seed ${SEED})`, () => {
  const random = mulberry32(SEED + 1);
  for (const { mesh } of raySurfaces(random)) {
    const [surface, corners] = [createSurface(mesh), cornersOf(mesh)];
    const size = Math.max(...mesh.positions.map(Math.abs));
    for (let n = 0; n < 20; n++) {
      const pose = rigidPose(random, 100 * size);
      const point = pointAbout(corners, random, n % 6);
      const there = placed(pose, point);
      const slack =
        2 ** -44 * Math.max(size, ...there.map(Math.abs), ...point.map(Math.abs), ...pose.slice(12, 15).map(Math.abs));
      const [own, found] = [surface.nearestPoint(point)!, surface.at(pose).nearestPoint(there)!];
      expect(Math.abs(found.distance - own.distance)).toBeLessThan(slack);
      expect(Math.abs(Math.hypot(...there.map((x, k) => x - found.point[k])) - own.distance)).toBeLessThan(
        slack + 2 ** -49 * own.distance,
      );
    }
  }
});

test('poses and questions that are none are refused as elsewhere', () => {
  const [{ mesh }] = raySurfaces(mulberry32(SEED));
  const surface = createSurface(mesh);
  for (const [pose, code] of [
    [[1, 2], 'BAD_LENGTH'],
    [[2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 'NOT_RIGID'],
  ] as const)
    expect(() => surface.at(pose)).toThrow(expect.objectContaining({ code }));
  const stands = surface.at([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
  for (const [ask, code] of [
    [() => stands.side([0, Number.NaN, 0]), 'NON_FINITE_COORDINATE'],
    [() => stands.height([0, 0, 0], { up: [0, 0, 1] } as never), 'UNKNOWN_OPTION'],
    [() => stands.raycast([0, 0, 0], [0, 0, 0]), 'BAD_DIRECTION'],
  ] as const)
    expect(ask).toThrow(expect.objectContaining({ code }));
  expect(stands.raycast([0, 0.25, 0.5], [Number.MAX_VALUE, 0, 0])).toMatchObject({ distance: 5 });
});
