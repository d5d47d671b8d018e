// A hand that jumps into the bone, beyond what models cover: models are requested at the proxy and at the hand by
// turns. As soon as a model made at the proxy arrives, the bone is felt, and stays felt, however often and however late
// models come.

import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { SKIN, TOLERANCE } from '#haptics/constants.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const RADIUS = 10;
const ball = sphere({ radius: RADIUS, subdivisions: 4 });
const blockShape = move(box(6, 6, 6), [-3, -3, 0]);

const schedules = [
  [8, 0],
  [8, 16],
  [25, 25],
  [32, 8],
  [40, 40],
  [64, 64],
  [30, 90],
];
splitCases(schedules, [6], (some) =>
  test.each(some)('models every %d ms, %d ms late: lost once, then in contact for good', (every, late) => {
    const run = new HapticRun(boneOf(ball), toolOf(blockShape, IDENTITY, 100), { mostAge: 500 }, { every, late });
    const hold = every + late + 1;
    for (let t = 0; t < hold; t++) run.tick(shifted(0, 0, RADIUS + 1.5));
    expect(run.state).toBe('free');
    let lost = 0;
    // The force fades over 40 ms; then a model at the hand may come before the next one at the proxy.
    const back = 40 + 3 * every + 2 * late;
    for (let t = 0; t < back + longRun(1000, 120); t++) {
      run.tick(shifted(0, 0, RADIUS - 2));
      if (run.state === 'outrun') lost++;
      if (t > back) expect([t, run.state]).toEqual([t, 'contact']);
    }
    expect(lost).toBeGreaterThan(0);
    // A sample is within 0.71 mm of the ball's top, and the ball's edges are shorter than that.
    const beside = 0.71 ** 2 / (2 * RADIUS) + 0.71 ** 2 / (8 * RADIUS);
    expect(Math.abs(run.servo.proxy.placement[2] - RADIUS - SKIN)).toBeLessThan(beside + TOLERANCE);
    expect(run.servo.wrench[2]).toBeGreaterThan(1);
  }),
);
