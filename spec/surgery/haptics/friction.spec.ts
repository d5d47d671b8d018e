// The guarantees of Coulomb friction: a block on a slope sticks if and only if tan(slope) ≤ µ, slides with the force of
// the cone beyond, and friction only takes energy.

import { describe, expect, test } from '@jest/globals';
import { SETTLED, SKIN, TOLERANCE } from '#haptics/constants.ts';
import { LeastConstraint } from '#haptics/least-constraint.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed, unitVector } from '#harness/random-geometry.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const SEED = 1801;
const LEVER = 20;
const block = () => toolOf(move(box(6, 6, 6), [-3, -3, 0]), IDENTITY, 100);
const plate = () => boneOf(move(box(120, 60, 10), [-60, -30, -10]));

/** Rotated about y, so that a plate's x axis slopes down by `slope` (rad). */
function tilted({ positions, faces }: { positions: number[]; faces: number[] }, slope: number) {
  const [c, s] = [Math.cos(slope), Math.sin(slope)];
  const turned = positions.slice();
  for (let i = 0; i < turned.length; i += 3) {
    turned[i] = c * positions[i] + s * positions[i + 2];
    turned[i + 2] = c * positions[i + 2] - s * positions[i];
  }
  return { positions: turned, faces };
}

const FRICTIONS = [0, 0.2, 0.5, 0.9];
splitCases(FRICTIONS, [1], (some) =>
  describe.each(some)('a block on a slope, with a friction of %d', (friction) => {
    const stiffness = 1;
    /** mm: the block's weight, as the length by which it stretches the spring. */
    const WEIGHT = 1;
    /** Hangs the block's weight on the spring, straight down, for `ticks` ticks. */
    function loaded(slope: number, ticks: number, each: (run: HapticRun) => void): HapticRun {
      const run = new HapticRun(
        boneOf(tilted(move(box(120, 60, 10), [-60, -30, -10]), slope)),
        block(),
        { friction, stiffness, damping: 1e-9, motion: 2 },
        { every: 5, late: 0 },
      );
      const [c, s] = [Math.cos(slope), Math.sin(slope)];
      const pose = Float64Array.of(c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, s * 0.1 - c * 40, 0, c * 0.1 + s * 40, 1);
      run.tick(pose);
      for (let t = 0; t < ticks; t++) {
        run.servo.proxyPose(pose);
        pose[14] -= WEIGHT / stiffness;
        run.tick(pose);
        each(run);
      }
      return run;
    }
    /** Those of the settled block whose way is measured. */
    const TICKS = longRun(80, 40);
    const shares = partOf([0.6, 0.95, 1.4, 1.05], 2, FRICTIONS.indexOf(friction) % 2);
    const slopes = friction === 0 ? [0.1, 0.4] : shares.map((share) => Math.atan(share * friction));

    test.each(slopes)('of %d rad: it sticks, or slides with the force of the cone', (slope) => {
      const sticks = Math.tan(slope) <= friction;
      let [way, ticks] = [0, 0];
      const before = new Float64Array(7);
      const run = loaded(slope, 60 + TICKS, ({ servo }) => {
        const { placement } = servo.proxy;
        if (ticks++ >= 60) way += Math.hypot(placement[0] - before[0], placement[2] - before[2]);
        before.set(placement);
      });
      expect(run.state).toBe('contact');
      const [x, , z] = run.servo.wrench;
      const [c, s] = [Math.cos(slope), Math.sin(slope)];
      const normal = s * x + c * z;
      const along = c * x - s * z;
      const push = stiffness * WEIGHT * c;
      console.log(
        `slope ${slope.toFixed(3)}: ${sticks ? 'sticks' : 'slides'}, ${way.toFixed(4)} mm in ${TICKS} ticks, ${normal.toFixed(4)} N and ${along.toFixed(4)} N`,
      );
      expect(Math.abs(normal - push)).toBeLessThan(stiffness * TOLERANCE);
      // Sticking, friction equals the downhill pull; sliding, it is µ times the push, and the rest moves the block.
      const held = sticks ? stiffness * WEIGHT * s : friction * push;
      expect(Math.abs(along + held)).toBeLessThan(stiffness * TOLERANCE);
      const step = sticks ? 0 : WEIGHT * (s - friction * c);
      expect(Math.abs(way - TICKS * step)).toBeLessThan(
        sticks ? TICKS * 10 * SETTLED : TICKS * step * 0.02 + TOLERANCE,
      );
    });
  }),
);

test('a block that is pressed and turned on a plate is held by its friction, and feels the torque', () => {
  const turned = (friction: number) => {
    const run = new HapticRun(plate(), block(), { friction, damping: 1e-9 });
    for (let t = 0; t < longRun(600, 300); t++) {
      const angle = Math.min(0.02, longRun(1e-4, 2e-4) * Math.max(0, t - longRun(300, 150)));
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      run.tick(Float64Array.of(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 1 - Math.min(3, longRun(0.02, 0.04) * t), 1));
    }
    return run;
  };
  const { settings, servo } = turned(2);
  // Its corners, 3·√2 mm from its middle, may creep by TOLERANCE.
  const creep = TOLERANCE / (3 * Math.SQRT2);
  const spring = settings.stiffness * settings.lever ** 2;
  expect(Math.abs(2 * Math.asin(servo.proxy.placement[5]))).toBeLessThan(creep);
  expect(Math.abs(servo.wrench[5] + spring * 0.02)).toBeLessThan(spring * creep);
  expect(Math.abs(turned(0).servo.wrench[5])).toBeLessThan(spring * creep);
});

test('a mass that slides on a plate is slowed by friction alone, and never gains energy', () => {
  const [mass, friction, weight] = [0.2, 0.3, 1.5];
  const run = new HapticRun(plate(), block(), { friction, damping: 1e-9, motion: 2, forceStep: 50, mostForce: 100 });
  let [x, z, vx, vz] = [-40, 0.2, 200, 0];
  let [given, rested] = [0, 0];
  for (let t = 0; t < longRun(1500, 450); t++) {
    run.tick(shifted(x, 0, z));
    // The wrench is constant over the tick: the exact motion under it.
    const [ax, az] = [(1000 * run.servo.wrench[0]) / mass, (1000 * (run.servo.wrench[2] - weight)) / mass];
    const [fromX, fromZ] = [x, z];
    x += vx * 1e-3 + (ax * 1e-6) / 2;
    z += vz * 1e-3 + (az * 1e-6) / 2;
    vx += ax * 1e-3;
    vz += az * 1e-3;
    given += run.servo.wrench[0] * (x - fromX) + run.servo.wrench[2] * (z - fromZ);
    // The mass has its initial energy plus what the servo has given it since, which is never above 0.
    expect(given).toBeLessThanOrEqual(1e-9);
    if (Math.abs(vx) < 1) rested++;
  }
  console.log(
    `the mass has gone ${(x + 40).toFixed(1)} mm and is at ${vx.toFixed(3)} mm/s; ${given.toFixed(3)} mJ given`,
  );
  expect(rested).toBeGreaterThan(longRun(100, 30));
  // ½mv² = µ·weight·way, except for what the spring that holds it and the bounces on the way absorb.
  expect(Math.abs(x + 40 - (mass * 200 ** 2) / (2000 * friction * weight))).toBeLessThan(2);
});

test(`contacts in random places: each sticks within its cone or slips on it, against its way (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { sticks: 0, slips: 0, free: 0 };
  let worst = 0;
  for (let round = 0; round < longRun(300, 40); round++) {
    const friction = 0.1 + 0.8 * random();
    const solver = new LeastConstraint(LEVER, friction);
    const { arms, tangents } = solver.friction;
    // One contact or two: with more, the load of each is not unique, and Coulomb's law need not have a solution.
    solver.count = 1 + Math.floor(2 * random());
    const floor = unitVector(random);
    for (let i = 0; i < solver.count; i++) {
      const r = coordinates(random, 3, LEVER, 0);
      const n = floor;
      solver.rows.set([...n, r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]], 6 * i);
      arms.set(r, 3 * i);
    }
    const push = 2 * random() - 0.5;
    const wanted = Float64Array.from({ length: 6 }, (_, k) =>
      k < 3 ? signed(random) / 3 - push * floor[k] : signed(random) / (3 * LEVER),
    );
    const motion = wanted.slice();
    for (let again = 0; again < 200; again++) {
      motion.set(wanted);
      solver.solve(motion);
    }
    for (let i = 0; i < solver.count; i++) {
      const r = arms.subarray(3 * i, 3 * i + 3);
      const moved = [0, 1, 2].map(
        (k) => motion[k] + motion[3 + ((k + 1) % 3)] * r[(k + 2) % 3] - motion[3 + ((k + 2) % 3)] * r[(k + 1) % 3],
      );
      const along = moved.reduce((sum, x, k) => sum + x * floor[k], 0);
      const slid = moved.map((x, k) => x - along * floor[k]);
      const pull = tangents.subarray(3 * i, 3 * i + 3);
      const most = friction * solver.multipliers[i];
      const size = Math.hypot(...pull);
      expect(size).toBeLessThanOrEqual(most * (1 + 1e-12));
      if (solver.multipliers[i] === 0) seen.free++;
      else if (size < most * (1 - 1e-6)) {
        seen.sticks++;
        worst = Math.max(worst, Math.hypot(...slid));
      } else {
        seen.slips++;
        // Friction opposes the slide, which has no part across the pull and none in the pull's direction.
        const with_ = slid.reduce((sum, x, k) => sum + x * pull[k], 0) / size;
        worst = Math.max(worst, with_, Math.hypot(...slid.map((x, k) => x - (with_ * pull[k]) / size)));
      }
    }
  }
  console.log(`${JSON.stringify(seen)}; off by ${(worst / SETTLED).toFixed(1)} times the change at which sweeps end`);
  expect(Math.min(seen.sticks, seen.slips, seen.free)).toBeGreaterThan(longRun(40, 5));
  expect(worst).toBeLessThan(100 * SETTLED);
});

test('resting on the skin, friction holds no block that only hovers', () => {
  const run = new HapticRun(plate(), block(), { friction: 1 });
  for (let t = 0; t < 300; t++) run.tick(shifted(0.02 * t - 30, 0, 0.1));
  expect(run.state).toBe('free');
  expect(Math.abs(run.servo.proxy.placement[0] - (0.02 * 299 - 30))).toBeLessThan(TOLERANCE);
  expect(run.servo.proxy.leastGap[0]).toBeGreaterThan(SKIN);
});
