// The servo's guarantees: the proxy on the surface, the spring's force, no energy of its own, no step above the
// limiter's, and an end without force after every fault.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { createDetector } from '#detector';
import { FADE, SKIN, TOLERANCE } from '#haptics/constants.ts';
import { createMesh } from '#mesh';
import { HapticRun, shifted, spun } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, join, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 69;
/** mm: how far the proxy may be from the surface while it is pressed on it. */
const ON_SURFACE = 0.05;
const force = (wrench: Float64Array) => Math.hypot(...wrench.subarray(0, 3));
const torque = (wrench: Float64Array) => Math.hypot(...wrench.subarray(3));

/** A plate with its top at z = 10, and a block of 6 mm, its origin in the middle of its bottom. */
const plate = () => boneOf(box(60, 60, 10));
const block = () => toolOf(move(box(6, 6, 6), [-3, -3, 0]), IDENTITY, 100);
/** mm between samples. */
const SPACING = longRun(1, 2);
/** How many times as fast as with KERF_LONG=1 a hand presses or turns. */
const HASTE = longRun(1, 2.5);

describe('a block pressed on a plate', () => {
  test('stays on it, and feels the spring to the device', () => {
    const run = new HapticRun(plate(), block(), { damping: 1e-6, spacing: SPACING });
    for (let t = 0; t < 1500 / HASTE; t++) {
      const depth = Math.min(3, 0.004 * HASTE * t - 1);
      run.tick(shifted(30 + 0.005 * t, 30, 10 - depth));
      const [x, y, z] = run.servo.proxy.placement;
      if (run.state !== 'contact') continue;
      expect(Math.abs(z - 10)).toBeLessThanOrEqual(ON_SURFACE);
      expect(z).toBeGreaterThan(10);
      // Without friction the proxy moves along.
      expect(Math.hypot(x - 30 - 0.005 * t, y - 30)).toBeLessThan(TOLERANCE);
    }
    expect(run.state).toBe('contact');
    const { wrench } = run.servo;
    expect(Math.abs(wrench[2] - (3 + SKIN))).toBeLessThan(run.settings.stiffness * TOLERANCE);
    expect(Math.hypot(wrench[0], wrench[1])).toBeLessThan(run.settings.stiffness * TOLERANCE);
    expect(torque(wrench)).toBeLessThan(run.settings.stiffness * run.settings.lever * TOLERANCE);
  });

  inDeep(() => {
    test('tilted by the hand, is turned back onto its face by the torque', () => {
      const run = new HapticRun(plate(), block(), { damping: 1e-6, lever: 2, spacing: SPACING });
      const pose = new Float64Array(16);
      for (let t = 0; t < 1500 / HASTE; t++) {
        const tilt = Math.min(0.2, 0.0004 * HASTE * t);
        const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
        pose.set([1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 30, 30, 12 - Math.min(4, 0.004 * HASTE * t), 1]);
        run.tick(pose);
      }
      expect(run.state).toBe('contact');
      const { wrench, proxy } = run.servo;
      const { lever, stiffness } = run.settings;
      // With a lever this short, turning is cheaper than rising.
      expect(Math.abs(2 * Math.asin(proxy.placement[3]))).toBeLessThan(TOLERANCE / 3);
      expect(Math.abs(wrench[3] + stiffness * lever * lever * 0.2)).toBeLessThan(stiffness * lever * TOLERANCE);
      expect(Math.abs(wrench[2] - (2 + SKIN))).toBeLessThan(stiffness * TOLERANCE);
    });

    test('keeps its contacts’ names from tick to tick and from model to model', () => {
      const run = new HapticRun(plate(), block());
      const names = () =>
        Array.from(run.servo.proxy.contactPoints.subarray(0, run.servo.proxy.contacts.count), (point) =>
          run.servo.idOf(point),
        )
          .sort((a, b) => a - b)
          .join();
      for (let t = 0; t < 600; t++) run.tick(shifted(30, 30, 12 - Math.min(3, 0.01 * t)));
      const first = names();
      expect(first.split(',').length).toBeGreaterThan(3);
      for (let t = 0; t < 100; t++) {
        run.tick(shifted(30, 30, 9));
        expect(names()).toBe(first);
      }
    });
  });
});

inDeep(() => {
  describe('a block in a slot that is 0.2 mm wider', () => {
    const [LENGTH, WIDTH, SLOT] = [20, 6, 6.2];
    const slot = () => boneOf(join(box(40, 10, 20), move(box(40, 10, 20), [0, 10 + SLOT, 0])));
    const blade = () => toolOf(move(box(LENGTH, WIDTH, 10), [-LENGTH / 2, -WIDTH / 2, 0]), IDENTITY, 100);
    const middle = 10 + SLOT / 2;
    /** Lowers the block into the slot, then follows `pose` as `share` goes from 0 to 1. */
    function held(pose: (share: number) => Float64Array): HapticRun {
      const run = new HapticRun(slot(), blade(), { damping: 1e-6, spacing: SPACING });
      const ticks = 500 / HASTE;
      for (let t = 0; t < ticks; t++) run.tick(shifted(20, middle, 25 - (15 * t) / ticks));
      for (let t = 0; t < 2 * ticks; t++) {
        run.tick(pose(Math.min(1, t / ticks)));
        expect(run.servo.proxy.leastGap[0]).toBeGreaterThanOrEqual(SKIN - TOLERANCE);
      }
      expect(run.state).toBe('contact');
      return run;
    }

    test('pushed to a side, feels that wall alone', () => {
      const { servo, settings } = held((share) => shifted(20, middle + 4 * share, 10));
      const { stiffness } = settings;
      expect(Math.abs(servo.wrench[1] + stiffness * (4 - (SLOT - WIDTH) / 2 + SKIN))).toBeLessThan(
        stiffness * TOLERANCE,
      );
      expect(Math.hypot(servo.wrench[0], servo.wrench[2])).toBeLessThan(stiffness * TOLERANCE);
    });

    test('turned, feels both walls: no force, and the torque of what it cannot turn', () => {
      const { servo, settings } = held((share) => spun(0.1 * share, 20, middle, 10));
      const { stiffness, lever } = settings;
      // Its corners meet the walls when LENGTH·sin θ + WIDTH·cos θ is the slot less a skin at each side; solved by
      // Newton's method.
      const room = SLOT - 2 * SKIN;
      let angle = 0;
      for (let step = 0; step < 5; step++)
        angle -=
          (LENGTH * Math.sin(angle) + WIDTH * Math.cos(angle) - room) /
          (LENGTH * Math.cos(angle) - WIDTH * Math.sin(angle));
      const spring = stiffness * lever * lever;
      // A gap may be off by TOLERANCE at either end.
      expect(Math.abs(servo.wrench[5] + spring * (0.1 - angle))).toBeLessThan((spring * 2 * TOLERANCE) / LENGTH);
      expect(force(servo.wrench)).toBeLessThan(stiffness * TOLERANCE);
    });
  });

  describe('the saw on the skull phantom', () => {
    const bone = phantom(longRun(50_000, 20_000));
    const tool = sawBlade();
    // A run without a cutter changes neither.
    const bodies = [new BoneBody(bone), new ToolBody(tool)] as const;
    const TICKS = 2500;
    /** From just above the bone until the saw is some way in it, or the whole path. */
    const [FIRST, END] = [longRun(0, 550), longRun(TICKS, 1150)];
    const path = cuttingPath({ poses: TICKS });
    const poseAt = (t: number): Float64Array => path.subarray(16 * t, 16 * t + 16);

    test('the proxy is on the surface: exact, as the detector measures two meshes', async () => {
      const detector = await createDetector({ bone, tool, backend: 'cpu', contactDistance: 0.1, resolution: 1 });
      const run = new HapticRun(...bodies, {}, { every: 20, late: 20 });
      const pose = new Float64Array(16);
      let checked = 0;
      for (let t = FIRST; t < END; t++) {
        run.tick(poseAt(t));
        if (t % 25 !== 0 || run.state !== 'contact') continue;
        run.servo.proxyPose(pose);
        expect(detector.intersects(pose)).toBe(false);
        expect(detector.minimumDistance(pose).distance).toBeLessThanOrEqual(ON_SURFACE);
        checked++;
      }
      expect(checked).toBeGreaterThan(longRun(50, 12));
    });

    test.each(partOf([10, 0, 200, 50], 2, 0))(
      'with models that come %d ms late: no step of the force above the limiter’s',
      (late) => {
        const run = new HapticRun(...bodies, {}, { every: Math.max(10, late), late });
        const before = new Float64Array(6);
        const { forceStep, torqueStep } = run.settings.limits;
        const states = new Map<string, number>();
        let [largest, turn, most] = [0, 0, 0];
        // A late model reaches the hand only deeper in the bone.
        for (let t = FIRST; t < (late < 50 ? END : TICKS); t++) {
          before.set(run.servo.wrench);
          run.tick(poseAt(t));
          const change = run.servo.wrench.map((x, k) => x - before[k]);
          largest = Math.max(largest, force(change));
          turn = Math.max(turn, torque(change));
          most = Math.max(most, force(run.servo.wrench));
          states.set(run.state, (states.get(run.state) ?? 0) + 1);
        }
        console.log(
          `${late} ms late: ${JSON.stringify([...states])}, at most ${largest.toFixed(3)} N and ${turn.toFixed(2)} N·mm a tick`,
        );
        expect(largest).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
        expect(turn).toBeLessThanOrEqual(torqueStep * (1 + 1e-12));
        if (late < 200) expect(most).toBeGreaterThan(0.5);
        else expect(states.get('outrun')).toBeGreaterThan(0);
      },
    );

    test('a slow push is felt though models come 200 ms late', () => {
      const run = new HapticRun(...bodies, { motion: 2, mostAge: 500 }, { every: 200, late: 200 });
      const touch = Math.round(TICKS / 4);
      for (let t = 0; t < longRun(3000, 2000); t++) run.tick(poseAt(touch + Math.round(t / 10)));
      expect(run.state).toBe('contact');
      expect(force(run.servo.wrench)).toBeGreaterThan(1);
    });

    test('the same path gives the same forces, bit for bit', () => {
      const [one, two] = [0, 1].map(() => new HapticRun(new BoneBody(bone), new ToolBody(tool)));
      for (let t = 600; t < longRun(900, 750); t++) {
        one.tick(poseAt(t));
        two.tick(poseAt(t));
        expect([...one.servo.wrench]).toEqual([...two.servo.wrench]);
      }
      expect(force(one.servo.wrench)).toBeGreaterThan(0);
    });
  });

  describe('energy', () => {
    /** A slot of 20 mm between two walls, and a ball of 3 mm. */
    const slot = () => boneOf(join(box(40, 40, 10), move(box(40, 40, 10), [0, 0, 30])));
    const ball = () => toolOf(sphere(3, 3), IDENTITY, 100);

    const masses = [
      [0.2, 1],
      [0.05, 1],
      [0.1, 0.3],
    ];
    test.each(partOf(masses, 3, 0))(
      'a mass of %d kg between two walls of %d N/mm never comes back faster than it went',
      (mass, stiffness) => {
        const run = new HapticRun(slot(), ball(), {
          stiffness,
          damping: 1e-9,
          motion: 2,
          forceStep: 50,
          mostForce: 100,
        });
        let [z, v] = [20, -120];
        let energy = v * v;
        let bounces = 0;
        let [given, damped] = [0, 0];
        for (let t = 0; t < longRun(6000, 1200); t++) {
          run.tick(shifted(20, 20, z));
          const a = (1000 * run.servo.wrench[2]) / mass;
          const before = z;
          // The wrench is constant over the tick: the exact motion under it.
          z += v * 1e-3 + (a * 1e-6) / 2;
          v += a * 1e-3;
          given += run.servo.wrench[2] * (z - before);
          damped += run.servo.passivity.damped[0];
          if (before > 20 !== z > 20) {
            expect(v * v).toBeLessThanOrEqual(energy * (1 + 1e-9));
            energy = v * v;
            bounces++;
          }
        }
        console.log(
          `${mass} kg, ${stiffness} N/mm: ${bounces} passes, ${Math.sqrt(energy).toFixed(1)} mm/s left of 120, ${damped.toFixed(3)} mJ damped`,
        );
        expect(bounces).toBeGreaterThan(3);
        // The energy that the servo has given the mass in all; and it did have to take some back.
        expect(given).toBeLessThanOrEqual(1e-9);
        expect(damped).toBeGreaterThan(0);
      },
    );
  });
});

describe('what can go wrong', () => {
  const pressed = () => {
    const run = new HapticRun(plate(), block());
    for (let t = 0; t < 500; t++) run.tick(shifted(30, 30, 12 - Math.min(4, 0.02 * t)));
    expect(run.state).toBe('contact');
    expect(force(run.servo.wrench)).toBeGreaterThan(1.5);
    return run;
  };
  /** Ticks until the force is gone; checks that every step is within the limiter's. */
  function fade(run: HapticRun, tick: () => void, state: string): number {
    const { forceStep } = run.settings.limits;
    const before = new Float64Array(6);
    for (let ticks = 1; ticks < 1000; ticks++) {
      before.set(run.servo.wrench);
      tick();
      expect(run.state).toBe(state);
      expect(force(run.servo.wrench.map((x, k) => x - before[k]))).toBeLessThanOrEqual(forceStep * (1 + 1e-12));
      if (force(run.servo.wrench) === 0) return ticks;
    }
    return Number.POSITIVE_INFINITY;
  }
  /** Ticks of a fade: FADE, and what the limiter needs for the largest force. */
  const MOST_TICKS = FADE + 8 / 0.2 + 1;
  const nan = shifted(30, 30, 8).fill(Number.NaN, 12, 13);
  const sheared = shifted(30, 30, 8).fill(0.01, 4, 5);

  const lost = [
    ['disconnected', null],
    ['bad-pose', nan],
    ['bad-pose', sheared],
  ] as const;
  splitCases<(typeof lost)[number]>(lost, [1], (some) =>
    test.each(some)('%s: the force fades, and comes back with the pose', (state, pose) => {
      const run = pressed();
      expect(fade(run, () => run.tick(pose), state)).toBeLessThanOrEqual(MOST_TICKS);
      for (let t = 0; t < 200; t++) run.tick(shifted(30, 30, 8));
      expect(run.state).toBe('contact');
      expect(force(run.servo.wrench)).toBeGreaterThan(1.5);
    }),
  );

  inDeep(() => {
    test('a jump of 100 mm in a tick: the force fades, though the device stays there', () => {
      const run = pressed();
      expect(fade(run, () => run.tick(shifted(130, 30, 8)), 'jumped')).toBeLessThanOrEqual(MOST_TICKS);
      for (let t = 0; t < 100; t++) run.tick(shifted(130, 30, 8));
      expect(run.state).toBe('free');
    });

    test('a detector that falls silent: the model is stale after mostAge', () => {
      const run = pressed();
      for (let t = 0; t < 230; t++) run.tick(shifted(30, 30, 8), false);
      expect(run.state).toBe('contact');
      for (let t = 0; t < 30; t++) run.tick(shifted(30, 30, 8), false);
      expect(fade(run, () => run.tick(shifted(30, 30, 8), false), 'stale')).toBeLessThanOrEqual(MOST_TICKS);
      for (let t = 0; t < 200; t++) run.tick(shifted(30, 30, 8));
      expect(run.state).toBe('contact');
    });

    test(`a detector that falls silent again and again while the tool saws: it is felt again (seed ${SEED})`, () => {
      const random = mulberry32(SEED);
      const bone = phantom(20_000);
      const tool = sawBlade({ targetFaces: 1_200 });
      const path = cuttingPath({ poses: 4000 });
      let lost = 0;
      for (let trial = 0; trial < longRun(8, 1); trial++) {
        const run = new HapticRun(new BoneBody(bone), new ToolBody(tool), {}, { every: 12, late: 12 });
        // The hand stops somewhere in the cut, and the detector is back.
        const stop = 1500 + Math.floor(1800 * random());
        let silent = 0;
        for (let t = 0; t < stop + longRun(1500, 700); t++) {
          if (random() < 0.004) silent = t + 100 + 600 * random();
          const at = 16 * Math.min(t, stop);
          run.tick(path.subarray(at, at + 16), t >= stop || t >= silent);
          if (t < stop && (run.state === 'outrun' || run.state === 'stale')) lost++;
        }
        expect(run.state).toBe('contact');
        expect(force(run.servo.wrench)).toBeGreaterThan(1);
        expect(run.servo.proxy.leastGap[0]).toBeGreaterThan(0);
      }
      expect(lost).toBeGreaterThan(longRun(1000, 100));
    });

    test('a tool that leaves its model behind: outrun, until there is a model where it is', () => {
      const run = pressed();
      let t = 0;
      const slide = () => run.tick(shifted(30 + 0.02 * t++, 30, 8), false);
      while (run.state === 'contact' && t < 200) slide();
      expect(run.state).toBe('outrun');
      expect(fade(run, slide, 'outrun')).toBeLessThanOrEqual(MOST_TICKS);
      for (let n = 0; n < 300; n++) run.tick(shifted(30 + 0.02 * t, 30, 8));
      expect(run.state).toBe('contact');
    });
  });

  test('a tool that begins deep in the bone is reported, and pushes nobody', () => {
    const run = new HapticRun(boneOf(box(60, 60, 60)), block());
    for (let t = 0; t < 300; t++) {
      run.tick(shifted(30, 30, 30));
      expect(force(run.servo.wrench)).toBe(0);
    }
    expect(run.state).toBe('deep');
  });

  test('before the first model there is no force', () => {
    const run = new HapticRun(plate(), block());
    run.tick(shifted(30, 30, 8), false);
    expect([run.state, force(run.servo.wrench)]).toEqual(['waiting', 0]);
  });
});

test('a mesh can be a tool and a bone of its own making', () => {
  const mesh = createMesh(...(Object.values(sphere(2, 2)) as [number[], number[]]));
  const run = new HapticRun(
    new BoneBody(createMesh(...(Object.values(sphere(3, 10)) as [number[], number[]]))),
    new ToolBody(mesh),
  );
  for (let t = 0; t < 400; t++) run.tick(spun(0.002 * t, 0, 0, 13 - 0.006 * t));
  expect(run.state).toBe('contact');
  const [x, y, z] = run.servo.proxy.placement;
  // Both balls are inscribed: the proxy's centre lies between the facets' distance and the balls'.
  expect(Math.hypot(x, y, z)).toBeLessThanOrEqual(12 + ON_SURFACE);
  expect(Math.hypot(x, y, z)).toBeGreaterThan(11.7);
});
