// A bone compacted: its arrays are those of a bone built from its live faces and prepared for edits, and stay within a
// formula however often it is edited and compacted; edits replayed on it give the same surface.

import { expect, test } from '@jest/globals';
import { cappedShell } from '#datasets';
import {
  type BodyParts,
  BoneBody,
  type BoneEdit,
  type BoneRenumbering,
  CompactReplay,
  compactBone,
  editBone,
  snapshotOf,
} from '#bodies';
import { createMesh } from '#mesh';
import { MOST_SPANS, SPAN } from '#records';
import { CANDIDATE_METHODS } from '#harness/candidate-stages.ts';
import { bones } from '#harness/contact-cases.ts';
import { EditedBone, type EditKind, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumbered, renumberingFaults } from '#harness/renumbered-bone.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 6011;
/** mm. */

/** Lengths of all typed arrays in a record, by their path. */
function lengthsOf(value: unknown, at = ''): Record<string, number> {
  if (ArrayBuffer.isView(value)) return { [at]: (value as Uint8Array).length };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, held]) => lengthsOf(held, `${at}.${key}`)));
}

const sum = (lengths: Record<string, number>) => Object.values(lengths).reduce((all, length) => all + length, 0);

/** Every array fills its buffer: none keeps a larger one alive. */
function expectWhole(value: unknown): void {
  if (ArrayBuffer.isView(value)) expect(value.byteLength).toBe(value.buffer.byteLength);
  else if (typeof value === 'object' && value !== null) for (const held of Object.values(value)) expectWhole(held);
}

/** What answers depend on besides the indexes: topology, by corners' coordinates. */
function surfaceOf(bone: BoneBody) {
  const { positions, faces, faceCount, retired, topology, liveFaceCount } = bone;
  const live = Array.from({ length: faceCount }, (_, face) => face).filter((face) => retired?.[face] !== 1);
  return {
    liveFaceCount,
    corners: live.flatMap((face) =>
      [0, 1, 2].flatMap((k) => [...positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)]),
    ),
    ...{ signed: topology.signed, boundary: topology.boundaryEdges, unbalanced: topology.unbalancedEdges },
    improper: topology.improperFaces().size,
    around: live.map((face) => topology.facesAround(faces[3 * face], [])),
  };
}

/** The bone compacted with edits that arrive after the snapshot. */
function compacted(bone: BoneBody, meanwhile: readonly BoneEdit[]): { replay: CompactReplay; map: BoneRenumbering } {
  const snapshot = structuredClone(snapshotOf(bone));
  const applied = meanwhile.map((edit) => editBone(bone, edit));
  const replay = new CompactReplay(bone, structuredClone(compactBone(snapshot)));
  for (const edit of applied) replay.apply(edit);
  return { replay, map: replay.renumbering() };
}

test.each(CANDIDATE_METHODS)(
  `by %s, after edits of every kind: arrays as long as those of a bone made of the live faces (seed ${SEED})`,
  (method) => {
    // Each bone by one method, unless all are asked for.
    for (const given of partOf(bones, 4, CANDIDATE_METHODS.indexOf(method) % 4)) {
      const random = mulberry32(SEED);
      const bone = new BoneBody(given, undefined, method);
      const model = new EditedBone(given);
      for (let edit = 0; edit < longRun(300, 60); edit++) {
        const next = model.edit(editKinds[edit % editKinds.length], random);
        model.apply(next);
        editBone(bone, next);
      }
      const grown = bone.faceCount;
      const { replay, map } = compacted(bone, []);
      expect(renumberingFaults(model, map, true)).toEqual([]);
      const { positions, faces } = renumbered(model, map);
      const alone = new BoneBody(createMesh(positions, faces.flat()), undefined, method);
      // An empty edit reserves what edits need.
      alone.apply(new Uint32Array(0), new Float64Array(0), new Uint32Array(0));
      bone.become(replay.bone);
      const parts = bone.parts();
      expect(lengthsOf(parts)).toEqual(lengthsOf(alone.parts()));
      expect(parts.faceCount).toBeLessThan(grown);
      expect(model.retired.size).toBeGreaterThan(longRun(100, 20));
      expectWhole(parts);
      expect(surfaceOf(bone)).toEqual(surfaceOf(alone));
    }
  },
);

inDeep(() =>
  test(`edits between snapshot and change, of every kind, are made on the new bone (seed ${SEED})`, () => {
    const random = mulberry32(SEED + 1);
    let back = 0;
    for (const given of bones)
      for (let round = 0; round < longRun(20, 10); round++) {
        const bone = new BoneBody(given);
        const model = new EditedBone(given);
        const some = (kinds: readonly EditKind[], count: number) =>
          Array.from({ length: count }, () => {
            const edit = model.edit(kinds[Math.floor(random() * kinds.length)], random);
            model.apply(edit);
            return edit;
          });
        for (const edit of some(editKinds, 20)) editBone(bone, edit);
        const used = new Set(model.live().flatMap((face) => [...model.faces[face]]));
        const vertices = model.positions.length / 3;
        const meanwhile = some(editKinds, 20);
        const { replay, map } = compacted(bone, meanwhile);
        expect(renumberingFaults(model, map, false)).toEqual([]);
        const live = model.live();
        const now = surfaceOf(replay.bone);
        expect(now).toEqual(surfaceOf(bone));
        expect(now.corners).toEqual(
          live.flatMap((face) => model.faces[face].flatMap((v) => model.positions.slice(3 * v, 3 * v + 3))),
        );
        // Vertices without a face at the snapshot that have one again.
        for (let v = 0; v < vertices; v++) if (!used.has(v) && map.vertices[v] >= 0) back++;
      }
    expect(back).toBeGreaterThan(longRun(10, 3));
  }),
);

/**
 * For arrays that hold n numbers and grow one by one: `grown` gives them a quarter more than they had, or what is
 * needed.
 */
const most = (n: number) => Math.ceil(1.25 * n) + 3;

/**
 * Lengths after edits that appended some vertices and faces to a bone of V and F.
 *
 * Spans: S before. A cell that is too full gets a new place for 4 spans or twice what it needs, whichever is more, each
 * time with more than twice the capacity that it leaves. So the sum of all its capacities is at most twice the last,
 * and a touched cell with c spans, to which a were added, has taken at most 2·max(4, 2(c + a)). Over all cells that is
 * within S + 4·S + (8 + 4)·A, where A is the number of added spans: at most MOST_SPANS per face.
 */
function bounds({ vertexCount, faceCount }: BoneBody, before: BodyParts): Record<string, number> {
  const added = MOST_SPANS * (faceCount - before.faceCount);
  return {
    ...{ '.positions': most(3 * vertexCount), '.faces': most(3 * faceCount), '.retired': most(faceCount) },
    ...{ '.topology.welded': most(vertexCount), '.topology.first': most(vertexCount) },
    ...{ '.topology.retired': most(faceCount), '.topology.next': 3 * most(faceCount) },
    ...{ '.bvh.order': most(faceCount), '.bvh.levels.0': most(6 * Math.ceil(faceCount / 8)) },
    '.scanlines.spans': SPAN * most(5 * (before.scanlines?.spanCount ?? 0) + 12 * added),
  };
}

/** Cuts from one compaction to the next, ten times. */
const EACH = longRun(100, 50);
const skull = longRun(1, 0) === 1 ? phantom(8_000) : cappedShell({ outerRadius: 70, innerRadius: 64, segments: 60 });
inDeep(() =>
  test(`${10 * EACH} cuts of a ${skull.name}, compacted each ${EACH}: arrays stay within what ${EACH} cuts need`, () => {
    const live = skull.faces.length / 3;
    const bone = new BoneBody(skull);
    const random = mulberry32(SEED + 2);
    bone.apply(new Uint32Array(0), new Float64Array(0), new Uint32Array(0));
    let before = bone.parts();
    const peaks: number[] = [];
    for (let cut = 1; cut <= 10 * EACH; cut++) {
      // Ten consecutive faces are removed and put back, with their own vertices.
      const numbers = Array.from({ length: bone.faceCount }, (_, face) => face).filter((f) => bone.retired?.[f] !== 1);
      const remove = numbers.splice(Math.floor(random() * (numbers.length - 10)), 10);
      const corners = remove.flatMap((face) => [...bone.faces.subarray(3 * face, 3 * face + 3)]);
      const positions = corners.flatMap((v) => [...bone.positions.subarray(3 * v, 3 * v + 3)]);
      const next = bone.vertexCount;
      editBone(bone, { remove, positions, faces: corners.map((_, i) => next + i) });
      if (cut % EACH !== 0) continue;
      expect(bone.liveFaceCount).toBe(live);
      expect(bone.faceCount).toBe(live + 10 * EACH);
      const lengths = lengthsOf(bone.parts());
      for (const [name, bound] of Object.entries(bounds(bone, before)))
        expect([name, lengths[name] <= bound]).toEqual([name, true]);
      peaks.push(sum(lengths));
      const { replay, map } = compacted(bone, []);
      expect([map.faceCount, replay.bone.faceCount]).toEqual([live, live]);
      bone.become(replay.bone);
      before = bone.parts();
      expectWhole(before);
    }
    // Faces that were put back have three vertices of their own, so positions grow until all faces have.
    expect(peaks[9]).toBeLessThan(1.5 * peaks[0]);
  }),
);
