// A loop's bone that is rebuilt now and then, against one that never is: the same edits, in the same numbers, leave the
// same surface and the same models, to the last bit, and are refused in the same words; and the bone stays small.

import { describe, expect, test } from '@jest/globals';
import { BoneBody, type BoneEdit, compactBone, editBone } from '#bodies';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { ENTRIES, FACES, type LocalModel, localModel, MODEL_BYTES, POINTS, SERIAL } from '#haptics/local-model.ts';
import { LoopBone } from '#haptics/loop-bone.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { BOUND } from '#proximity';
import { CANDIDATE_METHODS } from '#harness/candidate-stages.ts';
import { bones, poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { IDENTITY, liveFaces, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const SEED = 3305;
const EDITS = 40;
/** Edits that arrive during a rebuild. */
const MEANWHILE = 5;
/** mm. */
const SPACING = 1;
const wish = { motion: 1, maxDistance: 2.5 };
const samples = samplePoints(toolOf(move(box(3, 3, 3), [-1.5, -1.5, -1.5]), IDENTITY, 20), SPACING);
const number = (own: number) => own;

/** Each live face's corners, by the owner's number of the face. */
function surfaceOf(bone: BoneBody, numberOf: (own: number) => number): Map<number, number[]> {
  const { positions, faces } = bone;
  const cornersOf = (face: number) =>
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)]);
  return new Map(liveFaces(bone).map((face) => [numberOf(face), cornersOf(face)]));
}

/** All of a model's contents, its lists sorted by the owner's numbers: the order of entries depends on the BVH. */
function saidBy(
  { head, ids, distances, gradients, centres, windings, starts, counts, ...model }: LocalModel,
  numberOf: (own: number) => number,
) {
  const faceOf = (entry: number) => model.entries[entry];
  const lists = Array.from({ length: head[POINTS] }, (_, i) =>
    Array.from({ length: counts[i] }, (_, n) => {
      const entry = starts[i] + n;
      const face = faceOf(entry);
      const bounds = model.bounds.subarray(BOUND * entry, BOUND * (entry + 1));
      return [numberOf(model.faceIds[face]), ...bounds, ...model.corners.subarray(9 * face, 9 * face + 9)];
    }).sort(([a], [b]) => a - b),
  );
  const points = head[POINTS];
  return {
    head: [...head].filter((_, at) => at !== SERIAL),
    points: [ids, distances, windings].map((column) => [...column.subarray(0, points)]),
    places: [gradients, centres].map((column) => [...column.subarray(0, 3 * points)]),
    lists,
  };
}

function modelOf(bone: BoneBody, pose: Float64Array, numberOf: (own: number) => number) {
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  new LocalModelBuilder(bone, samples).build(pose, 0, wish, model);
  return { entries: model.head[ENTRIES] * model.head[FACES], said: saidBy(model, numberOf) };
}

/** Replaces a third of the faces by themselves. */
function remade(model: EditedBone, random: () => number): BoneEdit {
  const remove = model.live().filter(() => random() < 1 / 3);
  return { remove, faces: remove.flatMap((face) => [...model.faces[face]]) };
}

/** The error's code and message; null if there is none. */
function refusal(edit: () => void): unknown {
  try {
    edit();
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { code, message };
  }
}

/** Wrong edits, by the numbers of the plain bone. */
function wrongEdits(model: EditedBone, plain: BoneBody): BoneEdit[] {
  const [retired] = model.retired;
  const [live] = model.live();
  return [
    { remove: [retired] },
    { remove: [live, live] },
    { remove: [plain.faceCount] },
    { remove: [], faces: [0, 1, plain.vertexCount] },
    { remove: [], positions: [0, Number.NaN, 0] },
    { remove: [], positions: [0, 1e300, 0] },
    { remove: [], faces: [0, 1] },
    { remove: model.live() },
  ];
}

describe.each(CANDIDATE_METHODS)('by %s', (method) => {
  const some = partOf(bones, 4, CANDIDATE_METHODS.indexOf(method));
  test.each(some.map((bone) => [bone.name, bone] as const))(
    `a %s: ${EDITS} edits of every kind, made anew as often as it is due (seed ${SEED})`,
    (_, mesh) => {
      const random = mulberry32(SEED);
      const model = new EditedBone(mesh);
      const plain = new BoneBody(mesh, undefined, method);
      const loop = new LoopBone(new BoneBody(mesh, undefined, method), 0);
      const numberOf = (own: number) => loop.ownersFace(own);
      const seen = { made: 0, entries: 0 };
      const edit = () => {
        const kind = Math.floor(random() * (editKinds.length + 1));
        const next = kind < editKinds.length ? model.edit(editKinds[kind], random) : remade(model, random);
        model.apply(next);
        editBone(plain, next);
        loop.edit(next);
      };
      for (let n = 0; n < EDITS; n++) {
        edit();
        if (!loop.isDue) continue;
        const compact = structuredClone(compactBone(structuredClone(loop.begin())));
        for (let k = 0; k < MEANWHILE; k++) edit();
        expect(loop.isDue).toBe(false);
        loop.take(compact);
        edit();
        while (!loop.step());
        seen.made++;
        expect(surfaceOf(loop.body, numberOf)).toEqual(surfaceOf(plain, number));
        const pose = poseOf(
          randomRotation(random),
          randomDirection(random).map((x) => (8 + 4 * random()) * x),
        );
        const [own, theirs] = [modelOf(loop.body, pose, numberOf), modelOf(plain, pose, number)];
        expect(own.said).toEqual(theirs.said);
        seen.entries += own.entries;
        for (const wrong of wrongEdits(model, plain)) {
          const refused = refusal(() => editBone(plain, wrong));
          expect(refused).not.toBeNull();
          expect(refusal(() => loop.edit(wrong))).toEqual(refused);
        }
        expect(surfaceOf(loop.body, numberOf)).toEqual(surfaceOf(plain, number));
      }
      console.log(
        `${mesh.name}: made anew ${seen.made} times; ${plain.faceCount} faces ever, ${loop.body.faceCount} now`,
      );
      expect(seen.made).toBeGreaterThan(1);
      expect(seen.entries).toBeGreaterThan(100);
      expect(loop.body.faceCount).toBeLessThan(plain.faceCount);
    },
  );
});

test('however many edits, the bone has no more faces than live ones and those of the last edits', () => {
  const [mesh] = bones;
  const random = mulberry32(SEED + 1);
  const loop = new LoopBone(new BoneBody(mesh), 0);
  const count = mesh.faces.length / 3;
  const vertices = mesh.positions.length / 3;
  // Each edit replaces all faces, with other vertices; half of the edits arrive during a rebuild.
  let ever = count;
  for (let n = 0; n < 60; n++) {
    const compact = loop.isDue ? compactBone(structuredClone(loop.begin())) : null;
    const replaced = Array.from({ length: count }, (_, face) => ever - count + face);
    const positions = Array.from(mesh.positions, (x) => x * (1 + random() / 10));
    const faces = Array.from(mesh.faces, (vertex) => vertices * (n + 1) + vertex);
    loop.edit({ remove: replaced, positions, faces });
    ever += count;
    if (compact === null) continue;
    loop.take(compact);
    while (!loop.step());
    // The faces replaced during the rebuild, and the live ones.
    expect(loop.body.faceCount).toBe(2 * count);
  }
  expect(loop.edits).toBe(60);
  expect(loop.body.liveFaceCount).toBe(count);
  expect(loop.body.faceCount).toBeLessThanOrEqual(3 * count);
  expect(loop.body.positions.length).toBeLessThan(3 * 6 * vertices);
  expect(loop.ownersFace(loop.body.faceCount - 1)).toBe(ever - 1);
});

test('where nobody can make it anew it goes on as it is, and nobody is asked again', () => {
  const [mesh] = bones;
  const loop = new LoopBone(new BoneBody(mesh), 0);
  const half = Array.from({ length: mesh.faces.length / 3 - 4 }, (_, face) => face);
  loop.edit({ remove: half });
  expect(loop.isDue).toBe(true);
  loop.begin();
  loop.take(null);
  expect(loop.step()).toBe(false);
  loop.edit({ remove: [half.length] });
  expect([loop.isDue, loop.body.liveFaceCount]).toEqual([false, 3]);
});
