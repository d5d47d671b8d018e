// intersectingFacesInto and intersects agree with intersectingFaces, whatever was queried before, write into the
// caller's array and leave no garbage.

import { describe, expect, test } from '@jest/globals';
import { createDetector, createMesh, type Detector } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { box, flip, join, move, sphere, torus, without } from '#spec/base/mesh/bodies.ts';

const SEED = 511;
const QUERIES = longRun(160, 24);
const random = mulberry32(SEED);

interface Shape {
  readonly positions: ArrayLike<number>;
  readonly faces: ArrayLike<number>;
}

function detectorOf(bone: Shape, tool: Shape): Promise<Detector> {
  return createDetector({
    bone: createMesh(bone.positions, bone.faces, { name: 'bone' }),
    tool: createMesh(tool.positions, tool.faces, { name: 'tool' }),
    contactDistance: 0.1,
    resolution: 1,
    backend: 'cpu',
  });
}

const bodies: [string, Shape, Shape, number][] = [
  ['spheres', sphere(4, 10), sphere(3, 4), 14],
  ['a torus and a box', torus(40, 20, 8, 3), box(3, 4, 5), 12],
  ['open and non-manifold', join(without(without(sphere(3, 6), 9), 5), flip(box(2, 2, 2))), sphere(2, 3), 9],
  [
    'many parts',
    [1, 2, 3, 4].map((i) => move(sphere(2, 2), [3 * i, i, 0])).reduce((all, part) => join(all, part), sphere(2, 2)),
    torus(16, 8, 4, 1),
    7,
  ],
];

describe.each(bodies)('%s', (_, bone, tool, reach) => {
  test(`into the caller's array, in any order of poses, as a detector of its own would answer (seed ${SEED})`, async () => {
    const detector = await detectorOf(bone, tool);
    // Each pose is asked about four times, and answered once by a detector of its own.
    const poses = await Promise.all(
      Array.from({ length: QUERIES / 4 }, async () => {
        const pose = rigidPose(random, reach);
        const fresh = await detectorOf(bone, tool);
        const expected = fresh.intersectingFaces(pose);
        expect(fresh.intersects(pose)).toBe(expected.length > 0);
        fresh.dispose();
        return { pose, expected };
      }),
    );
    const out = new Uint32Array(20_000);
    let touching = 0;
    for (let i = 0; i < QUERIES; i++) {
      const { pose, expected } = poses[Math.floor(poses.length * random())];
      if (expected.length > 0) touching++;
      const kind = i % 3;
      if (kind === 0) expect(detector.intersects(pose)).toBe(expected.length > 0);
      else if (kind === 1) expect(detector.intersectingFaces(pose)).toEqual(expected);
      else {
        out.fill(0xffffffff);
        const count = detector.intersectingFacesInto(pose, out);
        expect(out.subarray(0, 2 * count)).toEqual(expected);
        expect(out.subarray(2 * count).every((word) => word === 0xffffffff)).toBe(true);
      }
    }
    expect(touching).toBeGreaterThan(longRun(30, 4));
    expect(touching).toBeLessThan(longRun(150, 23));
    detector.dispose();
  });
});

test('an array that is too short holds the first pairs, and the count is the room needed', async () => {
  const detector = await detectorOf(sphere(3, 5), sphere(3, 5));
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 2, 1, 1];
  const all = detector.intersectingFaces(pose);
  expect(all.length).toBeGreaterThan(20);
  for (const room of [0, 1, 2, 7, 20]) {
    const out = new Uint32Array(room).fill(7);
    expect(detector.intersectingFacesInto(pose, out)).toBe(all.length / 2);
    const written = room - (room % 2);
    expect(out.subarray(0, written)).toEqual(all.subarray(0, written));
    expect([...out.subarray(written)]).toEqual(Array(room % 2).fill(7));
  }
});

test('intersects does not hold on to a face that a cut has taken away', async () => {
  const bone = join(box(1, 1, 1), move(box(1, 1, 1), [10, 0, 0]));
  const detector = await detectorOf(bone, sphere(2, 0.6));
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1];
  expect(detector.intersects(pose)).toBe(true);
  const remove = [...new Set([...detector.intersectingFaces(pose)].filter((_, i) => i % 2 === 0))];
  detector.editBone({ remove });
  expect(detector.intersectingFaces(pose)).toHaveLength(0);
  expect(detector.intersects(pose)).toBe(false);
});

test('a bad pose is refused, and the next one is answered', async () => {
  const detector = await detectorOf(box(1, 1, 1), box(1, 1, 1));
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1];
  expect(() => detector.intersects([...pose.slice(0, 12), Number.NaN, 0, 0, 1])).toThrow('Pose entry 12 is NaN');
  expect(() => detector.intersectingFacesInto(pose.slice(1), new Uint32Array(2))).toThrow('Pose has 15 numbers');
  expect(detector.intersects(pose)).toBe(true);
  detector.dispose();
  expect(() => detector.intersects(pose)).toThrow('disposed');
});
