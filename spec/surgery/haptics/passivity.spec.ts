// Energy given to the hand within a contact, computed from the hand's own motion: no more than it has put in, as long
// as it goes straight on; if it turns, no more than it would have got by going straight on from then on.

import { expect, test } from '@jest/globals';
import { CREDIT } from '#haptics/constants.ts';
import { EnergyAccount } from '#harness/energy-account.ts';
import { HapticRun, spun } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 4803;
/** mJ: sums of a thousand products of N and mm, each rounded. */
const ROUNDED = 1e-9;

/** A roof along y, its ridge at z = 0 over x = 0. */
const roof = (half: number, height: number) =>
  boneOf({
    positions: [-1, 1].flatMap((end) => [
      ...[-half, 30 * end, -height],
      ...[half, 30 * end, -height],
      ...[0, 30 * end, 0],
    ]),
    faces: [0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0],
  });

const tools = [move(box(6, 6, 6), [-3, -3, 0]), move(box(1, 6, 3), [-0.5, -3, 0]), move(sphere(1, 3), [0, 0, 3])];
const accountOn = (random: () => number) =>
  new EnergyAccount(
    new HapticRun(
      roof(4 + 8 * random(), 2 + 8 * random()),
      toolOf(tools[Math.floor(tools.length * random())], IDENTITY, 100),
      { friction: random(), spacing: 2, lever: 10 },
      { every: 8, late: 4 },
    ),
  );

test(`to and fro over a ridge with friction, in one contact: all that is given was put in before (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { most: 0, excess: 0, apart: 0, step: 0, contacts: 0 };
  for (let n = 0; n < longRun(60, 2); n++) {
    const account = accountOn(random);
    const [width, height, depth] = [1 + 5 * random(), 2 * random(), 0.5 + 3 * random()];
    const [across, up] = [0.002 + 0.03 * random(), 0.002 + 0.03 * random()];
    for (let t = 0; t < 800; t++) {
      const z = Math.max(-depth, 2 - 0.05 * t) + height * Math.sin(up * t) * Math.min(1, t / 300);
      account.tick(spun(0, width * Math.sin(across * t), 0, z));
    }
    seen.most = Math.max(seen.most, account.most);
    seen.excess = Math.max(seen.excess, account.excess);
    seen.step = Math.max(seen.step, account.step);
    seen.apart = Math.max(seen.apart, account.apart);
    seen.contacts += account.contacts;
  }
  console.log(JSON.stringify(seen));
  expect(seen.contacts).toBeGreaterThan(longRun(10_000, 300));
  // A swinging hand turns so slowly that turning costs nothing either.
  expect(seen.most).toBeLessThanOrEqual(CREDIT + ROUNDED);
  expect(seen.apart).toBeLessThanOrEqual(ROUNDED);
  expect(seen.excess).toBeLessThanOrEqual(ROUNDED);
  expect(seen.step).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
});

test(`a hand that turns, twists and changes its speed: never more than it would have got by going on (seed ${SEED})`, () => {
  const random = mulberry32(SEED + 1);
  const seen = { most: 0, excess: 0, step: 0, turns: 0 };
  for (let n = 0; n < longRun(60, 2); n++) {
    const account = accountOn(random);
    const place = [6 * signed(random), 2 * signed(random), 1, 0];
    let [rest, way] = [0, [0, 0, 0, 0]];
    for (let t = 0; t < 600; t++) {
      if (rest-- <= 0) {
        // Down more often than up, and back over the ridge once it has gone far; now and then it stops.
        const still = random() < 0.1 ? 0 : 1;
        way = [0.2 * signed(random), 0.05 * signed(random), 0.2 * (random() - 0.55), 0.01 * signed(random)];
        if (place[0] * way[0] > 0 && Math.abs(place[0]) > 5) way[0] = -way[0];
        if (place[2] * way[2] > 0) way[2] = -way[2];
        way = way.map((x) => x * still);
        rest = 10 + 60 * random();
        seen.turns++;
      }
      for (let k = 0; k < 4; k++) place[k] += way[k];
      account.tick(spun(place[3], place[0], place[1], place[2]));
    }
    seen.most = Math.max(seen.most, account.most);
    seen.step = Math.max(seen.step, account.step);
    seen.excess = Math.max(seen.excess, account.excess);
  }
  console.log(JSON.stringify(seen));
  expect(seen.turns).toBeGreaterThan(longRun(500, 15));
  expect(seen.excess).toBeLessThanOrEqual(ROUNDED);
  expect(seen.step).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
});
