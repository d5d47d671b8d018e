// A bone edited in place on the GPU answers as the CPU does, edit by edit; an edit's cost depends on what it touches,
// not on the size of the bone.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type ContactReport, createDetector, createMesh, type Detector, type TriangleMesh } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inLong } from '#harness/sets.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';

const SEED = 4701;
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { tool, contactDistance: 0.4, resolution: 2 };
let watched: Watched;

beforeAll(async () => {
  watched = await watchedDevice();
});
afterAll(async () => {
  await watched.giveBack();
  expect(watched.uncaptured).toEqual([]);
});

const detectorOf = (bone: TriangleMesh): Promise<Detector> =>
  createDetector({ ...options, bone, backend: 'webgpu', device: watched.device });

/** @returns the GPU's report, which must agree with the CPU's. */
async function agreed(detector: Detector, pose: Float64Array, where: string): Promise<ContactReport> {
  const report = await detector.detect(pose);
  expect({ where, backend: report.stats.backend }).toEqual({ where, backend: 'webgpu' });
  expect({ where, ...compareBackends(detector.detectSync(pose), report) }).toMatchObject({ where, differences: [] });
  return report;
}

/** At least one of each kind. */
const EDITS = longRun(20, 10);
test(`${EDITS} random edits, a pose after each (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const bone = sphere({ radius: 10, subdivisions: 2 });
  const model = new EditedBone(bone);
  const detector = await detectorOf(bone);
  const states = new Shares();
  for (let step = 0; step < EDITS; step++) {
    const kind = editKinds[step % editKinds.length];
    const edit = model.edit(kind, random);
    model.apply(edit);
    detector.editBone(edit);
    const { remove, faces = [] } = edit;
    const vertex = remove.length > 0 ? model.faces[remove[0]][0] : faces.length > 0 ? faces[0] : 0;
    const place = model.positions.slice(3 * vertex, 3 * vertex + 3);
    const direction = randomDirection(random);
    const at = place.map((x, k) => x + 4 * random() * direction[k]);
    const centre = step % 3 === 0 ? direction.map((x) => 3 * x) : at;
    const { state } = await agreed(detector, poseOf(randomRotation(random), centre), `step ${step} (${kind})`);
    states.count(state);
  }
  expect(states.of('intersecting')).toBeGreaterThan(0.2);
  expect(states.of('enclosed') + states.of('separated')).toBeGreaterThan(0.2);
  detector.dispose();
});

describe('an edit', () => {
  /** A second body as an edit's vertices and faces. */
  const bodyAt = (body: TriangleMesh, offset: readonly number[], vertexCount: number) => ({
    remove: [],
    positions: Array.from(body.positions, (x, i) => x + offset[i % 3]),
    faces: Array.from(body.faces, (v) => v + vertexCount),
  });
  const bone = sphere({ radius: 10, subdivisions: 2 });
  const vertices = bone.positions.length / 3;

  test('of more faces than the spare room: the body is made anew', async () => {
    const detector = await detectorOf(bone);
    await agreed(detector, translation(11, 0, 0), 'before');
    detector.editBone(bodyAt(sphere({ radius: 2, subdivisions: 2 }), [6, 6, 6], vertices));
    const { intersectingFaces } = await agreed(detector, translation(9, 7, 6), 'after');
    expect(intersectingFaces.some((face, i) => i % 2 === 0 && face >= bone.faces.length / 3)).toBe(true);
    detector.dispose();
  });

  test('beyond the grid’s headroom, on any side: another grid', async () => {
    const detector = await detectorOf(bone);
    const small = box({ size: 3 });
    let next = vertices;
    for (const [side, [x, y, z]] of [
      [40, 0, 0],
      [0, -300, 0],
      [0, 0, 2500],
    ].entries()) {
      if (side === longRun(side, 0))
        expect((await agreed(detector, translation(x, y, z), 'before')).state).toBe('separated');
      detector.editBone(bodyAt(small, [x, y, z], next));
      next += 8;
      expect((await agreed(detector, translation(x + 2, y, z), `side ${side}`)).state).toBe('intersecting');
      if (side === longRun(side, 2)) await agreed(detector, translation(10, 0, 0), `side ${side}, the old surface`);
    }
    detector.dispose();
  });

  test('after edit at one place, until its cells are full: the index is made anew', async () => {
    const fine = sphere({ radius: 10, subdivisions: 3 });
    const detector = await detectorOf(fine);
    const pose = translation(10, 0, 0);
    const face = 0;
    const [a, b, c] = fine.faces.subarray(3 * face, 3 * face + 3);
    let before = watched.submits;
    const submits: number[] = [];
    for (let round = 0; round < 8; round++) {
      // Copies of one face over and over: its cells fill up while the body still has room.
      detector.editBone({ remove: [], faces: Array.from({ length: 30 }, () => [a, b, c]).flat() });
      before = watched.submits;
      await detector.detect(pose);
      submits.push(watched.submits - before);
    }
    await agreed(detector, pose, 'at the end');
    await agreed(detector, translation(...at(fine, a)), 'at the copies');
    // One submit a query, and two more if the first found the index full: the index and the query again.
    expect(Math.max(...submits)).toBeGreaterThan(1);
    detector.dispose();
  });

  inLong(() =>
    test('between the reports of detectMany: those after it know it', async () => {
      const detector = await detectorOf(bone);
      const poses = Array.from({ length: 7 }, (_, i) => translation(10 + i / 4, 1, 0));
      const seen: string[] = [];
      let next = 0;
      for await (const report of detector.detectMany(Float64Array.from(poses.flatMap((pose) => [...pose])))) {
        const { differences } = compareBackends(detector.detectSync(poses[next]), report);
        seen.push(...differences.map((difference) => `report ${next}: ${difference}`));
        next++;
        if (next === 2) detector.editBone({ remove: [0, 1, 2] });
        if (next === 4) detector.editBone(bodyAt(box({ size: 2 }), [12, 0, 0], vertices));
        // More than there is room for, while answers of the old body are still pending.
        if (next === 5) detector.editBone(bodyAt(sphere({ radius: 2, subdivisions: 3 }), [11, 2, 0], vertices + 8));
      }
      expect({ next, seen }).toEqual({ next: 7, seen: [] });
      detector.dispose();
    }),
  );

  test('during a query that must run again with more room', async () => {
    const detector = await detectorOf(bone);
    // More than a first query has room for.
    const count = longRun(6, 3);
    const many = Float64Array.from({ length: 16 * count }, (_, i) => translation(9, 0, 0)[i % 16]);
    const reports: ContactReport[] = [];
    const before = watched.submits;
    const unedited = detector.detectSync(translation(9, 0, 0));
    const asked = (async () => {
      for await (const report of detector.detectMany(many)) reports.push(report);
    })();
    detector.editBone(bodyAt(sphere({ radius: 3, subdivisions: 2 }), [9, 0, 0], vertices));
    await asked;
    expect(reports.length).toBe(count);
    // The first one, at least two for the edit itself, and the one that answers.
    expect(watched.submits - before).toBeGreaterThan(3);
    // The first row was requested before the edit, the others after it.
    const edited = detector.detectSync(translation(9, 0, 0));
    expect(edited.contacts.length).toBeGreaterThan(unedited.contacts.length);
    for (const [row, report] of reports.entries())
      expect(compareBackends(row === 0 ? unedited : edited, report).differences).toEqual([]);
    detector.dispose();
  });

  test('of a few faces writes as little into a large bone as into a small one', async () => {
    const written: number[] = [];
    for (const subdivisions of [3, longRun(5, 4)]) {
      const large = sphere({ radius: 40, subdivisions });
      const detector = await detectorOf(large);
      const next = large.positions.length / 3;
      const [a, b, c] = large.faces;
      const apex = [0, 1, 2].map((k) => 0.3 * (at(large, a)[k] + at(large, b)[k] + at(large, c)[k]));
      watched.written = 0;
      detector.editBone({ remove: [0], positions: apex, faces: [a, b, next, b, c, next, c, a, next] });
      written.push(watched.written);
      await agreed(detector, translation(...at(large, a)), `${large.faces.length / 3} faces`);
      detector.dispose();
    }
    for (const bytes of written) expect(bytes).toBeLessThan(8192);
    expect(written[1]).toBeLessThan(2 * written[0]);
  });

  const at = ({ positions }: TriangleMesh, vertex: number): [number, number, number] => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ];
});

test('a bone that edits made from nothing but faraway faces', async () => {
  const bone = box({ size: 10 });
  const detector = await detectorOf(bone);
  const wanted = createMesh(box({ size: 4, center: [1e5, 0, 0] }).positions, box({ size: 4 }).faces);
  detector.editBone({
    remove: Array.from({ length: 12 }, (_, face) => face),
    positions: wanted.positions,
    faces: wanted.faces.map((v) => v + 8),
  });
  expect((await agreed(detector, translation(0, 0, 0), 'where it was')).state).toBe('separated');
  expect((await agreed(detector, translation(1e5, 0, 0), 'where it is')).state).toBe('intersecting');
  detector.dispose();
});
