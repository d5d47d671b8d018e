// The proxy's step depends on its place, the model and the device alone: contacts from before it left have no effect
// after it comes back.

import { expect, test } from '@jest/globals';
import { SKIN, TOLERANCE } from '#haptics/constants.ts';
import { placementOf } from '#core/rigid-motion.ts';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { COVERED, GodObject } from '#haptics/god-object.ts';
import { servoSettings } from '#haptics/haptic-options.ts';
import { EDIT_FACES, EDITS, type LocalModel, localModel, MODEL_BYTES } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { shifted, spun } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, join, move } from '#spec/base/mesh/bodies.ts';

const SEED = 5170;
/** A blade of 6 mm in a slot along x that is 0.1 mm wider. */
const [WIDTH, SLOT] = [6, 6.1];
const middle = 10 + SLOT / 2;
const bone = boneOf(join(box(40, 10, 20), move(box(40, 10, 20), [0, 10 + SLOT, 0])));
const blade = toolOf(move(box(20, WIDTH, 10), [-10, -WIDTH / 2, 0]), IDENTITY, 100);
const settings = servoSettings();
const samples = samplePoints(blade, settings.spacing);
const builder = new LocalModelBuilder(bone, samples);
const placed = (pose: Float64Array) => {
  const out = new Float64Array(7);
  placementOf(pose, settings.pivot, out);
  return out;
};
const modelAt = (pose: Float64Array): LocalModel => {
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  builder.build(pose, 0, settings, model);
  return model;
};
const proxyAt = (pose: Float64Array): GodObject => {
  const proxy = new GodObject(settings.pivot, samples.radius, samples.count, settings.lever);
  proxy.jumpTo(placed(pose));
  return proxy;
};
const inSlot = shifted(20, middle, 10);
const near = modelAt(inSlot);
const pushes = ({ contacts }: GodObject) => Array.from(contacts.multipliers.subarray(0, contacts.count));

/** Wedged between both walls, so that contacts push against each other. */
function wedged(turn: number, side: number): GodObject {
  const proxy = proxyAt(inSlot);
  proxy.take(near);
  for (let tick = 0; tick < 20; tick++)
    expect(proxy.follow(near, placed(spun(turn, 20, middle + side, 10)))).toBe(COVERED);
  expect(pushes(proxy).filter((push) => push > 0).length).toBeGreaterThan(1);
  return proxy;
}

test(`a blade that was wedged in a slot, has left and is back: each of its steps is that of one that was never there (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < longRun(10, 3); round++) {
    const proxy = wedged(0.1 + 0.1 * random(), signed(random));
    proxy.jumpTo(placed(shifted(20, middle, 60)));
    proxy.jumpTo(placed(inSlot));
    proxy.take(near);
    const fresh = proxyAt(inSlot);
    fresh.take(near);
    const device = placed(spun(0.1 * signed(random), 20, middle + signed(random), 10));
    for (let tick = 0; tick < 3; tick++) {
      expect(proxy.follow(near, device)).toBe(fresh.follow(near, device));
      expect([...proxy.placement]).toEqual([...fresh.placement]);
      expect(pushes(proxy)).toEqual(pushes(fresh));
    }
  }
});

test('a blade in a kerf whose walls are both within the skin goes along it as far as the device leads', () => {
  // Both walls ask for more room than there is: without the exception for kerfs no motion satisfies them.
  const gap = SKIN - TOLERANCE / 2;
  const narrow = boneOf(join(box(40, 10, 20), move(box(40, 10, 20), [0, 10 + WIDTH + 2 * gap, 0])));
  const pose = shifted(20, 10 + WIDTH / 2 + gap, 10);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  new LocalModelBuilder(narrow, samples).build(pose, 0, settings, model);
  const device = shifted(21, 10 + WIDTH / 2 + gap, 10);
  // An edit has made all faces.
  model.head[EDITS] = 1;
  model.head[EDIT_FACES] = 0;
  const proxy = new GodObject(settings.pivot, samples.radius, samples.count, settings.lever);
  proxy.gaps.kerf.remember(Float64Array.of(1, 0, 0, 0, 0, 0));
  proxy.jumpTo(placed(pose));
  proxy.take(model);
  for (let tick = 0; tick < 20; tick++) expect(proxy.follow(model, placed(device))).toBe(COVERED);
  const left = placed(device).map((x, k) => Math.abs(x - proxy.placement[k]));
  expect(Math.max(...left)).toBeLessThan(TOLERANCE);
});
