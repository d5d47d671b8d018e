// Burr, drill and craniotome through the servo, in a loop with its own clock, against integrals over their engaged
// surface: thrust, drag and torque at a steady feed; skid, climb and conventional milling; breakthrough; a foot plate
// that never enters the bone; and the energy that the hand is given.

import { describe, expect, test } from '@jest/globals';
import { createCuttableBone } from '#cutting';
import { CREDIT, SKIN, TOLERANCE } from '#haptics/constants.ts';
import type { CuttingOptions } from '#haptics/cutting/cutting-options.ts';
import { TOLD_FEED, TOLD_REMOVED } from '#haptics/cutting/tool-feed.ts';
import type { HapticOptions } from '#haptics/haptic-options.ts';
import { createMesh } from '#mesh';
import { EnergyAccount } from '#harness/energy-account.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

/** mm: a block of SIDE × SIDE, its origin in the middle of its bottom; a plate of THICK. */
const [SIDE, THICK] = [6, 4];
const RPM = 6000;
/** rad/s. */
const OMEGA = (2 * Math.PI * RPM) / 60;
const LAW = { energy: 40, ploughing: 0.6, thrustRatio: 1.5, speed: RPM, power: 1e6 } as const;
/** mJ: sums of a thousand products of N and mm, each rounded. */
const ROUNDED = 1e-9;
const STIFFNESS = 5;
const block = () => toolOf(move(box(SIDE, SIDE, 20), [-SIDE / 2, -SIDE / 2, 0]), IDENTITY, 100);

function made(cutting: CuttingOptions, options: HapticOptions = {}, thickness = THICK, every = 25) {
  const cutter = new PocketCutter({ half: 20, thickness, pocket: SIDE / 2 + 0.1 });
  const given = { damping: 1e-9, stiffness: STIFFNESS, mostForce: 100, mostTorque: 1e4, forceStep: 5, torqueStep: 100 };
  const settings = { ...given, spacing: longRun(1, 2), cutting: { ...LAW, ...cutting }, ...options };
  const run = new HapticRun(boneOf(cutter.plate()), block(), settings, { every, late: 0 }, cutter);
  run.servo.isCutting = true;
  return { run, cutter };
}

/** The mean of ω×r's inverse and of its direction over it, over the block's bottom, by midpoints; 1/(mm/s). */
function overBottom(axis: readonly number[], centre: readonly number[]) {
  const n = 100;
  const sum = { slow: 0, ways: [0, 0, 0], cuts: [0, 0, 0] };
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const r = [SIDE * ((i + 0.5) / n - 0.5) - centre[0], SIDE * ((j + 0.5) / n - 0.5) - centre[1], -centre[2]];
      const way = [0, 1, 2].map((k) => axis[(k + 1) % 3] * r[(k + 2) % 3] - axis[(k + 2) % 3] * r[(k + 1) % 3]);
      const arm = Math.hypot(...way);
      sum.slow += 1 / (OMEGA * arm) / n ** 2;
      for (let k = 0; k < 3; k++) {
        sum.ways[k] += way[k] / arm / n ** 2;
        sum.cuts[k] += way[k] / (OMEGA * arm ** 2) / n ** 2;
      }
    }
  return sum;
}

/** The mean wrench of the last third of a steady feed, mm/s, straight down. */
function steady(run: HapticRun, feed: number, depth: number) {
  const ticks = Math.round((1000 * depth) / feed);
  const mean = new Float64Array(6);
  let counted = 0;
  for (let t = 0; t < ticks; t++) {
    run.tick(shifted(0, 0, THICK + 0.3 - (feed * t) / 1000));
    if (t < (2 * ticks) / 3) continue;
    counted++;
    for (let k = 0; k < 6; k++) mean[k] += run.servo.wrench[k];
  }
  return mean.map((x) => x / counted);
}

const FEED = 2;
const AREA = SIDE * SIDE;

describe('a steady feed under a rotating tool has the law’s thrust, and drags the hand', () => {
  // About x or y beside the block, its bottom moves up or down, with or against the feed: along −z.
  const cases: [string, number[], number[], string][] = [
    ['skid', [0, 0, 1], [20, 0, 0], '+y'],
    ['skid, the other way round', [0, 0, -1], [20, 0, 0], '-y'],
    ['climb', [0, 1, 0], [8, 0, 0], '-z'],
    ['conventional', [0, -1, 0], [8, 0, 0], '+z'],
  ];
  splitCases(cases, [2], (some) =>
    test.each(some)('%s: about [%p], through [%p], drags along %s', (_name, axis, centre, to) => {
      const { run, cutter } = made({ tool: 'burr', axis, centre });
      const mean = steady(run, FEED, 2.4);
      const { slow, ways, cuts } = overBottom(axis, centre);
      const thrust = LAW.ploughing + LAW.thrustRatio * LAW.energy * AREA * slow * FEED;
      const drag = [0, 1, 2].map(
        (k) => -(LAW.ploughing / LAW.thrustRatio) * ways[k] - LAW.energy * AREA * cuts[k] * FEED,
      );
      console.log(
        `${[...mean.subarray(0, 3)].map((x) => x.toFixed(4))} N; thrust ${thrust.toFixed(4)}, drag ${drag.map((x) => x.toFixed(4))}`,
      );
      const k = 'xyz'.indexOf(to[1]);
      expect(Math.sign(drag[k])).toBe(to[0] === '+' ? 1 : -1);
      // The proxy rests within TOLERANCE of where its contacts hold it, and the mean a tenth of that, as for a saw. The
      // bottom's samples are a lattice: they share it as midpoints would, off by the square of their spacing over r.
      const bound = (STIFFNESS * TOLERANCE) / 10 + 0.01 * thrust;
      for (let m = 0; m < 3; m++) expect(Math.abs(mean[m] - drag[m] - (m === 2 ? thrust : 0))).toBeLessThan(bound);
      expect(cutter.cuts).toBeGreaterThan(20);
      expect(Math.abs(run.servo.feed!.told[TOLD_FEED] - FEED)).toBeLessThan(FEED / 50);
    }),
  );

  inDeep(() =>
    test('pressed along its own axis it only turns the hand, against its rotation', () => {
      // Softer bone: the spring settles in cost/stiffness, 0.1 s.
      const energy = LAW.energy / 4;
      const { run } = made({ tool: 'burr', energy }, { spacing: 1 });
      const mean = steady(run, FEED, 2.4);
      // ∫ 1/r over a square of side a is 4a·ln(1 + √2).
      const thrust = LAW.ploughing + (LAW.thrustRatio * energy * 4 * SIDE * Math.log(1 + Math.SQRT2) * FEED) / OMEGA;
      // A square's mean of r is a·(√2 + ln(1 + √2))/6.
      const arm = (SIDE * (Math.SQRT2 + Math.log(1 + Math.SQRT2))) / 6;
      const torque = (LAW.ploughing / LAW.thrustRatio) * arm + (energy * AREA * FEED) / OMEGA;
      console.log(
        `${mean[2].toFixed(4)} N of ${thrust.toFixed(4)}, ${mean[5].toFixed(4)} N·mm of ${(-torque).toFixed(4)}`,
      );
      // Samples share the square as midpoints of shares h wide. A midpoint is off by h⁴/24 times the Laplacian there:
      // of r, that is 1/r, so by h²/24·∫ 1/r in all; of 1/r, 1/r³, so by πh/12 beyond h from the pole. Nearer, if four
      // shares meet in it, they give 4h²·√2/h of ∫ 1/r = 8h·ln(1 + √2).
      const h = 1;
      const settled = (STIFFNESS * TOLERANCE) / 10;
      const off = h * (8 * Math.log(1 + Math.SQRT2) - 4 * Math.SQRT2 + Math.PI / 12);
      const offThrust = (LAW.thrustRatio * energy * FEED * off) / OMEGA;
      const offArm = (h ** 2 * 4 * Math.log(1 + Math.SQRT2)) / (24 * SIDE);
      expect(Math.abs(mean[2] - thrust)).toBeLessThan(settled + offThrust);
      expect(Math.abs(mean[5] + torque)).toBeLessThan(settled * arm + (LAW.ploughing / LAW.thrustRatio) * offArm);
      expect(Math.hypot(mean[0], mean[1])).toBeLessThan(0.01 * thrust);
    }),
  );
});

test('a burr that is pressed with less than ploughing cuts nothing, and skids by its thrust over κ', () => {
  const { run, cutter } = made({ tool: 'burr', centre: [50, 0, 0], ploughing: 3 });
  for (let t = 0; t < 400; t++) run.tick(shifted(0, 0, Math.max(THICK - 0.3, THICK + 0.3 - 0.005 * t)));
  const { wrench } = run.servo;
  expect(cutter.cuts).toBe(0);
  expect(run.servo.feed!.told[TOLD_REMOVED]).toBe(0);
  expect(Math.abs(wrench[2] - STIFFNESS * (0.3 + SKIN))).toBeLessThan(STIFFNESS * TOLERANCE);
  // From 50 mm away, the surface moves along −y, and across that by 3 mm of 50 at most.
  expect(Math.abs(wrench[1] - wrench[2] / LAW.thrustRatio)).toBeLessThan(0.01 * wrench[2]);
  expect(Math.abs(wrench[0])).toBeLessThan(0.01 * wrench[2]);
  // Its friction is the drag, whichever way the hand pulls; switched off, it is Coulomb's again.
  run.servo.isCutting = false;
  run.tick(shifted(0, 0, THICK - 0.3));
  run.tick(shifted(0, 0, THICK - 0.3));
  expect(Math.abs(wrench[1])).toBeLessThan(1e-9);
});

inDeep(() =>
  test('with friction given, a spinning burr slips freely sideways; at rest it sticks', () => {
    const held = (isCutting: boolean) => {
      const { run } = made({ tool: 'burr', ploughing: 50, centre: [1e6, 0, 0] }, { friction: 0.5 });
      run.servo.isCutting = isCutting;
      for (let t = 0; t < 300; t++) run.tick(shifted(0, 0, Math.max(THICK - 0.4, THICK + 0.3 - 0.005 * t)));
      for (let t = 0; t < 100; t++) run.tick(shifted(0.001 * t, 0, THICK - 0.4));
      return { x: run.servo.proxy.placement[0], friction: run.servo.frictionState };
    };
    expect(held(true)).toEqual({ x: expect.closeTo(0.099, 2), friction: 0 });
    expect(Math.abs(held(false).x)).toBeLessThan(TOLERANCE);
  }),
);

inDeep(() =>
  test('a drill through a plate: no step above the limiter’s, and no force once it is through', () => {
    const { run, cutter } = made(
      { tool: 'drill', axis: [0, 0, -1], ploughing: 2 },
      { forceStep: 0.2, torqueStep: 10 },
      2,
    );
    const before = new Float64Array(6);
    let [largest, turn, most, torque, after] = [0, 0, 0, 0, 0];
    for (let t = 0; t < 3000 && after < 200; t++) {
      before.set(run.servo.wrench);
      run.tick(shifted(0, 0, 2.3 - 0.003 * t));
      const change = run.servo.wrench.map((x, k) => x - before[k]);
      largest = Math.max(largest, Math.hypot(...change.subarray(0, 3)));
      turn = Math.max(turn, Math.hypot(...change.subarray(3)));
      most = Math.max(most, run.servo.wrench[2]);
      torque = Math.max(torque, run.servo.wrench[5]);
      if (run.servo.proxy.placement[2] < -0.5) after++;
    }
    console.log(`through after ${cutter.cuts} cuts at ${most.toFixed(2)} N and ${torque.toFixed(2)} N·mm`);
    expect(after).toBe(200);
    expect(cutter.floor).toBeLessThanOrEqual(0);
    expect(most).toBeGreaterThan(2);
    // Its axis points down, so that it turns clockwise seen from above, and the hand is turned the other way.
    expect(torque).toBeGreaterThan(0.5);
    expect(largest).toBeLessThanOrEqual(0.2 * (1 + 1e-12));
    expect(turn).toBeLessThanOrEqual(10 * (1 + 1e-12));
    expect(run.state).toBe('free');
    expect(Math.hypot(...run.servo.wrench)).toBe(0);
  }),
);

test('a drill pressed sideways is held by its margins, however hard the hand pulls', () => {
  const wall = boneOf(move(box(10, 40, 16), [SIDE / 2 + 0.5, -20, 2]));
  const cutting = { ...LAW, tool: 'drill', axis: [0, 0, -1], ploughing: 0 } as const;
  // The wall begins above the drill's tip: only margins touch it.
  const run = new HapticRun(wall, block(), { stiffness: 2, spacing: 1, cutting });
  run.servo.isCutting = true;
  for (let t = 0; t < 400; t++) run.tick(shifted(Math.min(4, 0.01 * t), 0, 0));
  expect(run.servo.proxy.leastGap[0]).toBeGreaterThanOrEqual(SKIN - TOLERANCE);
  expect(run.servo.wrench[0]).toBeLessThan(-3);
  expect(run.servo.feed!.told[TOLD_REMOVED]).toBe(0);
});

test('a push from the side does not feed a drill’s lips either', () => {
  // The wall ends at the drill's tip, so that only the rim of its bottom touches it: samples that cut.
  const wall = boneOf(move(box(10, 40, 4), [SIDE / 2 + 0.5, -20, -3.9]));
  const cutting = { ...LAW, tool: 'drill', axis: [0, 0, -1], ploughing: 4 } as const;
  const run = new HapticRun(wall, block(), { stiffness: 2, spacing: 1, cutting });
  run.servo.isCutting = true;
  for (let t = 0; t < 400; t++) run.tick(shifted(Math.min(2, 0.01 * t), 0, 0));
  expect(run.servo.proxy.leastGap[0]).toBeGreaterThanOrEqual(SKIN - TOLERANCE);
  expect(run.servo.wrench[0]).toBeLessThan(-2);
  // mm³: sums of products of mm² and mm, each rounded, since the wall holds the drill upright to rounding only.
  expect(run.servo.feed!.told[TOLD_REMOVED]).toBeLessThan(ROUNDED);
});

test.each([
  ['none of its bottom', { low: [-9, -9, 1], high: [9, 9, 20] }],
  ['half of its bottom', { low: [-9, -9, -1], high: [0, 9, 20] }],
])('a block of which %s cuts is never deeper in the bone than without a motor', (_what, cuts) => {
  for (const tool of ['saw', 'burr', 'drill', 'craniotome'] as const) {
    const { run, cutter } = made({ tool, cuts, ...(tool === 'saw' ? { speed: undefined } : {}), ploughing: 0 });
    let deepest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < 300; t++) {
      run.tick(shifted(0, 0, THICK + 0.3 - 0.005 * t));
      deepest = Math.max(deepest, THICK - run.servo.proxy.placement[2]);
    }
    // Tilting, the half that cuts may go in; the corners of the other half do not.
    const { placement } = run.servo.proxy;
    const tilt = SIDE * Math.hypot(placement[3], placement[4]) * 2;
    expect(deepest - tilt).toBeLessThanOrEqual(TOLERANCE - SKIN);
    if (_what.startsWith('none')) expect(cutter.cuts).toBe(0);
  }
});

inDeep(() =>
  test('a craniotome’s foot plate rides the inner table while its bit cuts, however the hand pulls', async () => {
    const size = 8;
    const { positions, faces } = move(box(16, size, 3), [-16, -size / 2, 0]);
    const cuttable = await createCuttableBone({ surface: createMesh(positions, faces), cell: 1 });
    const bit = move(box(2, 2, 7.5), [0, -1, -1.5]);
    const cutter = {
      cut: (motion: Parameters<typeof cuttable.cut>[1]) =>
        cuttable.cut(createMesh(bit.positions, bit.faces), motion).edit,
    };
    const cutting = {
      ...LAW,
      tool: 'craniotome',
      centre: [1, 0, 0],
      cuts: { low: [-0.01, -2, -0.45], high: [2, 2, 9] },
    } as const;
    const options = { stiffness: 2, spacing: 1, motion: 0.5, reach: 2, mostForce: 50, cutting };
    const run = new HapticRun(
      boneOf(cuttable.mesh),
      toolOf(footed(), IDENTITY, 100),
      options,
      { every: 10, late: 5 },
      cutter,
    );
    run.servo.isCutting = true;
    let highest = Number.NEGATIVE_INFINITY;
    let [held, x] = [0, 0];
    for (let t = 0; t < longRun(1400, 900); t++) {
      x = 0.2 - Math.min(6, 0.004 * t);
      run.tick(shifted(x, 0, Math.min(1.5, 0.002 * t)));
      highest = Math.max(highest, run.servo.proxy.placement[2]);
      held = Math.min(held, run.servo.wrench[2]);
    }
    const [px, , pz] = run.servo.proxy.placement;
    console.log(
      `bit at ${px.toFixed(2)} mm of ${x.toFixed(2)}; foot ${(pz - 0.5).toFixed(4)} mm from the table; held by ${held.toFixed(2)} N`,
    );
    // The plate's underside is at z = 0, the foot's top at −0.5 in its own frame.
    expect(highest).toBeLessThanOrEqual(0.5 - SKIN + TOLERANCE);
    expect(held).toBeLessThan(-1);
    expect(px).toBeLessThan(-1);
    expect(run.servo.feed!.told[TOLD_REMOVED]).toBeGreaterThan(4);
  }),
);

/** A bit of 2 × 2 mm whose lower end has a foot plate of 1 mm, 4 mm long, ahead of it: an L, drawn along y. */
function footed() {
  const outline = [-4, -1.5, 2, -1.5, 2, 6, 0, 6, 0, -0.5, -4, -0.5];
  const positions: number[] = [];
  for (const y of [-1, 1]) for (let k = 0; k < 12; k += 2) positions.push(outline[k], y, outline[k + 1]);
  const caps = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4];
  const faces = [...caps];
  for (let k = 0; k < 12; k += 3) faces.push(caps[k] + 6, caps[k + 2] + 6, caps[k + 1] + 6);
  for (let k = 0; k < 6; k++) {
    const next = (k + 1) % 6;
    faces.push(k, k + 6, next + 6, k, next + 6, next);
  }
  return { positions, faces };
}

inDeep(() =>
  describe('energy', () => {
    test.each(partOf([0.1, 0.3], 2, 1))(
      'a hand of %d kg, free sideways, is led along by the drag no farther than by the energy that pressed the burr on',
      (mass) => {
        const limits = { forceStep: 0.2, torqueStep: 10, mostForce: 8 };
        const { run } = made({ tool: 'burr', centre: [50, 0, 0], ploughing: 5 }, limits);
        const account = new EnergyAccount(run);
        let [y, v, pressed] = [0, 0, 0];
        let felt = 0;
        for (let t = 0; t < longRun(1500, 600); t++) {
          const z = Math.max(THICK - 0.4, THICK + 0.2 - 0.005 * t);
          account.tick(shifted(0, y, z));
          const { wrench } = run.servo;
          felt = Math.max(felt, wrench[1]);
          // By what the hand itself has put in, along z.
          pressed += wrench[2] * (z - Math.max(THICK - 0.4, THICK + 0.2 - 0.005 * (t + 1)));
          const a = (1000 * wrench[1]) / mass;
          y += v * 1e-3 + (a * 1e-6) / 2;
          v += a * 1e-3;
        }
        const kinetic = (mass * v * v) / 2000;
        console.log(
          `${mass} kg: ${y.toFixed(2)} mm along y, ${kinetic.toFixed(4)} of ${pressed.toFixed(4)} mJ; ${account.most.toFixed(5)} mJ given`,
        );
        expect(felt).toBeGreaterThan(0.1);
        expect(y).toBeGreaterThan(0.05);
        expect(account.contacts).toBeGreaterThan(100);
        expect(account.apart).toBeLessThanOrEqual(ROUNDED);
        expect(account.excess).toBeLessThanOrEqual(ROUNDED);
        expect(kinetic).toBeLessThanOrEqual(pressed + account.most + ROUNDED);
        expect(account.step).toBeLessThanOrEqual(limits.forceStep * (1 + 1e-12));
      },
    );

    test.each(['burr', 'drill'] as const)(
      'without the motor’s drag, a mass on a %s never comes back as high as it was',
      (tool) => {
        // Pressed along its axis, a tool's drag is a torque only, and this mass does not turn.
        const { run, cutter } = made(
          { tool, axis: [0, 0, -1], ploughing: 2 },
          { forceStep: 50, stiffness: 1, motion: 2 },
          20,
          5,
        );
        const [mass, weight] = [0.3, 3];
        let [z, v, given] = [20.5, 0, 0];
        let left = weight * z;
        for (let t = 0; t < longRun(1500, 600); t++) {
          run.tick(shifted(0, 0, z));
          const force = run.servo.wrench[2];
          const a = (1000 * (force - weight)) / mass;
          const from = z;
          z += v * 1e-3 + (a * 1e-6) / 2;
          v += a * 1e-3;
          given += force * (z - from);
          if (force !== 0) continue;
          // In free flight all that the mass has is its height and its speed: 1 kg·mm²/s² is a µJ.
          const energy = weight * z + (mass * v * v) / 2000;
          expect(energy).toBeLessThanOrEqual(left + CREDIT + ROUNDED);
          left = energy;
        }
        console.log(`${tool}: ${given.toFixed(2)} mJ given, ${(20 - cutter.floor).toFixed(2)} mm cut`);
        expect(given).toBeLessThan(-0.1);
        expect(cutter.floor).toBeLessThan(19.95);
      },
    );
  }),
);
