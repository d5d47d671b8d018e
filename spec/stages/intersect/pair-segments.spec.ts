// Pairs that share a point: each has its own segment, and a face's partners are those with which it forms a pair.

import { expect, test } from '@jest/globals';
import { crossingsOf, intersectionSegmentsOf } from '#intersect';
import { SharedSegment, TriangleIntersector, TrianglePair } from '#triangles';
import { mulberry32 } from '#harness/random.ts';
import { boneOf, cornersOf, IDENTITY, tetrahedra, toolOf } from '#harness/stage-bodies.ts';

const SEED = 313;
const FACES = 12;

test(`each pair has the segment that its two faces share (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = boneOf(tetrahedra(random, 6, 1, 0, 0));
  const tool = toolOf(tetrahedra(random, 6, 1, 0, 0), IDENTITY, 2);
  const segment = new SharedSegment();
  const intersector = new TriangleIntersector();
  const loaded = new TrianglePair();
  const pairs: number[] = [];
  const expected: number[] = [];
  for (let f = 0; f < bone.faceCount; f++)
    for (let g = 0; g < tool.faceCount; g++) {
      loaded.load(cornersOf(bone, f), 0, 3, 6, cornersOf(tool, g), 0, 3, 6);
      if (!intersector.share(loaded)) continue;
      const own = new Float64Array(6);
      segment.find(loaded, own, 0);
      pairs.push(f, g);
      expected.push(...own);
    }
  expect(pairs.length).toBeGreaterThan(40);
  expect([...intersectionSegmentsOf(bone, tool, Uint32Array.from(pairs), segment)]).toEqual(expected);
});

test(`every partner of every face, once, and no other (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < 20; round++) {
    // Among few faces, so that most have several partners, and the same number occurs as a face on either side.
    const pairs: [number, number][] = [];
    for (let f = 0; f < FACES; f++) for (let g = 0; g < FACES; g++) if (random() < 0.3) pairs.push([f, g]);
    for (const own of [0, 1] as const) {
      const visitPartners = crossingsOf(Uint32Array.from(pairs.flat()), own);
      for (let face = 0; face < FACES; face++) {
        const visited: number[] = [];
        visitPartners(face, (other) => visited.push(other));
        const expected = pairs.filter((pair) => pair[own] === face).map((pair) => pair[1 - own]);
        expect(visited.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }
    }
  }
});
