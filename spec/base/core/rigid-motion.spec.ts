// Placements against the matrices that they represent, and motions against their purpose: taking one placement to the
// other.

import { expect, test } from '@jest/globals';
import { motionBetween, moved, PLACEMENT_SIZE, placementOf, poseOf, rotationOf } from '#core/rigid-motion.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, unitVector } from '#harness/random-geometry.ts';

const SEED = 61;
const rotation = new Float64Array(9);

function placed(pose: ArrayLike<number>, pivot: ArrayLike<number>): Float64Array {
  const out = new Float64Array(PLACEMENT_SIZE);
  placementOf(pose, pivot, out);
  return out;
}

/** About a unit axis by an angle (Rodrigues' formula), column-major. */
function turned([x, y, z]: readonly number[], angle: number, [tx, ty, tz]: readonly number[]): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [
    ...[c + d * x * x, d * x * y + s * z, d * x * z - s * y, 0],
    ...[d * x * y - s * z, c + d * y * y, d * y * z + s * x, 0],
    ...[d * x * z + s * y, d * y * z - s * x, c + d * z * z, 0],
    ...[tx, ty, tz, 1],
  ];
}

test(`a pose comes back from its placement, half turns about every axis too (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ...Array.from({ length: longRun(20, 4) }, () => unitVector(random))];
  const poses = [
    ...axes.flatMap((axis) => [0, 1e-9, 1, Math.PI - 1e-7, Math.PI].map((angle) => turned(axis, angle, [3, -4, 5]))),
    ...Array.from({ length: longRun(200, 20) }, () => rigidPose(random, 100)),
  ];
  const out = new Float64Array(16);
  for (const pose of poses) {
    const pivot = coordinates(random, 3, 50, 0);
    poseOf(placed(pose, pivot), pivot, rotation, out);
    for (let i = 0; i < 16; i++) expect(Math.abs(out[i] - pose[i])).toBeLessThan(1e-12 * 200);
  }
});

test(`the motion from one placement to another leads there, in one step or in two, by the shorter way round (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const motion = new Float64Array(6);
  for (let i = 0; i < longRun(500, 40); i++) {
    const from = placed(rigidPose(random, 10), [0, 0, 0]);
    const to = placed(rigidPose(random, 10), [0, 0, 0]);
    if (i % 5 === 0) to.set(from);
    motionBetween(from, to, motion);
    expect(Math.hypot(motion[3], motion[4], motion[5])).toBeLessThanOrEqual(Math.PI * (1 + 1e-12));
    const whole = new Float64Array(PLACEMENT_SIZE);
    moved(from, motion, whole);
    const halves = from.slice();
    const half = motion.map((x) => x / 2);
    moved(halves, half, halves);
    moved(halves, half, halves);
    for (const reached of [whole, halves]) {
      const [wanted, got] = [to, reached].map((placement) => {
        const matrix = new Float64Array(9);
        rotationOf(placement, matrix);
        return [...placement.subarray(0, 3), ...matrix];
      });
      for (let k = 0; k < 12; k++) expect(Math.abs(got[k] - wanted[k])).toBeLessThan(1e-12 * 20);
    }
  }
});

test('a rotation vector is in the bone’s frame and turns as its hand says', () => {
  const from = placed([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 0, 0]);
  const to = new Float64Array(PLACEMENT_SIZE);
  moved(from, Float64Array.of(0, 0, 0, Math.PI / 2, 0, 0), to);
  rotationOf(to, rotation);
  // First x → y about z, then y → z about x: the tool's x ends at z.
  const x = [rotation[0], rotation[3], rotation[6]];
  for (let k = 0; k < 3; k++) expect(x[k]).toBeCloseTo([0, 0, 1][k], 14);
});
