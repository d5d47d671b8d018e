// A bone after hundreds of edits, compacted: it answers as before, to the last bit, under the numbers that it returns,
// and as a detector made for the faces that are left.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, sphere } from '#datasets';
import {
  type BoneEdit,
  buildIndex,
  type ContactReport,
  createDetector,
  type Detector,
  type Pose,
  saveIndex,
} from '#kerf';
import { CANDIDATE_METHODS } from '#harness/candidate-stages.ts';
import { bones, poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { EditedBone, type EditKind, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumbered, renumberingFaults } from '#harness/renumbered-bone.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';

const SEED = 9311;
const EDITS = longRun(160, 40);
/** Edits between two compactions. */
const STRIDE = longRun(40, 20);
/** For coordinates up to 64 mm. */
const SLACK = plainSlack(64);
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { tool, contactDistance: 0.4, resolution: 1.5, backend: 'cpu', feed: [0, 0, -1] } as const;

type Numbers = Int32Array | null;

/** A detector's answers, before its bone is renumbered. */
interface Answers {
  readonly report: ContactReport;
  readonly pairs: Uint32Array;
  readonly intersects: boolean;
  readonly distance: number;
}

function answersAt(detector: Detector, pose: Pose): Answers {
  return {
    report: detector.detectSync(pose),
    pairs: detector.intersectingFaces(pose),
    intersects: detector.intersects(pose),
    distance: detector.minimumDistance(pose).distance,
  };
}

/** The answers under new numbers, to the last bit. */
function bitsOf({ report, pairs, intersects }: Answers, numbers: Numbers) {
  return {
    state: report.state,
    signed: report.signed,
    report: renumberedHash(report, numbers === null ? null : [...numbers]),
    pairs: Array.from(pairs, (face, i) => (i % 2 === 0 && numbers !== null ? numbers[face] : face)),
    intersects,
  };
}

/** Poses that turn the tool at random, near the bone's surface or in the bone. */
function posesAbout(random: () => number, count: number): Pose[] {
  return Array.from({ length: count }, (_, i) => {
    const radius = i % 3 === 0 ? 3 * random() : 6 + 8 * random();
    const direction = randomDirection(random);
    return poseOf(
      randomRotation(random),
      direction.map((x) => radius * x),
    );
  });
}

/** Applies an edit to both sides. */
function editBoth(detector: Detector, model: EditedBone, kind: EditKind, random: () => number): BoneEdit {
  const edit = model.edit(kind, random);
  model.apply(edit);
  detector.editBone(edit);
  return edit;
}

describe.each(CANDIDATE_METHODS.map((name, n) => [name, n] as const))('by %s', (candidates, n) => {
  test.each(partOf(bones, 4, n).map((bone) => [bone.name, bone] as const))(
    `${EDITS} random edits of a %s, compacted each ${STRIDE}: the answers before, and those of a fresh detector (seed ${SEED})`,
    async (_, bone) => {
      const random = mulberry32(SEED);
      const detector = await createDetector({ ...options, bone, candidates });
      let model = new EditedBone(bone);
      const states = new Shares();
      let retired = 0;
      for (let step = 1; step <= EDITS; step++) {
        editBoth(detector, model, editKinds[Math.floor(random() * editKinds.length)], random);
        if (step % STRIDE !== 0) continue;
        const poses = posesAbout(random, 9);
        const before = poses.map((pose) => answersAt(detector, pose));
        const { mesh } = model.fresh();
        const fresh = await createDetector({ ...options, bone: mesh, candidates });
        const numbers = await detector.compactBone();
        expect(renumberingFaults(model, numbers, true)).toEqual([]);
        retired += model.retired.size;
        for (const [i, pose] of poses.entries()) {
          const where = `step ${step}, pose ${i}`;
          const after = answersAt(detector, pose);
          expect({ where, ...bitsOf(after, null) }).toEqual({ where, ...bitsOf(before[i], numbers.faces) });
          const made = answersAt(fresh, pose);
          expect({ where, ...bitsOf(after, null) }).toEqual({ where, ...bitsOf(made, null) });
          expect(Math.abs(after.distance - before[i].distance)).toBeLessThanOrEqual(SLACK);
          states.count(after.report.state);
        }
        model = renumbered(model, numbers);
        fresh.dispose();
      }
      expect(retired).toBeGreaterThan(EDITS / 2);
      expect(states.of('intersecting')).toBeGreaterThan(0.2);
      expect(states.of('separated') + states.of('enclosed')).toBeGreaterThan(0.05);
      detector.dispose();
    },
  );
});

const TURNS = longRun(3, 1);
const DENTS = longRun(100, 40);
test(`a saw in the phantom, ${DENTS} dents where it cuts before each of ${TURNS} compactions`, async () => {
  const random = mulberry32(SEED + 1);
  const bone = phantom(longRun(8_000, 5_000));
  const bodies = {
    tool: sawBlade({ targetFaces: longRun(1_200, 600) }),
    contactDistance: 0.5,
    resolution: 1,
    backend: 'cpu',
  } as const;
  const path = cuttingPath({ poses: 12 });
  const poses = Array.from({ length: 12 }, (_, row) => path.slice(16 * row, 16 * row + 16));
  const detector = await createDetector({ ...bodies, bone });
  let model = new EditedBone(bone);
  const states = new Shares();
  let dented = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    for (let edit = 0; edit < DENTS; edit++) {
      const cut = detector.intersectingFaces(poses[edit % 12]);
      if (cut.length === 0) continue;
      const face = cut[2 * Math.floor((random() * cut.length) / 2)];
      const [a, b, c] = model.faces[face];
      const next = model.positions.length / 3;
      const apex = [0, 1, 2].map(
        (k) => [a, b, c].reduce((sum, vertex) => sum + model.positions[3 * vertex + k], 0) / 3 + 0.1 * random(),
      );
      const dent = { remove: [face], positions: apex, faces: [a, b, next, b, c, next, c, a, next] };
      model.apply(dent);
      detector.editBone(dent);
      dented++;
    }
    const before = poses.map((pose) => answersAt(detector, pose));
    const fresh = await createDetector({ ...bodies, bone: model.fresh().mesh });
    const numbers = await detector.compactBone();
    expect(renumberingFaults(model, numbers, true)).toEqual([]);
    for (const [i, pose] of poses.entries()) {
      const after = answersAt(detector, pose);
      expect([turn, i, bitsOf(after, null)]).toEqual([turn, i, bitsOf(before[i], numbers.faces)]);
      expect([turn, i, bitsOf(after, null)]).toEqual([turn, i, bitsOf(answersAt(fresh, pose), null)]);
      states.count(after.report.state);
    }
    model = renumbered(model, numbers);
  }
  expect(dented).toBeGreaterThan((DENTS / 2) * TURNS);
  expect(states.of('intersecting')).toBeGreaterThan(0.4);
  detector.dispose();
});

const ENDURED = longRun(1000, 200);
test.each(partOf(CANDIDATE_METHODS, 4, 0))(
  `${ENDURED} edits, a compaction each 100, by %s: numbers stay within those of 100 edits, and nothing else changes`,
  async (candidates) => {
    const random = mulberry32(SEED + 2);
    const bone = sphere({ radius: 10, subdivisions: 2 });
    const faceCount = bone.faces.length / 3;
    const detector = await createDetector({ ...options, bone, candidates });
    const poses = posesAbout(random, 6);
    const before = poses.map((pose) => detector.detectSync(pose));
    expect(new Set(before.map(({ state }) => state)).size).toBeGreaterThan(1);
    let model = new EditedBone(bone);
    for (let edit = 1; edit <= ENDURED; edit++) {
      // A face is removed and put back with vertices of its own: the surface is unchanged.
      const live = model.live();
      const face = live[Math.floor(random() * live.length)];
      const next = model.positions.length / 3;
      const positions = model.faces[face].flatMap((vertex) => model.positions.slice(3 * vertex, 3 * vertex + 3));
      const replaced = { remove: [face], positions, faces: [next, next + 1, next + 2] };
      model.apply(replaced);
      detector.editBone(replaced);
      expect(model.faces.length).toBeLessThanOrEqual(faceCount + 100);
      if (edit % 100 !== 0) continue;
      const numbers = await detector.compactBone();
      expect(renumberingFaults(model, numbers, true)).toEqual([]);
      expect(numbers.faceCount).toBe(faceCount);
      expect(numbers.vertexCount).toBeLessThanOrEqual(3 * faceCount);
      model = renumbered(model, numbers);
      for (const [i, pose] of poses.entries()) {
        const { state, intersectingFaces, contacts, penetration } = detector.detectSync(pose);
        expect([state, intersectingFaces.length, contacts.length, penetration]).toEqual([
          before[i].state,
          before[i].intersectingFaces.length,
          before[i].contacts.length,
          before[i].penetration,
        ]);
      }
    }
    detector.dispose();
  },
);

test('a bone whose far part is cut away: box, grid and reach are those of what is left', async () => {
  const random = mulberry32(SEED + 3);
  const bone = sphere({ radius: 10, subdivisions: 2 });
  const detector = await createDetector({ ...options, bone });
  const model = new EditedBone(bone);
  const vertices = bone.positions.length / 3;
  const far = sphere({ radius: 50, center: [500, 0, 0], subdivisions: 1 });
  const first = model.faces.length;
  const edits: BoneEdit[] = [
    { remove: [], positions: far.positions, faces: far.faces.map((vertex) => vertices + vertex) },
    { remove: Array.from({ length: far.faces.length / 3 }, (_, face) => first + face) },
  ];
  for (const edit of edits) {
    model.apply(edit);
    detector.editBone(edit);
  }
  const poses = posesAbout(random, 12);
  const before = poses.map((pose) => answersAt(detector, pose));
  const spacing = detector.candidateRegion(poses[0]).spacing;
  const numbers = await detector.compactBone();
  expect([numbers.faceCount, numbers.vertexCount]).toEqual([first, vertices]);
  for (const [i, pose] of poses.entries())
    expect([i, bitsOf(answersAt(detector, pose), null)]).toEqual([i, bitsOf(before[i], numbers.faces)]);
  expect(detector.candidateRegion(poses[0]).spacing).toBeLessThanOrEqual(spacing);
  detector.dispose();
});

test('a bone that nobody edited keeps its numbers; an index that detectors share stays as it is', async () => {
  const random = mulberry32(SEED + 4);
  const [bone] = bones;
  const index = await buildIndex(bone);
  const bytes = saveIndex(index);
  const [one, other] = [
    await createDetector({ ...options, bone, index }),
    await createDetector({ ...options, bone, index }),
  ];
  const poses = posesAbout(random, 6);
  const said = (detector: Detector) => poses.map((pose) => bitsOf(answersAt(detector, pose), null));
  const before = said(one);
  const { faces, vertices } = await one.compactBone();
  expect([...faces]).toEqual([...faces.keys()]);
  expect([...vertices]).toEqual([...vertices.keys()]);
  expect(said(one)).toEqual(before);
  one.editBone({ remove: [0, 1, 2] });
  await one.compactBone();
  one.editBone({ remove: [0] });
  expect(said(other)).toEqual(before);
  expect(saveIndex(index)).toEqual(bytes);
  for (const detector of [one, other]) detector.dispose();
});
