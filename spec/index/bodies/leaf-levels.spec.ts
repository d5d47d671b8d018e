// A face's leaf level is the same number for every pose, and fine enough under each.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { faceLevels } from '#bodies/leaf-levels.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose, isStretchEnough, leafEdgeSlack } from '#core';
import { createDetector, createMesh } from '#kerf';
import { leafLevel } from '#triangles/face-shape.ts';
import { identityPose } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, strained } from '#harness/random-geometry.ts';

const seed = 4207;
// Edges of exactly 1 and √2 mm: with h = 1/2 each of them is a tie.
const tool = box({ size: [2, 2, 2], divisions: [2, 2, 2] });

/** The longest edge squared of a posed face, with each term rounded. */
function longestSquared({ positions, faces }: ToolBody, face: number): number {
  const corner = (k: number) => 3 * faces[3 * face + (k % 3)];
  const edge = (k: number) =>
    [0, 1, 2].reduce((sum, axis) => sum + (positions[corner(k + 1) + axis] - positions[corner(k) + axis]) ** 2, 0);
  return Math.max(edge(0), edge(1), edge(2));
}

describe(`leaf levels of a tool whose edges are h times a power of two, seed ${seed}`, () => {
  test.each([0, 1e3, 1e6])('translated by up to %d mm', (reach) => {
    const random = mulberry32(seed);
    const body = new ToolBody(tool);
    const first = [...body.leafLevels(0.5)];
    expect(new Set(first)).toEqual(new Set([2]));
    let tied = 0;
    for (let round = 0; round < longRun(200, 40); round++) {
      const strain = Array.from({ length: 6 }, () => 1.6e-6 * signed(random));
      body.moveTo(checkPose(strained(rigidPose(random, reach), strain)), 10);
      expect(isStretchEnough(body.magnitude, 0.5)).toBe(true);
      expect([...body.leafLevels(0.5)]).toEqual(first);
      for (let face = 0; face < body.faceCount; face++) {
        const squared = longestSquared(body, face);
        if (Math.sqrt(squared) / 4 > 0.5)
          throw new Error(`round ${round}: face ${face} is longer than h once halved twice`);
        if (leafLevel(squared, 0.5) !== first[face]) tied++;
      }
    }
    // Rounding and strain alone would sometimes have changed the level.
    expect(tied).toBe(0);
  });

  test('an edge just above h times a power of two takes one level for all poses', () => {
    const random = mulberry32(seed);
    // √2 mm is the longest edge: h is slightly more than half of it.
    const h = Math.SQRT1_2 * (1 + 2e-7);
    const body = new ToolBody(tool);
    const levels = new Set(body.leafLevels(h));
    const posed = new Set<number>();
    for (let round = 0; round < longRun(100, 40); round++) {
      body.moveTo(
        checkPose(
          strained(
            rigidPose(random, 100),
            Array.from({ length: 6 }, () => 1.6e-6 * signed(random)),
          ),
        ),
        10,
      );
      for (const level of body.leafLevels(h)) levels.add(level);
      for (let face = 0; face < body.faceCount; face++) posed.add(leafLevel(longestSquared(body, face), h));
    }
    expect([...levels]).toEqual([2]);
    // The posed edges themselves would sometimes have given one level, sometimes two.
    expect([...posed].sort()).toEqual([1, 2]);
  });

  test('where the pose is so far away that rounding shows, the posed edges decide', () => {
    const body = new ToolBody(tool);
    const far = [...identityPose];
    far[12] = 2 ** 45;
    body.moveTo(checkPose(far), 10);
    expect(isStretchEnough(body.magnitude, 0.5)).toBe(false);
    const expected = Array.from({ length: body.faceCount }, (_, face) => leafLevel(longestSquared(body, face), 0.5));
    expect([...body.leafLevels(0.5)]).toEqual(expected);
  });
});

test('faces that an edit appends have a level too', async () => {
  const bone = createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2], { name: 'bone' });
  const detector = await createDetector({
    bone,
    tool,
    contactDistance: 0.1,
    resolution: 0.25,
    sides: 'bone',
    backend: 'cpu',
  });
  expect(detector.detectSync(identityPose).contacts.length).toBeGreaterThan(0);
  detector.editBone({ remove: [0], positions: [8, 0, 0, 0, 8, 0], faces: [0, 4, 5] });
  const { contacts } = detector.detectSync(identityPose);
  expect(contacts.length).toBeGreaterThan(0);
  expect(new Set(contacts.face)).toEqual(new Set([1]));
  // √128 mm halved six times is ≤ 0.25 mm; halved five times it is not.
  expect(new Set(contacts.level)).toEqual(new Set([6]));
});

test('far from the origin a whole face is as long as it was given, and only its parts are longer by rounding', () => {
  const offset = 2 ** 30;
  const positions = Float64Array.from([0, 0, 0, 8, 0, 0, 0, 6, 0], (x) => x + offset);
  const levelAt = (h: number): number => {
    const out = new Uint8Array(1);
    faceLevels(positions, Uint32Array.of(0, 1, 2), 0, 1, h, 1, out);
    return out[0];
  };
  const slack = leafEdgeSlack(offset + 8);
  expect(slack).toBeGreaterThan(1e-6);
  // The longest edge is 10 mm.
  expect(levelAt(10 + slack / 2)).toBe(0);
  expect(levelAt(10 - slack / 2)).toBe(1);
  expect(levelAt(5 + slack / 2)).toBe(2);
  expect(levelAt(5 + 2 * slack)).toBe(1);
});
