// Whether samples that move straight from pose to pose meet the bone: compared with exact arithmetic, sample by sample
// and face by face, also on a bone that has been cut.

import { expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import { FreeWay } from '#haptics/free-way.ts';
import { type SamplePoints, samplePoints } from '#haptics/sample-points.ts';
import { pointInSolid, vertexMeetsFace } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, cornersOf, IDENTITY, liveFaces, referenceOf, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { box, move, sphere, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 3301;
const ROUNDS = longRun(60, 24);
const CUT_AT = (2 * ROUNDS) / 3;

/** A sample's place, moved in by the play along the surface's normal there. */
function posed(pose: Float64Array, { points, areas }: SamplePoints, sample: number, play: number): number[] {
  const area = Math.hypot(...areas.subarray(3 * sample, 3 * sample + 3));
  const [x, y, z] = [0, 1, 2].map((k) => points[3 * sample + k] - (play * areas[3 * sample + k]) / area);
  return [0, 1, 2].map((k) => pose[k] * x + pose[4 + k] * y + pose[8 + k] * z + pose[12 + k]);
}

/** Whether the motion is free, by definition: in, along and out again, and the last step may end in bone. */
function isFree(bone: BoneBody, samples: SamplePoints, from: Float64Array, to: Float64Array, play: number): boolean {
  const faces = liveFaces(bone).map((face) => cornersOf(bone, face));
  const reference = referenceOf(bone);
  const meets = (p: readonly number[], q: readonly number[]) =>
    faces.some(
      (c) =>
        [0, 1, 2].every(
          (k) =>
            Math.min(p[k], q[k]) <= Math.max(c[k], c[3 + k], c[6 + k]) &&
            Math.max(p[k], q[k]) >= Math.min(c[k], c[3 + k], c[6 + k]),
        ) && vertexMeetsFace([...p, ...c], [...q, ...c]),
    );
  const isInside = ([x, y, z]: readonly number[]) => bone.signed && pointInSolid([x, y, z], reference);
  for (let sample = 0; sample < samples.count; sample++) {
    const [p, q] = [from, to].map((pose) => posed(pose, samples, sample, play));
    if (meets(p, q)) return false;
    const ends = [from, to].map((pose) => posed(pose, samples, sample, 0));
    if ([p, q].some((place, n) => meets(place, ends[n]) && !isInside(ends[n]))) return false;
  }
  return true;
}

const bones: readonly (readonly [string, Shape])[] = [
  ['a ball', sphere(2, 10)],
  ['a thin wall', move(box(30, 30, 0.3), [-15, -15, 0])],
  ['a torus', torus(24, 12, 10, 3)],
];

splitCases(bones, [1], (some) =>
  test.each(some)(`%s: a way is free if no sample's is met by a face (seed ${SEED})`, (name, shape) => {
    const random = mulberry32(SEED);
    const bone = boneOf(shape);
    const samples = samplePoints(toolOf(move(box(6, 0.4, 3), [-3, -0.2, 0]), IDENTITY, 100), 1);
    const seen = { free: 0, met: 0, freeSinceCut: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      // In later rounds some of its faces are gone.
      const isCut = round >= CUT_AT;
      if (round === CUT_AT)
        bone.apply(
          Uint32Array.from(liveFaces(bone).slice(0, bone.faceCount / 3)),
          new Float64Array(0),
          new Uint32Array(0),
        );
      const from = Float64Array.from(rigidPose(random, 16));
      const to = Float64Array.from(round % 3 === 0 ? rigidPose(random, 16) : from);
      if (round % 3 !== 0) for (let k = 12; k < 15; k++) to[k] += (round % 3 === 1 ? 20 : 2) * signed(random);
      const play = [0, 0.15][round % 2];
      const expected = isFree(bone, samples, from, to, play);
      expect(new FreeWay(bone, samples).isFree(from, to, play)).toBe(expected);
      seen[expected ? (isCut ? 'freeSinceCut' : 'free') : 'met']++;
    }
    console.log(`${name}: ${JSON.stringify(seen)}`);
    expect(Math.min(seen.free, seen.met, seen.freeSinceCut)).toBeGreaterThan(longRun(5, 0));
  }),
);
