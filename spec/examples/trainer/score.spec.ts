// A score on a slab, where every figure has a closed form: plunge, distance to a tube, off the line, volumes, time.

import { expect, test } from '@jest/globals';
import { box, skullPhantom } from '#datasets';
import { guidePath } from '../../../examples/trainer/src/guide.ts';
import type { TaskPath } from '../../../examples/trainer/src/path.ts';
import { phantomPlan } from '../../../examples/trainer/src/phantom-plan.ts';
import { placeFor } from '../../../examples/trainer/src/places.ts';
import { planHere } from '../../../examples/trainer/src/plan-here.ts';
import type { Plan } from '../../../examples/trainer/src/plan.ts';
import { type Score, scoreOf } from '../../../examples/trainer/src/score.ts';
import { scoreRows, verdictOf } from '../../../examples/trainer/src/score-words.ts';
import { inDeep, inLong } from '#harness/sets.ts';

/** Its upper side is z = 0, its lower side z = −6. */
const slab = box({ size: [60, 60, 6], center: [0, 0, -3], divisions: 6 });
const plan: Plan = {
  name: 'Square',
  bone: { name: slab.name, faceCount: slab.faces.length / 3 },
  line: [
    [-15, -15, 0],
    [15, -15, 0],
    [15, 15, 0],
    [-15, 15, 0],
  ],
  outward: [0, 0, 1],
  margin: 3,
  burrHole: { at: [-15, -15, 0], diameter: 8 },
  structures: [
    {
      name: 'vein',
      line: [
        [-15, -30, -13],
        [-15, 30, -13],
      ],
      radius: 2,
    },
  ],
  dura: 2,
};
/** A tool upright over x, y: its tip's middle, or the burr's ball, at z. */
const upright = (x: number, y: number, z: number) => [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, x, y, z, 1];
const path = (...poses: number[][]): TaskPath => ({
  passes: [
    {
      tool: 'burr',
      poses: Float64Array.from(poses.flat()),
      seconds: poses.map((_, n) => 2 * n),
      forces: poses.map((_, n) => (n === 0 ? null : 4 * n)),
    },
  ],
});

inDeep(() => {
  test('a burr that goes through: plunge, distance to a tube below, place, force and time', async () => {
    // The ball of 4 mm ends at z = −7.5: 1.5 mm below the slab, and 3.5 mm above a tube whose top is at z = −11.
    const score = await scoreOf(plan, path(upright(-14, -15, 6), upright(-14, -15, -3.5), upright(-14, -15, 6)), slab);
    expect(score.plunge!.at).toBe(2);
    // The dataset's ball is a polyhedron in a sphere: it may end a little higher than the sphere does.
    expect(score.plunge!.length.low).toBeGreaterThan(1.5 - 0.1);
    expect(score.plunge!.length.low).toBeLessThanOrEqual(1.5);
    const [vein] = score.structures;
    // From (−14, −3.5) to (−15, −13), less both radii; meshes of either lie inside their round body.
    const apart = Math.hypot(1, 9.5) - 4 - 2;
    expect(vein.distance.high).toBeGreaterThanOrEqual(apart);
    expect(vein.distance.high).toBeLessThan(apart + 0.1);
    expect(vein.distance.low).toBeLessThanOrEqual(vein.distance.high);
    expect(score).toMatchObject({ isFree: false, offHole: 1, offLine: null, seconds: 4, poses: 3 });
    expect(score.force).toEqual({ peak: 8, mean: 6 });
    expect(score.wallAhead!.length.low).toBe(0);
    // A bore of 8 mm through 6 mm, all of it in the corridor of ±4 mm but for what is 1 mm off.
    expect(score.removed.all.high).toBeGreaterThan(0.9 * Math.PI * 16 * 6);
    expect(score.removed.outside.low).toBeLessThan(0.2 * Math.PI * 16 * 6);
    const words = scoreRows(score, plan);
    const row = (what: string) => words.find((one) => one.what.startsWith(what));
    expect(row('Plunge')!.verdict).toBe('met');
    expect(row('Flap')!.verdict).toBe('missed');
    expect(row('Burr off')).toMatchObject({ found: '1.00 mm', verdict: 'met' });
    expect(row('Off the planned')).toMatchObject({ found: 'no line was sawn', verdict: 'missed' });
    expect(verdictOf(words)).toBe('3 of 5 aims met');
  });

  test('the same path has the same score, bit for bit; a path that holds nothing has none', async () => {
    const poses = [upright(-14, -15, 6), upright(-14, -15, -1)];
    const [one, other] = [await scoreOf(plan, path(...poses), slab), await scoreOf(plan, path(...poses), slab)];
    expect(other).toEqual(one);
    await expect(scoreOf(plan, { passes: [] }, slab)).rejects.toThrow(/^Nothing has been done .*\.$/);
  });
});

test('a verdict is open where the interval contains the limit, and no aim is met by what is not known', () => {
  const at = { low: 1.9, high: 2.1 };
  const score: Score = {
    ...{ isFree: true, bridges: 1, plunge: { length: at, at: 3 }, wallAhead: null, offLine: null, offHole: null },
    structures: [{ name: 'vein', distance: { low: 0, high: 0.4 }, at: 61 }],
    removed: { all: { low: 1.2, high: 7.5, surface: 3 }, outside: { low: 0, high: 0, surface: 0 } },
    ...{ force: null, seconds: 75, poses: 2 },
  };
  const rows = scoreRows(score, plan);
  expect(rows.map(({ verdict }) => verdict).filter((verdict) => verdict === 'open')).toHaveLength(3);
  expect(rows.find(({ what }) => what === 'Bone removed')!.found).toBe('about 3 mm³, certainly 1–8');
  expect(rows.find(({ what }) => what.startsWith('Time'))!.found).toBe('1:15');
  expect(verdictOf(rows)).toBe('0 of 5 aims met, 3 not decided');
});

test('a flap below a tool: a plan for that bone, on its surface, round the tool; none where there is no bone', () => {
  const here = planHere(slab, upright(3, -2, 12));
  expect(here.outward).toEqual([0, 0, 1]);
  expect(here.bone).toEqual(plan.bone);
  for (const [x, y, z] of here.line) {
    expect(Math.abs(Math.hypot(x - 3, y + 2) - 15)).toBeLessThan(2 ** -40);
    expect(Math.abs(z)).toBeLessThan(2 ** -40);
  }
  expect(() => planHere(slab, upright(25, 0, 12))).toThrow(/^A flap of 30 mm .*\.$/);
});

test('a tool is placed over the line, clear of the bone, its x along the line', () => {
  const saw = placeFor('saw', plan);
  const burr = placeFor('burr', plan);
  expect([...burr.subarray(4, 7), ...burr.subarray(12, 14)]).toEqual([0, 0, 1, -15, -15]);
  expect(burr[14]).toBeGreaterThan(plan.burrHole.diameter / 2);
  expect(saw[14]).toBeGreaterThan(0);
  expect(Math.abs(saw[0]) + Math.abs(saw[1])).toBe(1);
});

inLong(() =>
  test('the guide does the phantom’s task: the flap is free and every aim is met', async () => {
    const score = await scoreOf(phantomPlan(), guidePath(), skullPhantom());
    const rows = scoreRows(score, phantomPlan());
    expect(rows.filter(({ verdict }) => verdict !== null && verdict !== 'met')).toEqual([]);
    expect(score.isFree).toBe(true);
  }),
);
