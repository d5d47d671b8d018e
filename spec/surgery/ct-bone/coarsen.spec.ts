// Coarsening: fewer faces, still closed and oriented, the deviation compared with a plain loop over all faces; and
// vertices that end up where the surface is.

import { expect, test } from '@jest/globals';
import { sphere, torus } from '#datasets';
import { coarsen } from '#ct-bone/coarsen.ts';
import { surfaceDeviation } from '#ct-bone/surface-deviation.ts';
import { boneFromVolume, createMesh, inspectMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

/** Distances of all vertices, ascending, by a plain loop over all faces. */
function plainDistances(from: TriangleMesh, to: TriangleMesh): number[] {
  const solid = new PlainSolid(to, false);
  const used = [...new Set(from.faces)];
  return used
    .map((v) => solid.distance(from.positions[3 * v], from.positions[3 * v + 1], from.positions[3 * v + 2]))
    .sort((a, b) => a - b);
}

const bodies: [string, TriangleMesh, number, number][] = [
  ['a sphere', sphere({ radius: 20, subdivisions: longRun(4, 3) }), longRun(400, 200), 0],
  ['a torus', torus({ majorRadius: 20, minorRadius: 6, segments: longRun(60, 40) }), longRun(600, 300), 0],
  ['a sphere 1e5 mm from the origin', sphere({ radius: 20, subdivisions: longRun(4, 3) }), longRun(400, 200), 1e5],
];
splitCases(bodies, [1], (some) =>
  test.each(some)(
    '%s: manifold, as many faces as asked for, its deviation by a plain loop',
    async (_what, body, faces, offset) => {
      const full = createMesh(
        Float64Array.from(body.positions, (x) => x + offset),
        body.faces,
        { name: 'body', frame: 'LPS' },
      );
      const before = [full.positions.slice(), full.faces.slice()];
      const coarse = await coarsen(full, faces);
      expect([full.positions, full.faces]).toEqual(before);
      const facts = inspectMesh(coarse);
      expect(facts).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1, duplicateFaces: 0 });
      expect(facts.faceCount).toBeLessThanOrEqual(faces);
      expect(facts.faceCount).toBeGreaterThan(0.9 * faces);
      expect(coarse).toMatchObject({ name: 'body', frame: 'LPS' });
      expect(coarse.positions).toBeInstanceOf(Float64Array);
      const { firstToSecond, secondToFirst } = surfaceDeviation(full, coarse);
      for (const [found, plain] of [
        [firstToSecond, plainDistances(full, coarse)],
        [secondToFirst, plainDistances(coarse, full)],
      ] as const) {
        const slack = plainSlack(Math.max(40, offset));
        expect(Math.abs(found.greatest - plain[plain.length - 1])).toBeLessThan(slack);
        expect(Math.abs(found.of99Percent - plain[Math.ceil(0.99 * plain.length) - 1])).toBeLessThan(slack);
      }
      // The volume of a closed surface within d of another differs by no more than about d times the other's area.
      const change = Math.abs(facts.volume - inspectMesh(full).volume);
      expect(change).toBeLessThan(firstToSecond.greatest * inspectMesh(full).area);
    },
  ),
);

test('a mesh with no more faces than asked for is given back as it is', async () => {
  const body = sphere({ radius: 3, subdivisions: 2 });
  expect(await coarsen(body, body.faces.length / 3)).toBe(body);
  expect(await coarsen(body, 1e9)).toBe(body);
});

test('down to four faces: closed, or refused by name', async () => {
  for (const subdivisions of [1, 2, 4]) {
    const made = await coarsen(sphere({ radius: 5, subdivisions }), 4).catch((error: { code: string }) => error.code);
    if (typeof made === 'string') expect(['COARSENING_FAILED', 'EMPTY_MESH']).toContain(made);
    else expect(inspectMesh(made)).toMatchObject({ closed: true, oriented: true });
  }
});

inDeep(() =>
  test('random bones, with handles and thin walls, stay closed and oriented at every count (seed 12)', async () => {
    const random = mulberry32(12);
    let manifold = 0;
    for (let trial = 0; trial < longRun(4, 2); trial++) {
      const n = 12;
      const waves = Array.from({ length: 6 }, () => [signed(random), signed(random), signed(random), 6 * random()]);
      const value = (x: number, y: number, z: number) =>
        waves.reduce((sum, [a, b, c, phase]) => sum + Math.cos(a * x + b * y + c * z + phase), 0);
      const plan = { dimensions: [n, n, n] as const, frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], value };
      const source = { bytes: nrrdBytes(plan), format: 'nrrd' } as const;
      const full = await boneFromVolume(source, { isoValue: 0.3 });
      expect(selfIntersections(full.mesh)).toHaveLength(0);
      for (const share of [0.6, 0.25, 0.08]) {
        const faces = Math.max(4, Math.round(share * full.inspection.faceCount));
        const { mesh, inspection, coarsened } = await boneFromVolume(source, { isoValue: 0.3, faces });
        expect(inspection).toMatchObject({ closed: true, oriented: true });
        expect(inspection.faceCount).toBeLessThan(full.inspection.faceCount);
        expect(coarsened?.facesBefore).toBe(full.inspection.faceCount);
        const { fullToCoarse, coarseToFull } = coarsened!.deviation;
        for (const { greatest, of99Percent } of [fullToCoarse, coarseToFull]) {
          expect(of99Percent).toBeLessThanOrEqual(greatest);
          expect(greatest).toBeLessThan(6);
        }
        expect(coarsened?.selfIntersections).toBe(selfIntersections(mesh).length / 2);
        if (inspection.manifold) manifold++;
      }
    }
    expect(manifold).toBeGreaterThan(longRun(6, 3));
  }),
);
