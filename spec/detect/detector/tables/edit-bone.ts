// A bone edited in place answers as a fresh detector on the edited mesh; a bad edit changes nothing.

import { describe, expect } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type BoneEdit, createMesh, type Detector, MeshError, type Pose } from '#kerf';
import { type MakeDetector, statesAt } from '#harness/backends.ts';
import { identityPose, poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { answers, isRefused } from '#harness/detector-refusals.ts';
import { EditedBone, type EditKind, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Extent } from './extent.ts';

const SEED = 421;
const tool = sphere({ radius: 3, subdivisions: 1 });
const options = { tool, contactDistance: 0.4, resolution: 1.5 };

/** A report's pairs, state and contacts, with bone faces by the edited bone's numbers. */
async function said(detector: Detector, pose: Pose, numbers: readonly number[] | null) {
  const report = await detector.detect(pose);
  const boneFace = (face: number) => (numbers === null ? face : numbers[face]);
  const contacts = Array.from(report.contacts, ({ body, face, level, path, corners, oppositeFace, distance }, row) => ({
    at: [body, body === 'bone' ? boneFace(face) : face, level, path, ...corners.flat()],
    oppositeFace: body === 'bone' ? oppositeFace : boneFace(oppositeFace),
    distance,
    low: report.contacts.low[row],
    high: report.contacts.high[row],
  }));
  const pairs = Array.from(report.intersectingFaces, (face, i) => (i % 2 === 0 ? boneFace(face) : face));
  return {
    exact: {
      state: report.state,
      signed: report.signed,
      pairs,
      segments: [...report.intersectionSegments],
      contacts: contacts.map(({ at }) => at.join(' ')).join('\n'),
      patches: report.patches.length,
      alone: Array.from(detector.intersectingFaces(pose), (face, i) => (i % 2 === 0 ? boneFace(face) : face)),
    },
    contacts,
    nearest: detector.minimumDistance(pose).distance,
  };
}

/** @param farthest mm: how far a detector's distances may be off, beyond f64's rounding. */
export function randomEditTests(createDetector: MakeDetector, { effort, test }: Extent, farthest: number): void {
  /** At least one of each kind with the whole effort. */
  const steps = Math.max(2, Math.ceil(longRun(24, 10) * effort));
  describe('random edits', () => {
    const sequences: readonly (readonly [number, string, readonly EditKind[]])[] = [
      [1, 'holes and fillings', ['open', 'close', 'open', 'close', 'close by copies', 'dent', 'far body']],
      [2, 'solids only', ['dent', 'far body', 'zero-area face', 'vertices only']],
      [3, 'everything', editKinds],
    ];

    test.each(sequences)(
      `sequence %i of ${steps} edits (%s) equals a fresh detector after each (seed ${SEED})`,
      async (sequence, _, kinds) => {
        const random = mulberry32(SEED + sequence);
        const bone = sphere({ radius: 10, subdivisions: 2 });
        const model = new EditedBone(bone);
        const edited = await createDetector({ ...options, bone });
        const states = new Shares();
        const bones = new Shares();
        const used = new Set<string>();
        const slack = plainSlack(64);
        for (let step = 0; step < steps; step++) {
          const kind = kinds[step % kinds.length];
          const edit = model.edit(kind, random);
          model.apply(edit);
          edited.editBone(edit);
          used.add(kind);
          const { mesh, numbers } = model.fresh();
          const fresh = await createDetector({ ...options, bone: mesh });
          for (const i of [0, 1, 2]) {
            const pose = posedNear(model, edit, random, i);
            const [mine, theirs] = [await said(edited, pose, null), await said(fresh, pose, numbers)];
            const where = `sequence ${sequence}, step ${step} (${kind}), pose ${i}`;
            expect({ where, ...mine.exact }).toEqual({ where, ...theirs.exact });
            const apart = mine.contacts
              .map((contact, row) => [contact, theirs.contacts[row]] as const)
              .filter(
                ([my, other]) =>
                  Math.abs(my.distance - other.distance) > slack + 2 * farthest ||
                  my.low > other.high ||
                  other.low > my.high,
              );
            expect({ where, apart }).toEqual({ where, apart: [] });
            expect(Math.abs(mine.nearest - theirs.nearest)).toBeLessThanOrEqual(slack);
            states.count(mine.exact.state);
            bones.count(mine.exact.signed.tool ? 'solid' : 'open');
          }
        }
        expect(states.of('intersecting')).toBeGreaterThan(0);
        // A few steps do not cover everything.
        if (effort < 1) return;
        expect(used).toEqual(new Set(kinds));
        for (const state of ['separated', 'near', 'intersecting']) expect(states.of(state)).toBeGreaterThan(0.02);
        if (sequence < 3) expect(states.of('enclosed')).toBeGreaterThan(0.02);
        if (sequence < 3) expect(bones.of('solid')).toBeGreaterThan(0.2);
        if (sequence !== 2) expect(bones.of('open')).toBeGreaterThan(0.2);
      },
    );

    /** Turns the tool at random: at the edit's place, inside the bone, or near its surface. */
    function posedNear(model: EditedBone, { remove, faces = [] }: BoneEdit, random: () => number, kind: number): Pose {
      const direction = randomDirection(random);
      if (kind === 0) {
        const vertex = remove.length > 0 ? model.faces[remove[0]][0] : faces.length > 0 ? faces[0] : 0;
        const place = model.positions.slice(3 * vertex, 3 * vertex + 3);
        return poseOf(
          randomRotation(random),
          place.map((x, k) => x + 3.5 * random() * direction[k]),
        );
      }
      const radius = kind === 1 ? 3 * random() : random() < 0.5 ? 12.8 + 0.5 * random() : 5 + 10 * random();
      return poseOf(
        randomRotation(random),
        direction.map((x) => radius * x),
      );
    }
  });
}

export function editBoneTests(createDetector: MakeDetector, { effort, test }: Extent): void {
  describe('a cut', () => {
    const bone = box({ size: 10 });
    const wall = [0, 1];

    test('opens the bone: no inside; the same faces put back close it', async () => {
      const detector = await createDetector({ ...options, bone });
      const inside = async () => {
        const { state, signed, contacts } = await detector.detect(identityPose);
        return [state, signed.tool, signed.bone, contacts.length > 0];
      };
      const depths = async () => (await detector.detect(identityPose)).contacts.distance;
      const before = await depths();
      expect(before.length).toBeGreaterThan(80);
      expect(await inside()).toEqual(['enclosed', true, true, true]);
      detector.editBone({ remove: wall });
      expect(await inside()).toEqual(['separated', false, true, false]);
      detector.editBone({ remove: [], faces: bone.faces.slice(0, 6) });
      expect(await inside()).toEqual(['enclosed', true, true, true]);
      expect(await depths()).toEqual(before);
    });

    test('can be filled: a slot cut into a face and walled is a smaller solid', async () => {
      const detector = await createDetector({ ...options, bone, tool: sphere({ radius: 0.5, subdivisions: 1 }) });
      // The box's face z = 5, pulled down to a pit at the origin: (0, 0, 1) is then outside.
      const top = [0, 1, 2, 3, 4, 5, 6, 7].filter((v) => bone.positions[3 * v + 2] === 5);
      const isTop = (face: number) => [0, 1, 2].every((k) => top.includes(bone.faces[3 * face + k]));
      const remove = Array.from({ length: 12 }, (_, face) => face).filter(isTop);
      const edges = remove.flatMap((face) => {
        const [a, b, c] = bone.faces.subarray(3 * face, 3 * face + 3);
        return [
          [a, b],
          [b, c],
          [c, a],
        ];
      });
      const rim = edges.filter(([a, b]) => !edges.some(([c, d]) => c === b && d === a));
      expect([remove.length, rim.length]).toEqual([2, 4]);
      expect((await detector.detect(translation(0, 0, 2))).state).toBe('enclosed');
      detector.editBone({ remove, positions: [0, 0, 0], faces: rim.flatMap(([a, b]) => [a, b, 8]) });
      const states = [await detector.detect(translation(0, 0, 2)), await detector.detect(translation(0, 0, -2))];
      expect(states.map(({ state, signed }) => [state, signed.tool])).toEqual([
        ['separated', true],
        ['enclosed', true],
      ]);
    });

    test('faces outside the original bounds are found, on any side and far away', async () => {
      const detector = await createDetector({ ...options, bone });
      const anywhere = [-1, 1].flatMap((s) =>
        [0, 1, 2].flatMap((k) => [20, 3e4].map((r) => [0, 1, 2].map((i) => (i === k ? s * r : 0)))),
      );
      const places = effort < 1 ? partOf(anywhere, 3, 1) : anywhere;
      for (const [x, y, z] of places) {
        const far = box({ size: 4, center: [x, y, z] });
        const vertexCount = 8 * (1 + places.findIndex(([a, b, c]) => a === x && b === y && c === z));
        expect((await detector.detect(translation(x, y, z))).state).toBe('separated');
        detector.editBone({ remove: [], positions: far.positions, faces: far.faces.map((v) => v + vertexCount) });
      }
      for (const [i, [x, y, z]] of places.entries()) {
        const { state, intersectingFaces } = await detector.detect(translation(x, y, z));
        expect(state).toBe('intersecting');
        expect(intersectingFaces.every((face, k) => k % 2 === 1 || Math.floor(face / 12) === i + 1)).toBe(true);
        expect((await detector.detect(translation(x, y, z + 8))).state).toBe('separated');
        expect(detector.minimumDistance(translation(x, y, z + 8)).boneFace).toBeGreaterThanOrEqual(12 * (i + 1));
      }
    });

    test('a face on a vertex that no face used before, outside the original bounds, is found', async () => {
      const positions = [...bone.positions, 40, 0, 0, 40, 5, 0, 40, 0, 5];
      const detector = await createDetector({ ...options, bone: createMesh(positions, bone.faces) });
      expect((await detector.detect(translation(40, 0, 0))).state).toBe('separated');
      detector.editBone({ remove: [], faces: [8, 9, 10] });
      expect(detector.intersectingFaces(translation(40, 0, 0)).length).toBeGreaterThan(0);
      const { state, contacts } = await detector.detect(translation(40, 0, 0));
      expect([state, contacts.face[0]]).toEqual(['intersecting', 12]);
    });

    test('an edit of nothing changes nothing', async () => {
      const detector = await createDetector({ ...options, bone });
      const pose = translation(5, 1, 0.5);
      const before = answers(detector, pose);
      detector.editBone({ remove: [] });
      detector.editBone({ remove: [], positions: [], faces: [] });
      expect(answers(detector, pose)).toBe(before);
    });
  });

  describe('a bad edit', () => {
    const bone = box({ size: 10 });
    const all = Array.from({ length: 12 }, (_, face) => face);
    const free = [1, 1, 1];
    const bad: readonly [string, BoneEdit, string, readonly string[]][] = [
      ['a face past the last', { remove: [0, 12] }, 'INDEX_OUT_OF_RANGE', ['12', '0 to 11']],
      ['a face below 0', { remove: [-1] }, 'INDEX_OUT_OF_RANGE', ['-1', '0 to 11']],
      ['half a face', { remove: [0.5] }, 'INDEX_OUT_OF_RANGE', ['0.5', '0 to 11']],
      ['face NaN', { remove: [Number.NaN] }, 'INDEX_OUT_OF_RANGE', ['NaN', '0 to 11']],
      ['a face named twice', { remove: [3, 4, 3] }, 'RETIRED_FACE', ['face 3']],
      ['a face retired before', { remove: [5, 2] }, 'RETIRED_FACE', ['face 2']],
      ['NaN', { remove: [0], positions: [0, 0, 0, 0, Number.NaN, 0] }, 'NON_FINITE_VERTEX', ['vertex 9', 'y = NaN']],
      ['Infinity', { remove: [0], positions: [Infinity, 0, 0] }, 'NON_FINITE_VERTEX', ['vertex 8', 'x = Infinity']],
      [
        'out of range',
        { remove: [0], positions: [0, 0, 1e37] },
        'COORDINATE_RANGE',
        ['vertex 8', 'z = 1e+37', '1.3e+36'],
      ],
      ['ragged vertices', { remove: [0], positions: [1, 2] }, 'BAD_LENGTH', ['positions has 2', '3']],
      ['ragged faces', { remove: [0], faces: [0, 1, 2, 3] }, 'BAD_LENGTH', ['faces has 4', '3']],
      [
        'a corner past the last',
        { remove: [0], positions: free, faces: [0, 1, 9] },
        'INDEX_OUT_OF_RANGE',
        ['9', '0 to 8'],
      ],
      ['a corner below 0', { remove: [0], faces: [0, 1, -1] }, 'INDEX_OUT_OF_RANGE', ['-1', '0 to 7']],
      ['half a corner', { remove: [0], faces: [0, 1, 1.5] }, 'INDEX_OUT_OF_RANGE', ['1.5', '0 to 7']],
      ['all that is left', { remove: all.filter((face) => face !== 2) }, 'EMPTY_MESH', ['no face', 'one']],
    ];

    test.each(bad)('%s is refused and nothing is changed', async (_, edit, code, names) => {
      const detector = await createDetector({ ...options, bone });
      detector.editBone({ remove: [2] });
      const poses = [identityPose, translation(5, 1, 0.5), translation(1, 8, 0), translation(30, 0, 0)];
      const all = () => poses.map((pose) => answers(detector, pose));
      const before = all();
      isRefused(() => detector.editBone(edit), { Class: MeshError, code, names });
      expect(all()).toEqual(before);
      // The bone still counts its vertices and faces as before: the next edit continues the numbering.
      detector.editBone({ remove: [], positions: [30, 0, 0, 32, 0, 0, 30, 2, 0], faces: [8, 9, 10] });
      expect(detector.minimumDistance(translation(30, 0, 10)).boneFace).toBe(12);
    });

    test('the bone given as all faces removed and others appended is a new bone', async () => {
      const detector = await createDetector({ ...options, bone });
      const moved = box({ size: 10, center: [50, 0, 0] });
      detector.editBone({ remove: all, positions: moved.positions, faces: moved.faces.map((v) => v + 8) });
      const states = await statesAt(
        detector,
        [0, 50].map((x) => translation(x, 0, 0)),
      );
      expect(states).toEqual(['separated', 'enclosed']);
    });
  });
}
