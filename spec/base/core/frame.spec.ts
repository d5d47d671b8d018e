// toolFrame: a distance measured in the tool's frame, shrunk and reduced by the slack, is never above the distance in
// the bone's.

import { describe, expect, test } from '@jest/globals';
import { checkPose, identityFrame, posePositions, toolFrame } from '#core';
import { dot, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed, strained } from '#harness/random-geometry.ts';

const SEED = 13;
const POSES = longRun(400, 100);

/** Distance of two f64 points from its exact square: within 2u of the true one. */
function distance(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const { values, places } = onGrid([x[0], x[1], x[2], y[0], y[1], y[2]]);
  const d = minus(pointAt(values, 0), pointAt(values, 3));
  return Math.sqrt(quotient(dot(d, d), 1n << BigInt(2 * places)));
}

describe('toolFrame', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(
    `bounds bone-frame distances from below at scale %d, offset %d, deviations up to 1e-5 (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      let strainedPoses = 0;
      let most = 0;
      for (let i = 0; i < POSES; i++) {
        // The worst strain is equal in all six places: RᵀR − I then stretches or shrinks one diagonal threefold.
        const size = (random() < 0.5 ? -1 : 1) * 4.99e-6;
        const strain =
          i % 3 === 0 ? Array(6).fill(size) : i % 3 === 1 ? coordinates(random, 6, 3e-6, 0) : Array(6).fill(0);
        const pose = checkPose(strained(rigidPose(random, scale + offset), strain));
        if (pose.orthonormalityError > 5e-6) strainedPoses++;
        const local = Float64Array.from(coordinates(random, 30, scale, offset * signed(random)));
        const posed = new Float64Array(30);
        const largest = posePositions(pose, local, 10, posed, new Float64Array(6));
        const near = i % 4 < 2 ? 1e-9 : 1;
        const point = [0, 1, 2].map((k) => posed[k] + near * scale * signed(random));
        const magnitude = Math.max(
          largest,
          ...local.map(Math.abs),
          ...point.map(Math.abs),
          ...[12, 13, 14].map((k) => Math.abs(pose.matrix[k])),
        );
        const { inverse: m, shrink, slack } = toolFrame(pose, magnitude);
        const inTool = [0, 4, 8].map((r) => m[r] * point[0] + m[r + 1] * point[1] + m[r + 2] * point[2] + m[r + 3]);
        for (let v = 0; v < 30; v += 3) {
          const above = shrink * distance(inTool, local.subarray(v, v + 3)) - distance(point, posed.subarray(v, v + 3));
          most = Math.max(most, above / slack);
        }
      }
      expect(strainedPoses).toBeGreaterThan(POSES / 4);
      expect(most).toBeLessThanOrEqual(1);
      // The slack is used: it is not there without need.
      expect(most).toBeGreaterThan(2 ** -10);
    },
  );

  test('the largest strain that a pose may have is covered, and nearly used up', () => {
    const pose = checkPose(strained([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], Array(6).fill(-4.99995e-6)));
    expect(pose.orthonormalityError).toBeGreaterThan(9.99e-6);
    const out = new Float64Array(3);
    posePositions(pose, Float64Array.of(1, 1, 1), 1, out, new Float64Array(6));
    const { shrink } = toolFrame(pose, 2);
    const length = Math.hypot(...out) / Math.sqrt(3);
    expect(shrink).toBeLessThan(length);
    expect((1 - shrink) / (1 - length)).toBeLessThan(2.01);
  });

  test('the identity frame changes nothing', () => {
    const { inverse: m, shrink, slack } = identityFrame();
    expect([...m]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    expect([shrink, slack]).toEqual([1, 0]);
  });
});
