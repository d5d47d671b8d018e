// The parts of the Slicer module that need nothing of Slicer's: the connection gets the same answers as another client,
// its frames may arrive in any pieces, and reports in RAS are the library's in LPS.

import { join } from 'node:path';
import { expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import { expectSameHeard, expectTooLargeRefused, type Probe, ran, TOKEN } from '#harness/client-probes.ts';
import { testWithPrograms } from '#harness/outside-programs.ts';
import { mulberry32 } from '#harness/random.ts';
import { specServer } from '#harness/serve-clients.ts';

const SEED = 21_301;
/** mm: between the distances of the first two poses. */
const WARN_WITHIN = 2.5;
const FOLDER = join(import.meta.dirname, '../../examples/clients/slicer');
const PROBES = join(import.meta.dirname, '../harness/client-probes');
const python = (program: string, args: readonly string[], input = '') =>
  ran('python3', [join(PROBES, program), FOLDER, ...args], input);

testWithPrograms(['python3'], 'its connection hears every answer as another client does', async () => {
  const probe: Probe = ({ host, port }, lines) => python('probe.py', [host, port, TOKEN], lines);
  await expectSameHeard(probe);
  await expectTooLargeRefused(probe);
});

testWithPrograms(['python3'], `its frames are those of RFC 6455, in any pieces, seed ${SEED}`, async () => {
  expect(await python('frames.py', [`${SEED}`])).toMatch(/^\d+ messages in \d+ pieces\n$/);
});

/** F = diag(−1, −1, 1, 1). */
const flip = (points: ArrayLike<number>) => Float64Array.from(points, (x, i) => (i % 3 < 2 ? -x : x));
function conjugate(pose: readonly number[]): number[] {
  const sign = [-1, -1, 1, 1];
  const f = (row: number, column: number) => (row === column ? sign[row] : 0);
  const times = (a: typeof f, b: typeof f) => (row: number, column: number) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a(row, k) * b(k, column), 0);
  const m = (row: number, column: number) => pose[4 * column + row];
  const product = times(times(f, m), f);
  return Array.from({ length: 16 }, (_, i) => product(i % 4, Math.floor(i / 4)));
}

testWithPrograms(['python3'], `its reports in RAS are the library's in LPS, seed ${SEED}`, async () => {
  const random = mulberry32(SEED);
  const ras = [sphere({ radius: 10, center: [3, -20, 5], subdivisions: 2 }), box({ size: [4, 5, 6] })] as const;
  const lps = ras.map(({ positions, faces }): TriangleMesh => createMesh(flip(positions), faces));
  // Turned about an axis that is not one of the frame's, and at each contact state.
  const [x, y, z] = [0.48, 0.6, 0.64];
  const poses = [30, 14.5, 9, 0].map((out) => {
    const angle = 2 * random();
    const [c, s, v] = [Math.cos(angle), Math.sin(angle), 1 - Math.cos(angle)];
    return [
      ...[c + x * x * v, y * x * v + z * s, z * x * v - y * s, 0],
      ...[x * y * v - z * s, c + y * y * v, z * y * v + x * s, 0],
      ...[x * z * v + y * s, y * z * v - x * s, c + z * z * v, 0],
      ...[3 + out, -20 + random(), 5 + random(), 1],
    ];
  });
  const server = await specServer();
  const { hostname, port } = new URL(server.url);
  const given = {
    ...Object.fromEntries(
      (['bone', 'tool'] as const).map((name, k) => [
        name,
        { positions: [...ras[k].positions], faces: [...ras[k].faces] },
      ]),
    ),
    ...{ contactDistance: 3, resolution: 2, warnWithin: WARN_WITHIN, poses },
  };
  const heard = JSON.parse(await python('session.py', [hostname, port], JSON.stringify(given)));
  await server.close();

  const [bone, tool] = lps;
  const detector = await createDetector({ bone, tool, contactDistance: 3, resolution: 2, backend: 'cpu' });
  const states: string[] = [];
  for (const [n, pose] of poses.entries()) {
    const { state, contacts, patches, intersectingFaces } = detector.detectSync(conjugate(pose));
    states.push(state);
    const { report, sentence, warning, rows } = heard[n];
    expect(report.state).toBe(state);
    expect(report.intersectingFaces).toEqual([...intersectingFaces]);
    for (const name of ['corners', 'point', 'opposite', 'normal'] as const)
      expect(report[`contacts.${name}`]).toEqual([...flip(contacts[name])].slice(0, report[`contacts.${name}`].length));
    expect(report['contacts.face']).toEqual([...contacts.face]);
    expect(report['contacts.distance']).toEqual([...contacts.distance]);
    expect(rows).toEqual(
      patches.map(({ body, contactCount, area, depth, centroid }) => ({
        ...{ body, contacts: contactCount, area, depth, centroid: [...flip(centroid)] },
      })),
    );
    const nearest = detector.minimumDistance(conjugate(pose));
    expect(report.distance).toBe(nearest.distance);
    for (const name of ['bonePoint', 'toolPoint'] as const) expect(report[name]).toEqual([...flip(nearest[name])]);
    const isBreach = state === 'intersecting' || state === 'enclosed';
    expect(warning[0]).toBe(isBreach ? 'breach' : nearest.distance <= WARN_WITHIN ? 'near' : 'clear');
    const deepest = contacts.length === 0 ? 0 : Math.min(...contacts.distance);
    expect(sentence.startsWith(state)).toBe(true);
    expect(sentence.includes('below a surface')).toBe(deepest < 0);
    expect(sentence.includes('no sign')).toBe(false);
  }
  expect(states).toEqual(['separated', 'near', 'intersecting', 'enclosed']);
  detector.dispose();
});
