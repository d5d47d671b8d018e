// The workbench's tool in a headset's controller, without its page: it follows the hand millimetre for millimetre in
// the picture's axes, turns as the hand turns, and stays rigid.

import { expect, test } from '@jest/globals';
import { Clutch, type Grip } from '../../examples/workbench/src/clutch.ts';
import type { Triple } from '../../examples/workbench/src/picture-wire.ts';
import { checkPose } from '#core';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';

const SEED = 5607;
const random = mulberry32(SEED);
const column = (m: ArrayLike<number>, k: number): Triple => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];

/** A turn by an angle about a unit axis, as WebXR has it: rounded to f32. */
function quaternion([x, y, z]: Triple, angle: number): Grip['orientation'] {
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const [a, b, d, w] = Float32Array.of(s * x, s * y, s * z, c);
  return { x: a, y: b, z: d, w };
}
/** By Rodrigues' formula. */
function about(axis: Triple, angle: number, v: Triple): Triple {
  const dot = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
  const cross = [0, 1, 2].map((k) => axis[(k + 1) % 3] * v[(k + 2) % 3] - axis[(k + 2) % 3] * v[(k + 1) % 3]);
  const of = (k: 0 | 1 | 2) =>
    v[k] * Math.cos(angle) + cross[k] * Math.sin(angle) + axis[k] * dot * (1 - Math.cos(angle));
  return [of(0), of(1), of(2)];
}
const place = () => ({ x: signed(random), y: signed(random), z: signed(random) });
/** A unit vector. */
const way = () => column(rigidPose(random, 1), 0);

/** A tool, and the axes of a picture of it. */
function begun(): { pose: Float64Array; axes: readonly [Triple, Triple, Triple] } {
  const picture = rigidPose(random, 1);
  return {
    pose: Float64Array.from(rigidPose(random, 100)),
    axes: [column(picture, 0), column(picture, 1), column(picture, 2)],
  };
}

test('a hand that has not moved leaves the tool where it is', () => {
  for (let n = 0; n < 20; n++) {
    const { pose, axes } = begun();
    const grip = { position: place(), orientation: quaternion(way(), 6 * random()) };
    const held = new Clutch(grip, pose, axes).poseAt(grip);
    for (let k = 0; k < 16; k++) expect(held[k]).toBeCloseTo(pose[k], 12);
  }
});

test('a way of the hand is the same way of the tool, in the axes of the picture, in mm', () => {
  for (let n = 0; n < 20; n++) {
    const { pose, axes } = begun();
    const orientation = quaternion(way(), 6 * random());
    const from = place();
    const by = [0.3 * signed(random), 0.3 * signed(random), 0.3 * signed(random)];
    const to = { x: from.x + by[0], y: from.y + by[1], z: from.z + by[2] };
    const held = new Clutch({ position: from, orientation }, pose, axes).poseAt({ position: to, orientation });
    for (let k = 0; k < 12; k++) expect(held[k]).toBeCloseTo(pose[k], 12);
    for (const [i, axis] of axes.entries()) {
      const along = axis.reduce((sum, a, k) => sum + a * (held[12 + k] - pose[12 + k]), 0);
      expect(along).toBeCloseTo(1000 * by[i], 9);
    }
  }
});

test('a turn of the hand is the same turn of the tool, about its origin, however the hand was turned before', () => {
  for (let n = 0; n < 20; n++) {
    const { pose, axes } = begun();
    const position = place();
    const [axis, angle] = [way(), 3 * signed(random)];
    // First the turn before, then the one that counts: as quaternions, b = t·a.
    const a = quaternion(way(), 6 * random());
    const t = quaternion(axis, angle);
    const b = {
      x: t.w * a.x + t.x * a.w + t.y * a.z - t.z * a.y,
      y: t.w * a.y + t.y * a.w + t.z * a.x - t.x * a.z,
      z: t.w * a.z + t.z * a.w + t.x * a.y - t.y * a.x,
      w: t.w * a.w - t.x * a.x - t.y * a.y - t.z * a.z,
    };
    const held = new Clutch({ position, orientation: a }, pose, axes).poseAt({ position, orientation: b });
    const inBone = [0, 1, 2].map((k) => axes.reduce((sum, one, i) => sum + axis[i] * one[k], 0)) as never as Triple;
    for (let k = 0; k < 3; k++) {
      const expected = about(inBone, angle, column(pose, k));
      // WebXR's quaternions are of f32.
      for (let i = 0; i < 3; i++) expect(held[4 * k + i]).toBeCloseTo(expected[i], 6);
      expect(held[12 + k]).toBe(pose[12 + k]);
    }
    expect(() => checkPose(held)).not.toThrow();
  }
});

test('taken again and again, the tool is still rigid', () => {
  let { pose, axes } = begun();
  for (let n = 0; n < 1000; n++) {
    const grip = () => ({ position: place(), orientation: quaternion(way(), 6 * random()) });
    pose = new Clutch(grip(), pose, axes).poseAt(grip());
    axes = begun().axes;
  }
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 3; b++) {
      const dot = [0, 1, 2].reduce((sum, k) => sum + pose[4 * a + k] * pose[4 * b + k], 0);
      expect(dot).toBeCloseTo(a === b ? 1 : 0, 11);
    }
  expect(() => checkPose(pose)).not.toThrow();
});
