// A body's faces are divided alike under every pose and after every history, and finely enough under each.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose, isStretchEnough } from '#core';
import { type DividedFaces, pathCorners } from '#divisions';
import { createDetector, createMesh } from '#kerf';
import { exactFraction } from '#reference';
import { identityPose } from '#harness/contact-cases.ts';
import { piecesOf } from '#harness/face-pieces.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, strained } from '#harness/random-geometry.ts';
import { cornersOf } from '#harness/stage-bodies.ts';
import { leafCorners } from '#subdivide';

const seed = 4207;
// Edges of exactly 1 and √2 mm: with h = 1/2 each of them is a tie.
const tool = box({ size: [2, 2, 2], divisions: [2, 2, 2] });

/** The paths of all leaves. */
const pathsOf = (divided: DividedFaces, faceCount: number) =>
  Array.from({ length: faceCount }, (_, face) => piecesOf(divided, face).leaves.map(({ path }) => path));

/** The longest stored edge of all leaves where the body lies is at most h, exactly. */
function expectShort(body: ToolBody, divided: DividedFaces, h: number): void {
  const lattice = new Int32Array(6);
  const out = new Float64Array(9);
  const limit = exactFraction(h).mul(exactFraction(h));
  for (let face = 0; face < body.faceCount; face++)
    for (const { level, path } of piecesOf(divided, face).leaves) {
      pathCorners(divided.divisions, divided.nodeOf(face), level, path, lattice, 0);
      leafCorners(cornersOf(body, face), lattice, 0, out);
      for (const k of [0, 3, 6]) {
        const squared = [0, 1, 2]
          .map((axis) => exactFraction(out[k + axis]).sub(exactFraction(out[((k + 3) % 9) + axis])))
          .reduce((sum, x) => sum.add(x.mul(x)), exactFraction(0));
        if (!squared.lte(limit)) throw new Error(`face ${face}, path ${path}: an edge is longer than ${h}`);
      }
    }
}

describe(`a tool whose edges are h times a power of two, seed ${seed}`, () => {
  test.each([0, 1e3, 1e6])('translated by up to %d mm: one division, fine enough', (reach) => {
    const random = mulberry32(seed);
    const body = new ToolBody(tool);
    const first = pathsOf(body.divided(0.5), body.faceCount);
    for (let round = 0; round < longRun(60, 12); round++) {
      const strain = Array.from({ length: 6 }, () => 1.6e-6 * signed(random));
      body.moveTo(checkPose(strained(rigidPose(random, reach), strain)), 10);
      expect(isStretchEnough(body.magnitude, 0.5)).toBe(true);
      const divided = body.divided(0.5);
      expect(pathsOf(divided, body.faceCount)).toEqual(first);
      expectShort(body, divided, 0.5);
    }
  });

  test('where the pose is so far away that rounding shows, the posed edges decide, however the pose was taken', () => {
    const far = [...identityPose];
    far[12] = 2 ** 45;
    const body = new ToolBody(tool);
    body.moveTo(checkPose(far), 10);
    expect(isStretchEnough(body.magnitude, 0.5)).toBe(false);
    const divided = body.divided(0.5);
    expectShort(body, divided, 0.5);
    const other = new ToolBody(tool);
    other.moveOnDemand(checkPose(far), { magnitude: 10 });
    other.poseFaces(
      Uint32Array.from({ length: other.faceCount }, (_, face) => face),
      0,
      other.faceCount,
    );
    expect(pathsOf(other.divided(0.5), other.faceCount)).toEqual(pathsOf(divided, body.faceCount));
  });
});

describe('a bone', () => {
  const bone = createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2], { name: 'bone' });

  test('has faces that an edit appends divided too', async () => {
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
    // An edge of √128 mm ends in 64 parts of at most 0.25 mm: a path that halves it six times has at least six bits.
    expect(Math.min(...contacts.level)).toBeGreaterThanOrEqual(6);
  });

  test('is divided anew for another resolution', () => {
    const body = new BoneBody(bone);
    const [coarse, fine] = [0.6, 0.3].map((h) => pathsOf(body.divided(h), 1));
    expect(fine[0].length).toBeGreaterThan(coarse[0].length);
    expect(pathsOf(body.divided(0.6), 1)).toEqual(coarse);
  });

  test('is divided as one made anew, once an edit has brought coordinates at which rounding shows', () => {
    const edited = new BoneBody(bone);
    // h less the rounding there is 0.47 mm: an edge of 1 mm is then halved twice, not once.
    const h = 0.52;
    const before = pathsOf(edited.divided(h), 1);
    edited.apply(Uint32Array.of(), Float64Array.of(2 ** 45, 0, 0, 0, 2 ** 45, 0), Uint32Array.of(0, 1, 4));
    expect(isStretchEnough(edited.magnitude, h)).toBe(false);
    const anew = new BoneBody(createMesh(edited.positions.slice(0, 18), edited.faces.slice(0, 6), { name: 'anew' }));
    const after = pathsOf(edited.divided(h), 1);
    expect(after).toEqual(pathsOf(anew.divided(h), 1));
    expect(after[0].length).toBeGreaterThan(before[0].length);
  });
});
