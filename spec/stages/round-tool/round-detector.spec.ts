// A detector with a convex tool: its answers after edits, over threads and compared with a fine mesh of the same ball;
// what it refuses; and that a polyhedron is its own mesh.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, skullVaultSphere, sphere } from '#datasets';
import type { ConvexBody } from '#convex';
import { createConvex, createDetector, type DetectorOptions, OptionError, type TriangleMesh } from '#kerf';
import { isRefused, isRejected, refusesOptions } from '#harness/detector-refusals.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const burr = createConvex({ kind: 'sphere', radius: 3 });
const pin = createConvex({ kind: 'capsule', radius: 1.5, length: 8 });
const ball = sphere({ radius: 10, subdivisions: 3 });
const options = { bone: ball, tool: burr, contactDistance: 0.5, resolution: 1, backend: 'cpu' } as const;
const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 12, 0.1, 0.2, 1];

/** Poses around the ball, from inside it to beyond δ. */
function posesRound(random: () => number, count: number): number[][] {
  return Array.from({ length: count }, () => {
    const pose = rigidPose(random, 1);
    const way = unitVector(random);
    for (let k = 0; k < 3; k++) pose[12 + k] = (5 + 10 * random()) * way[k];
    return pose;
  });
}

const SEED = 23;
besideMesh(2, 4);
inDeep(() => besideMesh(4, 12));

function besideMesh(subdivisions: number, poses: number): void {
  test(`the true sphere beside a mesh of it, at ${poses} poses: intervals are as far apart as the mesh is from it (seed ${SEED})`, async () => {
    const mesh = sphere({ radius: 3, subdivisions });
    // How deep the mesh's faces lie inside the sphere.
    let sagitta = 0;
    for (let f = 0; f < mesh.faces.length; f += 3) {
      const middle = [0, 1, 2].map((k) =>
        [0, 1, 2].reduce((sum, c) => sum + mesh.positions[3 * mesh.faces[f + c] + k] / 3, 0),
      );
      sagitta = Math.max(sagitta, 3 - Math.hypot(...middle));
    }
    const round = await createDetector(options);
    const faceted = await createDetector({ ...options, tool: mesh, sides: 'bone', contactDistance: 0.5 + sagitta });
    let rows = 0;
    for (const pose of posesRound(mulberry32(SEED), poses)) {
      const other = new Map([...faceted.detectSync(pose).contacts].map((row) => [`${row.face} ${row.path}`, row]));
      for (const row of round.detectSync(pose).contacts) {
        const twin = other.get(`${row.face} ${row.path}`);
        if (row.low > 0.5) continue;
        // The mesh lies in the ball: anything within δ of the ball is within δ + sagitta of the mesh.
        if (twin === undefined) throw new Error(`face ${row.face}, path ${row.path}: no row beside the mesh`);
        expect(row.low).toBeLessThanOrEqual(twin.high + 1e-12);
        expect(twin.low).toBeLessThanOrEqual(row.high + sagitta + 1e-12);
        rows++;
      }
    }
    expect(rows).toBeGreaterThan(25 * poses);
  });
}

describe('the bone', () => {
  test(`may be edited and compacted: answers are those of a detector that was made for what is left (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const edited = new EditedBone(ball);
    const detector = await createDetector({ ...options, tool: pin });
    const poses = posesRound(random, longRun(4, 2));
    for (const kind of editKinds) {
      const edit = edited.edit(kind, random);
      edited.apply(edit);
      detector.editBone(edit);
      const { mesh, numbers } = edited.fresh();
      const fresh = await createDetector({ ...options, tool: pin, bone: mesh });
      for (const pose of poses) {
        const [a, b] = [detector.detectSync(pose), fresh.detectSync(pose)];
        const faces = (report: typeof a) =>
          [...report.contacts].map(({ face, path, distance }) => [face, path, distance]);
        expect(a.state).toBe(b.state);
        expect(faces(a)).toEqual(faces(b).map(([face, ...rest]) => [numbers[face], ...rest]));
        expect([...a.intersectingFaces]).toEqual(
          [...b.intersectingFaces].map((x, i) => (i % 2 === 0 ? numbers[x] : x)),
        );
        const [near, twin] = [detector.minimumDistance(pose), fresh.minimumDistance(pose)];
        expect([near.distance, near.boneFace]).toEqual([twin.distance, numbers[twin.boneFace]]);
      }
    }
    const before = poses.map((pose) => detector.detectSync(pose).contacts.distance);
    await detector.compactBone();
    expect(poses.map((pose) => detector.detectSync(pose).contacts.distance)).toEqual(before);
    detector.dispose();
  });
});

test('faces that are cut away are met no more, by any question', async () => {
  const detector = await createDetector(options);
  const touching = still.with(12, 11);
  const met = new Set(detector.detectSync(touching).contacts.face);
  const nearest = detector.minimumDistance(still).boneFace;
  expect(met.size).toBeGreaterThan(5);
  detector.editBone({ remove: [nearest] });
  expect(detector.minimumDistance(still).boneFace).not.toBe(nearest);
  met.delete(nearest);
  detector.editBone({ remove: [...met] });
  const { contacts, intersectingFaces } = detector.detectSync(touching);
  for (const face of [...contacts.face, ...intersectingFaces.filter((_, i) => i % 2 === 0)])
    expect(met.has(face)).toBe(false);
  expect(detector.intersects(touching)).toBe(intersectingFaces.length > 0);
});

function sameBytes(bone: TriangleMesh, poseCount: number, workers: readonly number[]): void {
  test(`are the same bytes whatever was asked before, whichever index decides the inside, on ${['one thread', ...workers].join(', ')}, of a ${bone.name}`, async () => {
    const poses = cuttingPath({ poses: poseCount });
    const given = { bone, contactDistance: 0.5, resolution: 1, tool: pin } as const;
    const detector = await createDetector(given);
    expect([detector.backend, detector.backendReason]).toEqual(['cpu', 'a sphere or capsule is served by the CPU']);
    const rows = Array.from({ length: poseCount }, (_, row) => poses.slice(16 * row, 16 * row + 16));
    const expected = rows.map((pose) => reportHash(detector.detectSync(pose)));
    expect(new Set(expected).size).toBeGreaterThan(poseCount / 2);
    const other = await createDetector({ ...given, candidates: 'bvh' });
    expect(rows.map((pose) => reportHash(other.detectSync(pose))).reverse()).toEqual([...expected].reverse());
    for (const threads of workers) {
      const hashes: string[] = [];
      for await (const report of detector.detectMany(poses, { workers: threads })) hashes.push(reportHash(report));
      expect(hashes).toEqual(expected);
    }
    for (const threads of workers)
      expect(reportHash(await detector.detect(rows[4], { workers: threads }))).toBe(expected[4]);
    detector.dispose();
  });
}

describe('reports', () => {
  sameBytes(sphere({ ...skullVaultSphere, subdivisions: 3 }), 8, []);
  inDeep(() => sameBytes(phantom(5_000), 10, [1, 2]));
});

describe('refused by name', () => {
  const refusal = (...names: string[]) => ({ Class: OptionError, code: 'NOT_FOR_ROUND_TOOLS', names });

  test('at the door: what a sphere or capsule has no use for', async () => {
    for (const sides of ['tool', 'both'])
      await refusesOptions({ ...options, sides }, { Class: OptionError, code: 'BAD_SIDES', names: [sides, '"bone"'] });
    await refusesOptions({ ...options, feed: [0, 0, 1] }, refusal('feed'));
    await refusesOptions({ ...options, shank: 0 }, refusal('shank'));
    await refusesOptions({ ...options, backend: 'webgpu' }, refusal('webgpu', '"cpu"'));
    const device = { createBuffer() {} };
    await refusesOptions({ ...options, backend: 'auto', device }, refusal('device'));
    for (const tool of [{ kind: 'sphere', radius: 3 }, { kind: 'ball' }])
      await refusesOptions({ ...options, tool }, { Class: OptionError, code: 'MISSING_MESH', names: ['createConvex'] });
  });

  test('as questions: what needs faces', async () => {
    const detector = await createDetector({ ...options, sides: 'bone' });
    const motion = { from: still, to: still };
    isRefused(() => detector.firstContact(motion), refusal('firstContact', 'sweepSphere'));
    isRefused(() => detector.candidateRegion(still), refusal('candidateRegion'));
    await isRejected(async () => {
      for await (const _ of detector.detectMany(still, { between: true }));
    }, refusal('between'));
    detector.dispose();
    expect(() => detector.minimumDistance(still)).toThrow('disposed');
    expect(() => detector.intersects(still)).toThrow('disposed');
  });
});

test('a box is its own mesh, both sides of it reported', async () => {
  const shape = createConvex({ kind: 'box', size: [3, 4, 5] }) as ConvexBody;
  const mesh = { positions: shape.points, faces: shape.faces, name: 'box' };
  const own = await createDetector({ ...options, tool: shape } as DetectorOptions);
  const given = await createDetector({ ...options, tool: mesh });
  const report = own.detectSync(still);
  expect(reportHash(report)).toBe(reportHash(given.detectSync(still)));
  expect(new Set(report.contacts.body).size).toBe(2);
  expect(box({ size: [3, 4, 5] }).faces.length).toBe(mesh.faces.length);
});
