// The tree's words: every box contains its faces, as stored and as the grid rounds them; the words that an edit
// changes, written over the old words, give the new ones.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import { bvhChanges, bvhLayout, bvhWords } from '#bvh/gpu-bvh.ts';
import { mulberry32 } from '#core';
import { toGrid } from '#gpu/grid.ts';
import { BRANCHING } from '#records';
import { inDeep } from '#harness/sets.ts';
import { boneOf, tetrahedra } from '#harness/stage-bodies.ts';

const SEED = 61;
const centreOf = ({ bounds }: BoneBody) =>
  [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k]) / 2) as [number, number, number];
/** As fine as the grid of a body of this half size. */
const unitOf = (half: number) => 2 ** Math.ceil(Math.log2(half / 2 ** 28));

/** Asserts that the boxes contain the faces below them. @returns the number of nodes. */
function checkWords(
  words: Int32Array,
  bone: BoneBody,
  centre: readonly [number, number, number],
  unit: number,
): number {
  const [levels, faces, order] = words;
  expect(faces).toBe(bone.bvh.count);
  const integers = new Int32Array(3 * bone.vertexCount);
  toGrid(bone.positions.subarray(0, integers.length), centre, unit, integers);
  let nodes = 0;
  let size = faces;
  for (let level = 0; level < levels; level++) {
    size = Math.ceil(size / BRANCHING);
    const [boxes, count] = words.subarray(4 + 2 * level);
    expect(count).toBe(size);
    nodes += count;
    for (let slot = 0; slot < faces; slot++) {
      const at = boxes + 6 * Math.floor(slot / BRANCHING ** (level + 1));
      const face = words[order + slot];
      for (const v of bone.faces.subarray(3 * face, 3 * face + 3))
        for (let k = 0; k < 3; k++) {
          const stored = (bone.positions[3 * v + k] - centre[k]) / unit;
          const least = Math.min(stored, integers[3 * v + k]);
          const most = Math.max(stored, integers[3 * v + k]);
          if (words[at + k] > least || words[at + 3 + k] < most)
            throw new Error(`level ${level}, face ${face}: its box leaves it out`);
        }
    }
  }
  expect(size).toBe(1);
  expect(Array.from(words.subarray(order, order + faces)).sort((a, b) => a - b)).toEqual([...Array(faces).keys()]);
  return nodes;
}

describe.each([
  [1e-3, 0],
  [1, 0],
  [1, 1e5],
  [1e3, 1e5],
])('scale %d, %d mm from the origin', (scale, offset) => {
  const ofTetrahedra = (counts: readonly number[]) =>
    test.each(counts)(`%d tetrahedra, seed ${SEED}, and edits of them`, (count) => {
      const random = mulberry32(SEED + count);
      const bone = boneOf(tetrahedra(random, count, scale, offset, 2));
      const [centre, unit] = [centreOf(bone), unitOf(2 * scale)];
      const layout = bvhLayout(bone.bvh, 6);
      let words = bvhWords(bone.bvh, layout, centre, unit);
      let nodes = checkWords(words, bone, centre, unit);
      expect(words.length).toBe(layout.words);
      const grow = [1, 2, 5, count, 2 * count];
      for (const more of grow) {
        if (bone.faceCount + 4 * more > layout.faceCapacity) break;
        const from = bone.bvh.count;
        const { positions, faces } = tetrahedra(random, more, 0.9 * scale, offset, 2);
        const first = bone.vertexCount;
        bone.apply(
          Uint32Array.of(),
          Float64Array.from(positions),
          Uint32Array.from(faces, (v) => first + v),
        );
        const changes = bvhChanges(bone.bvh, layout, from, centre, unit);
        const fresh = bvhWords(bone.bvh, layout, centre, unit);
        words = words.slice();
        for (const change of changes) words.set(change.words, change.at);
        expect(words).toEqual(fresh);
        const grown = checkWords(words, bone, centre, unit);
        expect(grown).toBeGreaterThanOrEqual(nodes);
        nodes = grown;
      }
      expect(nodes).toBeGreaterThan(1);
    });
  ofTetrahedra([1, 17]);
  inDeep(() => ofTetrahedra([2, 3, 16, 40, 130]));
});

test('an edit that only removes faces changes no box', () => {
  const bone = boneOf(tetrahedra(mulberry32(SEED), 10, 1, 0, 1));
  const layout = bvhLayout(bone.bvh, 0);
  const before = bvhWords(bone.bvh, layout, centreOf(bone), unitOf(2));
  const { count } = bone.bvh;
  bone.apply(Uint32Array.of(0, 1, 2, 3), new Float64Array(0), new Uint32Array(0));
  const changes = bvhChanges(bone.bvh, layout, count, centreOf(bone), unitOf(2));
  expect(changes.map(({ at }) => at)).toEqual([0]);
  expect(before.subarray(0, changes[0].words.length)).toEqual(changes[0].words);
});
