// A tool that cuts in a loop with its own clock, against the closed form of a block pushed straight down into a plate:
// thrust, feed and removed volume; what late models allow; and what the hand is never given.

import { describe, expect, test } from '@jest/globals';
import { SETTLED, SKIN, TOLERANCE } from '#haptics/constants.ts';
import { TOLD_FEED, TOLD_RATE, TOLD_REMOVED, TOLD_THRUST } from '#haptics/cutting/tool-feed.ts';
import type { HapticOptions } from '#haptics/haptic-options.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

/** mm: a block of SIDE × SIDE, its origin in the middle of its bottom; a plate of THICK. */
const [SIDE, THICK] = [6, 8];
const AREA = SIDE * SIDE;
/** mm between the block's samples. */
const SPACING = longRun(1, 2);
const block = () => toolOf(move(box(SIDE, SIDE, 20), [-SIDE / 2, -SIDE / 2, 0]), IDENTITY, 100);
const plate = (thickness = THICK) => new PocketCutter({ half: 20, thickness, pocket: SIDE / 2 + 0.1 });
const force = (wrench: Float64Array) => Math.hypot(...wrench.subarray(0, 3));

interface Setting {
  readonly options?: HapticOptions;
  readonly late?: number;
  readonly every?: number;
  readonly thickness?: number;
  readonly cuts?: boolean;
}

function made({ options = {}, late = 0, every = 25, thickness = THICK, cuts = true }: Setting) {
  const cutter = plate(thickness);
  const run = new HapticRun(
    boneOf(cutter.plate()),
    block(),
    { damping: 1e-9, mostForce: 100, forceStep: 1, spacing: SPACING, ...options },
    { every, late },
    cuts ? cutter : null,
  );
  run.servo.isCutting = true;
  return { run, cutter };
}

/** The law in the options' own numbers: the cost of a feed, N, with hardness 1 and the whole block engaged. */
const thrustOf = (law: {
  energy: number;
  ploughing: number;
  thrustRatio: number;
  stroke: number;
  frequency: number;
}) => {
  const cost = (law.thrustRatio * law.energy * AREA) / (2 * law.stroke * law.frequency);
  return (feed: number) => law.ploughing + cost * feed;
};
const LAW = { energy: 16, ploughing: 0.6, thrustRatio: 1.5, stroke: 3, frequency: 200, vibration: 0 };

describe('a feed that stays the same', () => {
  const feeds = [
    [1.5, 1, 15],
    [0.5, 1, 0],
    [3, 0.25, 0],
    [1.5, 1, 0],
  ];
  test.each(partOf(feeds, 2, 0))(
    'of %d mm/s in bone of hardness %d, with models %d ms late: the law’s thrust',
    (feed, hardness, late) => {
      const { run, cutter } = made({ options: { stiffness: 5, cutting: { ...LAW, hardness } }, late });
      let z = THICK + 0.5;
      const ticks = Math.round(1000 * ((feed < 1 ? 1.6 : 3) / feed));
      const thrusts: number[] = [];
      const start = { removed: 0, z: 0 };
      for (let t = 0; t < ticks; t++) {
        z -= feed / 1000;
        run.tick(shifted(0, 0, z));
        const { told } = run.servo.feed!;
        if (t === Math.round((2 * ticks) / 3)) Object.assign(start, { removed: told[TOLD_REMOVED], z });
        if (t > (2 * ticks) / 3) thrusts.push(run.servo.wrench[2]);
      }
      expect(run.state).toBe('contact');
      const { told } = run.servo.feed!;
      const thrust = thrustOf({ ...LAW, energy: LAW.energy * hardness, ploughing: LAW.ploughing * hardness })(feed);
      const mean = thrusts.reduce((sum, x) => sum + x, 0) / thrusts.length;
      const worst = Math.max(...thrusts.map((x) => Math.abs(x - thrust)));
      console.log(
        `${feed} mm/s: ${mean.toFixed(4)} N, the law says ${thrust.toFixed(4)}; off by ${worst.toFixed(4)} at most; ${cutter.cuts} cuts`,
      );
      // The proxy, and the spring with it, rests within TOLERANCE of where its contacts hold it.
      expect(worst).toBeLessThan(run.settings.stiffness * TOLERANCE);
      expect(Math.abs(mean - thrust)).toBeLessThan((run.settings.stiffness * TOLERANCE) / 10);
      expect(Math.abs(told[TOLD_THRUST] - thrust)).toBeLessThan(run.settings.stiffness * TOLERANCE);
      // The removed volume is the distance fed times the area.
      expect(Math.abs(told[TOLD_REMOVED] - start.removed - AREA * (start.z - z))).toBeLessThan(AREA * TOLERANCE);
      expect(Math.abs(told[TOLD_RATE] / told[TOLD_FEED] - AREA)).toBeLessThan(AREA / 100);
      expect(Math.abs(told[TOLD_FEED] - feed)).toBeLessThan(feed / 100);
      expect(cutter.cuts).toBeGreaterThan(20);
    },
  );

  test('is no faster than the motor’s power allows', () => {
    // 0.08 W remove 80 / 16 mm³ a second.
    const { run } = made({ options: { cutting: { ...LAW, power: 0.08 } } });
    let [most, removed] = [0, 0];
    for (let t = 0; t < 3000; t++) {
      run.tick(shifted(0, 0, THICK + 0.3 - 0.002 * t));
      const { told } = run.servo.feed!;
      most = Math.max(most, told[TOLD_REMOVED] - removed);
      removed = told[TOLD_REMOVED];
    }
    // 5 mm³/s from the moment the hand's push exceeds ploughing, after 0.9 mm at 2 mm/s, until 3 s.
    expect(most).toBeLessThanOrEqual(5e-3 + AREA * 10 * SETTLED);
    expect(Math.abs(removed - 5 * (3 - 0.9 / 2))).toBeLessThan(0.5);
    expect(force(run.servo.wrench)).toBeGreaterThan(4);
  });

  test('does not begin below the ploughing threshold', () => {
    const { run, cutter } = made({ options: { stiffness: 5, cutting: { ...LAW, ploughing: 2 } } });
    for (let t = 0; t < 500; t++) run.tick(shifted(0, 0, Math.max(THICK - 0.36, THICK + 1 - 0.01 * t)));
    expect(cutter.cuts).toBe(0);
    expect(run.servo.feed!.told[TOLD_REMOVED]).toBe(0);
    expect(Math.abs(run.servo.wrench[2] - 5 * (0.36 + SKIN))).toBeLessThan(5 * TOLERANCE);
    // Cutting also ends at the threshold, once the hand rests.
    for (let t = 0; t < longRun(1500, 1000); t++) run.tick(shifted(0, 0, THICK - 1.5));
    expect(cutter.cuts).toBeGreaterThan(5);
    expect(Math.abs(run.servo.wrench[2] - 2)).toBeLessThan(run.settings.stiffness * TOLERANCE);
  });
});

describe('late models', () => {
  const models: [number, number, boolean][] = [
    [10, 0, true],
    [100, 100, true],
    [30, 30, true],
    [30, 30, false],
  ];
  test.each(partOf(models, 2, 1))(
    'made every %d ms and %d ms late, cut: %s: the proxy is never deeper than mostAhead',
    (every, late, cuts) => {
      const mostAhead = 0.3;
      const options = { motion: 1, cutting: { ...LAW, hardness: 0.1, mostAhead } };
      const { run, cutter } = made({ options, every, late, cuts });
      let [deepest, least, z] = [0, Number.POSITIVE_INFINITY, 0];
      for (let t = 0; t < (every < 100 ? longRun(1200, 800) : 1200); t++) {
        const floor = cutter.floor;
        run.tick(shifted(0, 0, Math.max(THICK - 4, THICK + 1 - 0.01 * t)));
        z = run.servo.proxy.placement[2];
        deepest = Math.max(deepest, floor - z);
        if (run.state === 'contact') least = Math.min(least, run.servo.proxy.leastGap[0]);
      }
      console.log(`at most ${deepest.toFixed(3)} mm below the bone that was cut by then; it rests at ${z.toFixed(3)}`);
      // A model shows the bone as it was `late` ms ago, so the bone cut by now is no higher than the model's.
      expect(deepest).toBeLessThanOrEqual(mostAhead - SKIN + TOLERANCE);
      expect(least).toBeGreaterThanOrEqual(SKIN - TOLERANCE);
      if (cuts) expect(z).toBeLessThan(THICK - 1);
      else {
        expect(THICK - z).toBeGreaterThan(mostAhead - SKIN - TOLERANCE);
        expect(force(run.servo.wrench)).toBeGreaterThan(3);
      }
    },
  );
});

test.each(partOf([0, 30], 2, 1))(
  'through the plate, with models %d ms late: no step of the force above the limiter’s',
  (late) => {
    const thickness = 2;
    const options = { forceStep: 0.2, mostForce: 8, cutting: { ...LAW, ploughing: 1, vibration: 0.05 } };
    const { run, cutter } = made({ options, late, thickness, every: 30 });
    const { forceStep, torqueStep } = run.settings.limits;
    const before = new Float64Array(6);
    let [largest, turn, most, after] = [0, 0, 0, 0];
    for (let t = 0; t < 6000 && after < 300; t++) {
      before.set(run.servo.wrench);
      run.tick(shifted(0, 0, thickness + 0.5 - 0.003 * t));
      const change = run.servo.wrench.map((x, k) => x - before[k]);
      largest = Math.max(largest, force(change));
      turn = Math.max(turn, Math.hypot(...change.subarray(3)));
      most = Math.max(most, run.servo.wrench[2]);
      if (run.servo.proxy.placement[2] < -0.5) after++;
    }
    console.log(
      `through after ${cutter.cuts} cuts at ${most.toFixed(2)} N; the largest step is ${largest.toFixed(4)} N`,
    );
    expect(after).toBe(300);
    expect(cutter.floor).toBeLessThanOrEqual(0);
    expect(most).toBeGreaterThan(2);
    expect(largest).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
    expect(turn).toBeLessThanOrEqual(torqueStep * (1 + 1e-12));
    expect(Math.abs(run.servo.wrench[2])).toBeLessThan(0.2);
    expect(run.state).toBe('free');
  },
);

test('a wall that the tool falls out of is cut, whenever the cutter looks: the tool is held by none of it', () => {
  const law = { energy: 4, ploughing: 0.5, mostAhead: 0.3, vibration: 0 };
  let fallen = 0;
  for (let n = 0; n < 12; n += longRun(1, 6)) {
    const thickness = 1 + 0.01 * n;
    const cutter = plate(thickness);
    const tool = toolOf(move(box(SIDE, SIDE, 20), [-SIDE / 2, -SIDE / 2, 0]), IDENTITY, 100);
    const options = { spacing: 1, stiffness: 1, cutting: law };
    const run = new HapticRun(boneOf(cutter.plate()), tool, options, { every: 60, late: 30 }, cutter);
    run.servo.isCutting = true;
    const { told } = run.servo.feed!;
    let hasFallen = false;
    for (let t = 0; t < 600; t++) {
      const removed = told[TOLD_REMOVED];
      run.tick(shifted(0, 0, Math.max(-1, thickness + 0.1 - 0.006 * t)));
      hasFallen ||= told[TOLD_REMOVED] > removed && told[TOLD_FEED] === 0;
    }
    if (hasFallen) fallen++;
    // The hand's pull at the end, of at most a millimetre, is less than ploughing: what held the tool would stay.
    expect([thickness, cutter.floor <= 0, run.state]).toEqual([thickness, true, 'free']);
    expect(Math.abs(run.servo.proxy.placement[2] + 1)).toBeLessThan(TOLERANCE);
    // All of the wall under the block is gone, and the servo told of no less.
    expect(told[TOLD_REMOVED]).toBeGreaterThanOrEqual(AREA * thickness);
  }
  console.log(`${fallen} of ${12 / longRun(1, 6)} fell out of the wall without a feed`);
  expect(fallen).toBeGreaterThan(longRun(5, 0));
});

test.each(partOf([0.3, 0.6], 2, 0))(
  'a mass of %d kg that weighs on the tool and cuts never comes back as high as it was',
  (mass) => {
    const weight = 3;
    const { run, cutter } = made({
      every: 5,
      options: { forceStep: 50, friction: 0.2, motion: 2, cutting: { ...LAW, ploughing: 2 } },
    });
    let [z, v, given] = [THICK + 0.05, 0, 0];
    let [top, tops] = [z, 0];
    for (let t = 0; t < longRun(1500, 800); t++) {
      run.tick(shifted(0, 0, z));
      // The wrench is constant over the tick: the exact motion under it.
      const a = (1000 * (run.servo.wrench[2] - weight)) / mass;
      const [from, rising] = [z, v > 0];
      z += v * 1e-3 + (a * 1e-6) / 2;
      v += a * 1e-3;
      given += run.servo.wrench[2] * (z - from);
      if (!rising || v > 0) continue;
      // At a turning point its speed is 0: the height it lost since the start is the energy the servo took. In between,
      // the passivity controller lags by a tick, as without cutting.
      expect(z).toBeLessThanOrEqual(top + 1e-9);
      top = z;
      tops++;
    }
    console.log(`${mass} kg: ${(THICK - cutter.floor).toFixed(2)} mm cut, ${given.toFixed(2)} mJ given, ${tops} turns`);
    expect(given).toBeLessThanOrEqual(1e-9);
    expect(tops).toBeGreaterThan(2);
    expect(cutter.floor).toBeLessThan(THICK - 1);
  },
);

test('switched off, and without the option: the same forces and places, bit for bit', () => {
  const { run: off, cutter } = made({ options: { cutting: LAW } });
  off.servo.isCutting = false;
  const { run: without } = made({ options: {} });
  for (let t = 0; t < longRun(1500, 600); t++) {
    const pose = shifted(0.001 * t, 0, Math.max(THICK - 3, THICK + 1 - 0.01 * t));
    for (const run of [off, without]) run.tick(pose);
    expect([...off.servo.wrench]).toEqual([...without.servo.wrench]);
    expect([...off.servo.proxy.placement]).toEqual([...without.servo.proxy.placement]);
  }
  expect(cutter.cuts).toBe(0);
  expect(force(off.servo.wrench)).toBeGreaterThan(2);
});

test('switched off in the bone, the tool rests where it is, and comes out by the way that it came', () => {
  const { run, cutter } = made({ options: { cutting: { ...LAW, hardness: 0.1 } } });
  for (let t = 0; t < 1000; t++) run.tick(shifted(0, 0, Math.max(THICK - 2, THICK + 1 - 0.01 * t)));
  run.servo.isCutting = false;
  for (let t = 0; t < 100; t++) run.tick(shifted(0, 0, THICK - 3));
  const z = run.servo.proxy.placement[2];
  const { cuts } = cutter;
  for (let t = 0; t < 300; t++) run.tick(shifted(0, 0, THICK - 3));
  expect(Math.abs(run.servo.proxy.placement[2] - z)).toBeLessThan(1e-6);
  expect(cutter.cuts).toBe(cuts);
  expect(run.servo.feed!.told[TOLD_FEED]).toBe(0);
  for (let t = 0; t < 500; t++) run.tick(shifted(0, 0, THICK - 3 + 0.01 * t));
  expect(run.state).toBe('free');
  expect(Math.abs(run.servo.proxy.placement[2] - (THICK - 3 + 4.99))).toBeLessThan(TOLERANCE);
});
