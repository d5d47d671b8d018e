// A tool that breaks through a plate under a hand that plunges after it, holds, and draws it back out: the proxy goes
// with the hand, though models come late, and the tool comes out of its own cut. Kerfs are a pocket in closed form, and
// one on a grid, whose walls are wavy and whose rim stands in the tool's way by a part of a cell.

import { describe, expect, test } from '@jest/globals';
import { TOLERANCE } from '#haptics/constants.ts';
import type { Cutter } from '#haptics/cutting/cutter.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { partOf } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, IDENTITY, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { createCuttableBone, createMesh } from '#kerf';
import { box, move } from '#spec/base/mesh/bodies.ts';

/** mm: the plate, the block's side, how far the hand goes beyond the plate. */
const [THICK, SIDE, PLUNGE] = [4, 6, 14];
const LAW = { energy: 16, ploughing: 0.6, thrustRatio: 1.5, stroke: 3, frequency: 200, vibration: 0, hardness: 0.5 };
/** ms from model to model. */
const EVERY = 25;
/** ms in which the hand plunges, and comes back out. */
const [DOWN, UP] = [40, 240];

const block = move(box(SIDE, SIDE, 20), [-SIDE / 2, -SIDE / 2, 0]);
type MakeCut = () => Promise<{ readonly plate: Shape; readonly cutter: Cutter }>;
/** @param wider mm on each side than the block. */
const pocket =
  (wider: number): MakeCut =>
  async () => {
    const cutter = new PocketCutter({ half: 20, thickness: THICK, pocket: SIDE / 2 + wider });
    return { plate: cutter.plate(), cutter };
  };
const cutters: Readonly<Record<string, MakeCut>> = {
  'a pocket': pocket(0.1),
  'a grid of cells of 1 mm': async () => {
    const { positions, faces } = move(box(40, 40, THICK), [-20, -20, 0]);
    const cuttable = await createCuttableBone({ surface: createMesh(positions, faces), cell: 1 });
    const { mesh } = cuttable;
    const tool = createMesh(block.positions, block.faces);
    return { plate: mesh, cutter: { cut: (motion) => cuttable.cut(tool, motion).edit } };
  },
};

/** Saws until the block is through. @returns the run, and where the hand is. */
async function through(make: MakeCut, late: number, shape = block) {
  const { plate, cutter } = await make();
  const options = { damping: 1e-9, stiffness: 5, spacing: 1, cutting: LAW };
  const run = new HapticRun(boneOf(plate), toolOf(shape, IDENTITY, 100), options, { every: EVERY, late }, cutter);
  run.servo.isCutting = true;
  let hand = THICK + 0.5;
  for (let t = 0; t < 5000 && (t === 0 || run.servo.proxy.placement[2] > 0); t++) {
    hand = Math.max(-0.5, hand - 0.003);
    run.tick(shifted(0, 0, hand));
  }
  expect(run.servo.proxy.placement[2]).toBeLessThanOrEqual(0);
  return { run, hand };
}

const latencies = partOf([5, 25, 100], 2, 0);
const holds = [100, 250, 1000];
const [first, ...others] = Object.keys(cutters);
breaksThrough(first);
inDeep(() => others.forEach(breaksThrough));

function breaksThrough(kind: string): void {
  test.each(latencies.flatMap((late) => partOf(holds, 2, 1).flatMap((hold) => [[late, hold, late < 100]] as const)))(
    `through ${kind}, models %d ms late, a hand beyond for %d ms, switched off on its way back: %s`,
    async (late, hold, isOff) => {
      const { run, hand } = await through(cutters[kind], late);
      const z = () => run.servo.proxy.placement[2];
      let came = Number.NaN;
      for (let t = 0; t < DOWN + hold; t++) {
        const to = hand + (-PLUNGE - hand) * Math.min(1, (t + 1) / DOWN);
        run.tick(shifted(0, 0, to));
        // Never beyond the hand: nothing pulls the tool through.
        expect(z()).toBeGreaterThan(to - TOLERANCE);
        if (Number.isNaN(came) && z() < -PLUNGE + TOLERANCE) came = t + 1 - DOWN;
      }
      const deepest = z();
      run.servo.isCutting = !isOff;
      let greatest = 0;
      for (let t = 0; t < UP + 400; t++) {
        run.tick(shifted(0, 0, -PLUNGE + (PLUNGE + THICK + 2) * Math.min(1, (t + 1) / UP)));
        greatest = Math.max(greatest, -run.servo.wrench[2]);
      }
      console.log(
        `${kind}, ${late} ms late, ${hold} ms beyond: proxy at ${deepest.toFixed(2)} mm of ${-PLUNGE}, ${came} ms after ` +
          `the hand; held back by ${greatest.toFixed(2)} N at most`,
      );
      // A model at the hand is asked for when the tool leaves the last one, after one at the proxy; each comes late.
      if (hold >= 2 * (EVERY + late)) expect(came).toBeLessThanOrEqual(2 * (EVERY + late));
      expect([run.state, Math.abs(z() - (THICK + 2)) < TOLERANCE]).toEqual(['free', true]);
      expect(Math.hypot(...run.servo.wrench)).toBe(0);
    },
  );
}

describe('a tool below a plate whose pocket is made narrower', () => {
  /** Draws it up, switched off. @returns N, at most, against the hand; and the tool's height at the end, mm. */
  async function drawnUp(narrower: number) {
    const cutter = new PocketCutter({ half: 20, thickness: THICK, pocket: SIDE / 2 + 0.1 });
    const short = move(box(SIDE, SIDE, SIDE), [-SIDE / 2, -SIDE / 2, 0]);
    const { run } = await through(async () => ({ plate: cutter.plate(), cutter }), 5, short);
    for (let t = 0; t < 300; t++) run.tick(shifted(0, 0, Math.max(-PLUNGE, -0.5 * t)));
    expect(Math.abs(run.servo.proxy.placement[2] + PLUNGE)).toBeLessThan(TOLERANCE);
    run.servo.isCutting = false;
    run.edit(cutter.remade(SIDE / 2 - narrower));
    for (let t = 0; t < 100; t++) run.tick(shifted(0, 0, -PLUNGE));
    let greatest = 0;
    for (let t = 0; t < 800; t++) {
      run.tick(shifted(0, 0, -PLUNGE + Math.min(PLUNGE + THICK + 2, 0.05 * t)));
      greatest = Math.max(greatest, -run.servo.wrench[2]);
    }
    console.log(
      `${narrower} mm: held back by ${greatest.toFixed(2)} N, at ${run.servo.proxy.placement[2].toFixed(2)} mm`,
    );
    return { greatest, height: run.servo.proxy.placement[2] };
  }

  test('by less than its play comes up without a force', async () => {
    const { greatest, height } = await drawnUp(0.06);
    expect(greatest).toBeLessThan(LAW.ploughing);
    expect(Math.abs(height - (THICK + 2))).toBeLessThan(TOLERANCE);
  });

  test('by more is held', async () => {
    const { greatest, height } = await drawnUp(0.5);
    expect(greatest).toBeGreaterThan(5);
    expect(Math.abs(height + SIDE)).toBeLessThan(0.1);
  });
});
