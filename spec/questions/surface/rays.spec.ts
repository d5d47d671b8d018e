// Rays, lines and segments against a surface, by the definition in exact arithmetic: which faces, in which order,
// where.

import { describe, expect, test } from '@jest/globals';
import { createSurface, type RayHit } from '#kerf';
import { exactFraction, lineCrossings, windingNumber } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { openMeeting } from '#harness/open-meeting.ts';
import { mulberry32 } from '#harness/random.ts';
import { cornersOf, pointAbout, rayAbout, raySurfaces } from '#harness/ray-cases.ts';

const SEED = 5401;
const random = mulberry32(SEED);
const surfaces = raySurfaces(random).map(({ mesh, isSolid }) => ({
  mesh,
  isSolid,
  corners: cornersOf(mesh),
  surface: createSurface(mesh),
  magnitude: Math.max(...mesh.positions.map(Math.abs)),
}));

type Crossing = ReturnType<typeof lineCrossings>[number];

/** The exact distance of a place, rounded by f64's own division and root: off by a few ulps. */
function distanceOf({ place }: Crossing, way: readonly number[]): number {
  const t = Number(exactFraction(1).mul(place.numerator).div(place.denominator).valueOf());
  return Math.abs(t) * Math.hypot(...way);
}

function expectHit(hit: RayHit, crossing: Crossing, origin: readonly number[], way: readonly number[], most: number) {
  expect([hit.face, hit.entering]).toEqual([crossing.face, crossing.side === 1]);
  const magnitude = Math.max(most, ...origin.map(Math.abs));
  const slack = 2 ** -40 * magnitude;
  const distance = distanceOf(crossing, way);
  const along = crossing.place.numerator < 0n ? -distance : distance;
  expect(Math.abs(hit.distance - distance)).toBeLessThanOrEqual(slack + 2 ** -50 * distance);
  const length = Math.hypot(...way);
  for (let k = 0; k < 3; k++) {
    const x = origin[k] + (along / length) * way[k];
    expect(Math.abs(hit.point[k] - x)).toBeLessThanOrEqual(2 * slack + 2 ** -50 * distance);
  }
}

describe(`rays through corners, edges and faces, against the exact line (seed ${SEED})`, () => {
  test('first and all hits are those of the definition', () => {
    const seen = { rays: 0, hit: 0, several: 0, touching: 0 };
    const rounds = longRun(1_000_000, 1_800) / surfaces.length;
    for (const { corners, surface, magnitude } of surfaces)
      for (let n = 0; n < rounds; n++) {
        const ray = rayAbout(corners, random);
        const [origin, way] = [ray.slice(0, 3), ray.slice(3)];
        const expected = lineCrossings(origin, way, corners);
        const found = surface.raycastAll(origin, way);
        if (found.length !== expected.length || found.some(({ face }, i) => face !== expected[i].face))
          expect({ ray, faces: found.map(({ face }) => face) }).toEqual({
            ray,
            faces: expected.map(({ face }) => face),
          });
        const first = surface.raycast(origin, way);
        expect(first === null).toBe(expected.length === 0);
        seen.rays++;
        if (first === null) continue;
        seen.hit++;
        if (expected.length > 2) seen.several++;
        if (expected.some(({ place }) => place.numerator === 0n)) seen.touching++;
        if (n % 20 > 0) continue;
        expect(first).toEqual(found[0]);
        for (const [i, hit] of found.entries()) expectHit(hit, expected[i], origin, way, magnitude);
      }
    console.log(JSON.stringify(seen));
    expect(seen.hit).toBeGreaterThan(seen.rays / 4);
    expect(seen.several).toBeGreaterThan(seen.rays / 50);
    expect(seen.touching).toBeGreaterThan(seen.rays / 50);
  });

  test('from a point off a closed surface, a ray comes out more often than it goes in by the winding number', () => {
    let windings = 0;
    for (const { mesh, isSolid, corners, surface } of surfaces) {
      if (!isSolid) continue;
      for (let n = 0; n < longRun(2000, 60); n++) {
        const ray = rayAbout(corners, random);
        const origin = ray.slice(0, 3);
        if (surface.side(origin) === 0) continue;
        const out = surface
          .raycastAll(origin, ray.slice(3))
          .reduce((sum, { entering }) => sum + (entering ? -1 : 1), 0);
        const winding = windingNumber(origin, mesh);
        expect(out).toBe(winding);
        if (winding !== 0) windings++;
      }
    }
    expect(windings).toBeGreaterThan(20);
  });

  test('a limit at a hit’s very distance takes it, the number below does not', () => {
    let asked = 0;
    for (const { corners, surface } of surfaces)
      for (let n = 0; n < longRun(5000, 150); n++) {
        const origin = pointAbout(corners, random, n);
        const axis = Math.floor(3 * random());
        const way = [0, 1, 2].map((k) => (k === axis ? 4 * (2 * (n % 2) - 1) : 0));
        const [crossing] = lineCrossings(origin, way, corners);
        if (crossing === undefined) continue;
        // Along an axis the distance is t·4: exact, if f64 holds it.
        const exact = exactFraction(4).mul(crossing.place.numerator).div(crossing.place.denominator);
        const limit = Number(exact.valueOf());
        if (exactFraction(limit).compare(exact) !== 0) continue;
        expect(surface.raycast(origin, way, { maxDistance: limit })?.face).toBe(crossing.face);
        if (limit === 0) continue;
        asked++;
        expect(surface.raycast(origin, way, { maxDistance: limit * (1 - 2 ** -53) })).toBeNull();
        expect(surface.raycastAll(origin, way, { maxDistance: limit * (1 - 2 ** -53) })).toEqual([]);
      }
    expect(asked).toBeGreaterThan(100);
  });

  test('height is the highest of all crossings of the line', () => {
    let [hits, below] = [0, 0];
    for (const { corners, surface, magnitude } of surfaces)
      for (let n = 0; n < longRun(10_000, 150); n++) {
        const ray = rayAbout(corners, random);
        const [point, axis] = [ray.slice(0, 3), n % 2 === 0 ? [0, 0, 1] : ray.slice(3)];
        const down = axis.map((x) => -x);
        const [expected] = lineCrossings(point, down, corners, null);
        const found = n % 2 === 0 ? surface.height(point) : surface.height(point, { axis });
        expect(found?.face).toBe(expected?.face);
        if (found === null) continue;
        hits++;
        if (found.distance < 0) below++;
        const isAbove = expected.place.numerator <= 0n;
        expect(isAbove ? found.distance >= 0 : found.distance <= 0).toBe(true);
        expectHit({ ...found, distance: Math.abs(found.distance) }, { ...expected }, point, down, magnitude * 4);
      }
    expect(hits).toBeGreaterThan(200);
    expect(below).toBeGreaterThan(20);
  });
});

test(`a line of sight is clear if and only if no point between the ends is on a face (seed ${SEED})`, () => {
  const seen = { clear: 0, ends: 0, blocked: 0 };
  for (const { corners, surface } of surfaces)
    for (let n = 0; n < longRun(20_000, 60); n++) {
      const [a, b] = [pointAbout(corners, random, n), pointAbout(corners, random, Math.floor(7 * random()))];
      const meetings = corners.map((face) => openMeeting(a, b, face));
      const blocked = meetings.includes('more');
      expect({ a, b, clear: surface.lineOfSight(a, b) }).toEqual({ a, b, clear: !blocked });
      if (blocked) seen.blocked++;
      else if (meetings.includes('end')) seen.ends++;
      else seen.clear++;
    }
  console.log(JSON.stringify(seen));
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(60);
});
