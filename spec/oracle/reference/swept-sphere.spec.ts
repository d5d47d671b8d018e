// The oracle of sphere sweeps: each face tested by its exact squared distance; the filtered answers too.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { exactFraction, SweptMesh, triangleTriangleSquaredDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 1706;

test(`the faces that are touched until a time, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const count = { touched: 0, free: 0, oneFace: 0 };
  for (const mesh of [box({ size: [20, 16, 12] }), sphere({ radius: 10, subdivisions: 1 })]) {
    const surface = new SweptMesh(mesh);
    const cornersOf = (face: number) =>
      [0, 1, 2].flatMap((k) => {
        const at = 3 * mesh.faces[3 * face + k];
        return Array.from(mesh.positions.subarray(at, at + 3));
      });
    for (let i = 0; i < longRun(60, 15); i++) {
      const [from, to] = [coordinates(random, 3, 14, 0), coordinates(random, 3, 14, 0)];
      // A third of them exactly reach the box's side, or miss it by a unit.
      if (i % 3 === 0) from[0] = to[0] = 12;
      const radius = i % 3 === 0 ? 2 - (i % 2) * 2 ** -52 : 2 * random();
      const t = i % 4 === 0 ? 1 : random();
      const start = from.map(exactFraction);
      const end = start.map((x, k) => x.add(exactFraction(to[k]).sub(x).mul(exactFraction(t))));
      const reach = exactFraction(radius).mul(exactFraction(radius));
      const touched = Array.from({ length: mesh.faces.length / 3 }, (_, face) => face).filter(
        (face) => triangleTriangleSquaredDistance([...start, ...end, ...end], cornersOf(face)).compare(reach) <= 0,
      );
      const found = surface.touchedUntil({ from, to, radius }, t);
      if (touched.length === 0) expect(found).toBe(-1);
      else expect(touched).toContain(found);
      count[touched.length === 0 ? 'free' : 'touched']++;
      if (touched.length === 1) count.oneFace++;
      const face = Math.floor((mesh.faces.length / 3) * random());
      expect(surface.isTouchedUntil({ from, to, radius }, t, face)).toBe(touched.includes(face));
      expect(surface.isTouchedUntil({ from, to, radius }, t, mesh.faces.length)).toBe(false);
    }
  }
  console.log(JSON.stringify(count));
  expect(count.touched).toBeGreaterThan(longRun(30, 7));
  expect(count.free).toBeGreaterThan(longRun(20, 5));
  expect(count.oneFace).toBeGreaterThan(longRun(3, 0));
});
