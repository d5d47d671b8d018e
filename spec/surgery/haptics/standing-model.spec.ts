// A model that remains in use while no sample has moved a fourth of the motion from where it was made, and nothing was
// cut; handed out again it is the same, and the servo that takes it feels what it would have felt.

import { expect, test } from '@jest/globals';
import { BoneBody, ToolBody } from '#bodies';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { servoSettings } from '#haptics/haptic-options.ts';
import { localModel, MODEL_BYTES, MOTION, POINTS, packModel, TAKEN_AT } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { Servo } from '#haptics/servo.ts';
import { StandingModel } from '#haptics/standing-model.ts';
import { shifted, spun } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 91;
const emptyModel = () => localModel(new ArrayBuffer(MODEL_BYTES));
const samples = samplePoints(toolOf(move(box(4, 2, 6), [-1, 0, 0]), IDENTITY, 100), 1);

test(`it serves while no sample has gone a fourth of its motion, and not beyond, however the tool turns (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { serves: 0, not: 0, farthest: 0 };
  for (let round = 0; round < longRun(400, 80); round++) {
    const model = emptyModel();
    model.pose.set(rigidPose(random, 20));
    model.head[MOTION] = 1;
    const standing = new StandingModel(samples.radius, 250);
    standing.keep(model, 3);
    const [angle, ...shift] = [0.08, 0.1, 0.1, 0.1].map((most) => most * signed(random));
    const step = spun(angle, shift[0], shift[1], shift[2]);
    // The Frobenius norm of a rotation minus the identity is 2√2·sin(θ/2).
    const bound = 2 * Math.SQRT2 * Math.sin(Math.abs(angle) / 2) * samples.radius + Math.hypot(...shift);
    const pose = product(model.pose, step);
    let farthest = 0;
    for (let n = 0; n < 3 * samples.count; n += 3) {
      const [a, b] = [model.pose, pose].map((M) => placed(M, samples.points.subarray(n, n + 3)));
      farthest = Math.max(farthest, Math.hypot(...a.map((x, k) => x - b[k])));
    }
    const serves = standing.serves(pose, pose, 3);
    expect(serves).toBe(bound <= 1 / 4);
    if (serves) expect(farthest).toBeLessThanOrEqual(1 / 4);
    seen[serves ? 'serves' : 'not']++;
    if (serves) seen.farthest = Math.max(seen.farthest, farthest);
    expect(standing.serves(model.pose, model.pose, 3)).toBe(true);
    expect(standing.serves(model.pose, model.pose, 4)).toBe(false);
    // If a motion from another pose is requested, the model is made anew.
    expect(standing.serves(model.pose, pose, 3)).toBe(pose.every((x, k) => x === model.pose[k]));
    standing.forget();
    expect(standing.serves(model.pose, model.pose, 3)).toBe(false);
  }
  console.log(`seed ${SEED}: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.serves, seen.not)).toBeGreaterThan(longRun(50, 10));
  expect(seen.farthest).toBeGreaterThan(1 / 8);
});

test('handed out again it is the same to the last bit, but for its time; into its own buffer too', () => {
  const bone = boneOf(sphere(4, 10));
  const [model, again] = [emptyModel(), emptyModel()];
  new LocalModelBuilder(bone, samples).build(shifted(0, 0, 10.2), 5, { motion: 0.5, maxDistance: 2 }, model);
  expect(model.head[POINTS]).toBeGreaterThan(5);
  const standing = new StandingModel(samples.radius, 80);
  standing.keep(model, 0);
  const before = packModel(model);
  expect([standing.isAged(15), standing.isAged(15.1)]).toEqual([false, true]);
  standing.renew(15, again);
  expect([model.head[TAKEN_AT], again.head[TAKEN_AT]]).toEqual([5, 15]);
  again.head[TAKEN_AT] = 5;
  expect(packModel(again)).toEqual(before);
  standing.renew(20, again);
  expect([standing.isAged(29), again.head[TAKEN_AT]]).toEqual([false, 20]);
});

test('a servo that takes it again feels the same as one that keeps it', () => {
  const bone = new BoneBody({ name: 'plate', ...meshOf(box(40, 40, 5)) });
  const tool = new ToolBody({ name: 'block', ...meshOf(move(box(4, 4, 4), [18, 18, 0])) });
  const points = samplePoints(tool, 1);
  const settings = servoSettings();
  const [kept, taken] = [new Servo(settings, points), new Servo(settings, points)];
  const [model, again] = [emptyModel(), emptyModel()];
  new LocalModelBuilder(bone, points).build(shifted(0, 0, 5.1), 0, settings, model);
  const standing = new StandingModel(points.radius, settings.mostAge);
  standing.keep(model, 0);
  for (const servo of [kept, taken]) expect(servo.take(model)).toBe(true);
  let [buffer, other] = [again, model];
  for (let t = 1; t < 120; t++) {
    if (t % 10 === 0) {
      standing.renew(0, buffer);
      expect(taken.take(buffer)).toBe(true);
      [buffer, other] = [other, buffer];
    }
    const pose = shifted(0, 0, 5.1 - 0.005 * t);
    for (const servo of [kept, taken]) servo.tick(pose, true, Float64Array.of(t, 1e-3));
    expect([...taken.wrench]).toEqual([...kept.wrench]);
    expect([...taken.proxy.placement]).toEqual([...kept.proxy.placement]);
  }
  expect(kept.wrench[2]).toBeGreaterThan(0.3);
});

const meshOf = ({ positions, faces }: { positions: ArrayLike<number>; faces: ArrayLike<number> }) => ({
  positions: Float64Array.from(positions),
  faces: Uint32Array.from(faces),
});

function placed(M: ArrayLike<number>, [x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  return [0, 1, 2].map((k) => M[k] * x + M[4 + k] * y + M[8 + k] * z + M[12 + k]);
}

function product(A: ArrayLike<number>, B: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: 16 }, (_, n) => {
    const [row, column] = [n % 4, Math.floor(n / 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + A[row + 4 * k] * B[k + 4 * column], 0);
  });
}
