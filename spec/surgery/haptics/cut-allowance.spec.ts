// Bone that an edit leaves inside the tool counts as cut: each sample's grant, by the rule's own definition, and what a
// hand feels, against the closed form of a block on a plate whose top an edit raises.

import { describe, expect, test } from '@jest/globals';
import type { BoneEdit } from '#bodies';
import { SKIN, TOLERANCE } from '#haptics/constants.ts';
import { CutAllowance } from '#haptics/cutting/cut-allowance.ts';
import { localModel, MODEL_BYTES, POINTS } from '#haptics/local-model.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { PocketCutter } from '#harness/pocket-cutter.ts';
import { mulberry32 } from '#harness/random.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const MOST = 0.3;
const SEED = 4217;
const most = Float64Array.of(MOST);

test('an allowance grows by the share of a feed that leads into the bone, and never beyond a most', () => {
  const allowance = new CutAllowance(3);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  model.head[POINTS] = 2;
  model.ids.set([2, 0]);
  allowance.take(model);
  const grow = (point: number, into: number, feed: number) =>
    allowance.grow(point, Float64Array.of(into), Float64Array.of(feed), most);
  grow(1, 0.5, 0.25);
  expect([...allowance.allowed.subarray(0, 2)]).toEqual([0, 0.125]);
  grow(1, 0.5, 0.25);
  expect(allowance.allowed[1]).toBe(0.25);
  for (let n = 0; n < 3; n++) {
    grow(1, 1, 0.25);
    expect([...allowance.allowed.subarray(0, 2)]).toEqual([0, MOST]);
  }
});

test(`a sample in the bone is granted what it is in, up to a most, and keeps it from model to model (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const samples = 500;
  const allowance = new CutAllowance(samples);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  const bounds = new Float64Array(samples);
  /** Each sample's grant, and how often each rule applied. */
  let held = new Map<number, number>();
  const met = { apart: 0, whole: 0, most: 0, less: 0, kept: 0, gone: 0 };
  for (let round = 0; round < 20; round++) {
    const ids = Array.from({ length: samples }, (_, id) => id).filter(() => random() < 0.7);
    model.head[POINTS] = ids.length;
    model.ids.set(ids);
    allowance.take(model);
    for (const id of held.keys()) if (!ids.includes(id)) met.gone++;
    held = new Map(ids.map((id) => [id, held.get(id) ?? 0]));
    const expectGrants = () => expect(ids.filter((id, i) => allowance.allowed[i] !== held.get(id))).toEqual([]);
    expectGrants();
    for (const i of ids.keys()) {
      if (allowance.allowed[i] > 0) met.kept++;
      bounds[i] = random() < 0.5 ? random() : -0.5 * random();
    }
    let isMore = false;
    for (const [i, id] of ids.entries()) {
      const had = held.get(id) ?? 0;
      if (bounds[i] + had >= SKIN - TOLERANCE) {
        met.apart++;
        continue;
      }
      isMore = true;
      held.set(id, Math.max(had, Math.min(MOST, SKIN - bounds[i])));
      if (SKIN - bounds[i] > MOST) met.most++;
      else met.whole++;
    }
    expect(allowance.grant(bounds, most)).toBe(isMore);
    expectGrants();
    // Some samples come out a little: what they no longer use is withdrawn.
    let isLess = false;
    for (const [i, id] of ids.entries()) {
      bounds[i] += random() < 0.3 ? 0.2 : 0;
      const [had, used] = [held.get(id) ?? 0, Math.max(0, SKIN - bounds[i])];
      if (used >= had) continue;
      isLess = true;
      met.less++;
      held.set(id, used);
    }
    expect(allowance.settle(bounds, null)).toBe(isLess);
    expectGrants();
  }
  expect(Object.entries(met).filter(([, count]) => count < 100)).toEqual([]);
});

/** mm: a block of 6 × 6, its origin in the middle of its bottom; a plate of THICK. */
const THICK = 8;
/** mm between the block's samples. */
const SPACING = longRun(1, 2);
/** Ticks for which a hand rests. */
const REST = longRun(300, 80);
const block = () => toolOf(move(box(6, 6, 20), [-3, -3, 0]), IDENTITY, 100);
const plate = (thickness: number) => new PocketCutter({ half: 20, thickness, pocket: 3.1 }).plate();

/** The edit that makes the plate this thick instead of THICK. */
function raised(thickness: number): BoneEdit {
  const [old, { positions, faces }] = [plate(THICK), plate(thickness)];
  const vertices = old.positions.length / 3;
  const remove = Array.from({ length: old.faces.length / 3 }, (_, face) => face);
  return { remove, positions, faces: faces.map((vertex) => vertices + vertex) };
}

/** The block pressed on the plate with a hand 1 mm deep, and a function that runs ticks with the hand at a height. */
function pressed(cutting: { mostAhead: number } | undefined) {
  const options = {
    stiffness: 1,
    damping: 1e-9,
    forceStep: 1,
    spacing: SPACING,
    ...(cutting === undefined ? {} : { cutting }),
  };
  const run = new HapticRun(boneOf(plate(THICK)), block(), options, { every: 10, late: 5 });
  const hold = (z: number, ticks: number) => {
    for (let t = 0; t < ticks; t++) run.tick(shifted(0, 0, z));
    return run.servo.proxy.placement[2];
  };
  for (let z = THICK + 1; z > THICK - 1; z -= 0.02) hold(z, 1);
  hold(THICK - 1, REST);
  return { run, hold };
}

describe('the plate is raised under a block that is switched off:', () => {
  splitCases([0.05, 0.15, MOST - SKIN], [1], (raises) =>
    test.each(raises)('by %d mm: it stays where it is, and so does the force', (by) => {
      const { run, hold } = pressed({ mostAhead: MOST });
      expect(Math.abs(run.servo.proxy.placement[2] - THICK - SKIN)).toBeLessThanOrEqual(TOLERANCE);
      const [z, force] = [run.servo.proxy.placement[2], run.servo.wrench[2]];
      run.edit(raised(THICK + by));
      expect(Math.abs(hold(THICK - 1, REST) - z)).toBeLessThanOrEqual(TOLERANCE);
      expect(run.state).toBe('contact');
      expect(Math.abs(run.servo.wrench[2] - force)).toBeLessThanOrEqual(run.settings.stiffness * TOLERANCE);
      // Once the block has come out, the bone left by the edit is as hard as any.
      hold(THICK + 1, REST);
      expect(run.state).toBe('free');
      expect(Math.abs(hold(THICK - 1, REST) - (THICK + by + SKIN))).toBeLessThanOrEqual(TOLERANCE);
    }),
  );

  test('by more than mostAhead: it is let out as far as that', () => {
    const by = 0.8;
    const { run, hold } = pressed({ mostAhead: MOST });
    run.edit(raised(THICK + by));
    expect(Math.abs(hold(THICK - 1, REST) - (THICK + by + SKIN - MOST))).toBeLessThanOrEqual(TOLERANCE);
    expect(run.state).toBe('contact');
  });

  test('a tool that never cuts is let out of all of it', () => {
    const { run, hold } = pressed(undefined);
    run.edit(raised(THICK + 0.15));
    expect(Math.abs(hold(THICK - 1, REST) - (THICK + 0.15 + SKIN))).toBeLessThanOrEqual(TOLERANCE);
  });
});

splitCases([0.1, 0.25], [1], (depths) =>
  test.each(depths)('a block that begins %d mm in the plate has cut nothing: it is let out', (depth) => {
    const options = { damping: 1e-9, spacing: SPACING, cutting: { mostAhead: MOST } };
    const run = new HapticRun(boneOf(plate(THICK)), block(), options, { every: 10, late: 5 });
    for (let t = 0; t < REST; t++) run.tick(shifted(0, 0, THICK - depth));
    expect(run.state).toBe('contact');
    expect(Math.abs(run.servo.proxy.placement[2] - THICK - SKIN)).toBeLessThanOrEqual(TOLERANCE);
  }),
);
