// Cuts in a window: the invariants of cuts without one, the user's own faces beyond it, how it grows or refuses to,
// what a file keeps of that, and bad windows.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import {
  type CuttableBone,
  createCuttableBone,
  inspectMesh,
  loadCuttableBone,
  type RigidMotion,
  selfIntersections,
  type TriangleMesh,
} from '#kerf';
import { poseOf } from '#harness/contact-cases.ts';
import { meshOf, solidOf, sweptHull } from '#harness/exact-solids.ts';
import { asyncRefusal, refusal } from '#harness/io-errors.ts';
import { longRun } from '#harness/long-run.ts';
import { expectKept, runRandomCuts } from '#harness/random-cuts.ts';
import { inDeep } from '#harness/sets.ts';
import { joined } from '#harness/shells.ts';

const SEED = 5330;
const CUTS = longRun(60, 8);
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** A ball with its window round the side at high x. */
const ball = sphere({ radius: 10, subdivisions: 4 });
const side = { min: [6, -4, -4], max: [11, 4, 4] };
const blade = box({ size: [6, 1.2, 30], center: [0, 0, 0] });
/** From outside the ball to this far along x. */
const stroke = (x: number, y = 0): RigidMotion => ({
  from: poseOf(IDENTITY, [16, y, 0]),
  to: poseOf(IDENTITY, [x, y, 0]),
  motion: 'linear',
});
const burr = sphere({ radius: 1.5, subdivisions: 2 });
const bytes = ({ mesh }: CuttableBone) => [mesh.positions, mesh.faces];

function expectWhole({ mesh }: CuttableBone): void {
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
  expect(selfIntersections(mesh)).toHaveLength(0);
}

inDeep(() => {
  test(`${CUTS} random cuts in a window of a shell, as it grows (seed ${SEED})`, async () => {
    const surface = cappedShell({ outerRadius: 26, innerRadius: 22, segments: 32 });
    const seen = await runRandomCuts({ surface, cell: 1, window: 5, cuts: CUTS, stride: 4, seed: SEED });
    expect(seen.of('cuts')).toBeGreaterThan(seen.of('misses'));
    expect(Math.min(seen.of('grown'), seen.of('kept'))).toBeGreaterThan(0);
  });
});

describe('a window', () => {
  test('holds cuts within it, beside bone that stays', async () => {
    const bone = await createCuttableBone({ surface: ball, cell: 0.4, window: side });
    const first = bytes(bone);
    const before = bone.window;
    const { removedVolume, bound } = bone.cut(burr, stroke(9.5));
    expect(removedVolume.low).toBeGreaterThan(0.5);
    expect(bound).toBeLessThan(bone.bound / 2);
    expect(bone.window).toEqual(before);
    expectWhole(bone);
    expect(expectKept(bone, ball)).toBeGreaterThan(4000);
    expect(bone.pieces()).toHaveLength(1);
    bone.undo();
    expect(bytes(bone)).toEqual(first);
  });

  inDeep(() =>
    test('grows as far as a cut reaches; undone, it is as before', async () => {
      const bone = await createCuttableBone({ surface: ball, cell: 0.5, window: side });
      const [first, before] = [bytes(bone), bone.window];
      bone.cut(burr, stroke(9.5));
      const once = bytes(bone);
      const { edit, removedVolume, volumeLoss } = bone.cut(blade, stroke(4));
      expect(edit.remove.length).toBeLessThan(ball.faces.length / 3);
      expect(bone.window?.max[2]).toBeGreaterThan(9);
      expectWhole(bone);
      expect(expectKept(bone, ball)).toBeGreaterThan(0);
      const exact = meshVolume(ball, [burr, stroke(9.5)], [blade, stroke(4)]);
      expect(Math.abs(inspectMesh(bone.mesh).volume - exact)).toBeLessThan(0.01 * exact);
      expect(removedVolume.high - removedVolume.low).toBeLessThan(0.01 * removedVolume.low);
      expect(Math.abs(volumeLoss - (removedVolume.low + removedVolume.high) / 2)).toBeLessThan(0.05 * volumeLoss);
      const twice = bytes(bone);
      bone.undo();
      expect([bytes(bone), bone.window]).toEqual([once, expect.anything()]);
      bone.undo();
      expect([bytes(bone), bone.window]).toEqual([first, before]);
      bone.redo();
      bone.redo();
      expect(bytes(bone)).toEqual(twice);
    }),
  );

  test('refuses, by name, and the bone stays as it was', async () => {
    const bone = await createCuttableBone({ surface: ball, cell: 0.5, window: side, beyondWindow: 'refuse' });
    const first = bytes(bone);
    // Beyond the surface outside; from within bone outside; and through the window's side from within.
    const within: RigidMotion = {
      from: poseOf(IDENTITY, [0, 0, 0]),
      to: poseOf(IDENTITY, [0.5, 0, 0]),
      motion: 'linear',
    };
    for (const [tool, motion] of [
      [blade, stroke(4)],
      [burr, within],
      [box({ size: [30, 0.6, 0.6] }), { ...stroke(16), from: poseOf(IDENTITY, [24, 0.3, 0.2]) }],
    ] as const) {
      expect(refusal(() => bone.cut(tool, motion))).toBe('BEYOND_WINDOW');
      expect(() => bone.cut(tool, motion)).toThrow(/beyond them, at least from \(.*\) to \(.*\) mm/);
      expect(bytes(bone)).toEqual(first);
    }
    bone.cut(burr, stroke(9.5));
    expect(bytes(bone)).not.toEqual(first);
  });

  test.each(['grow', 'refuse'] as const)('finds all bone that a tool comes to beyond it: %s', async (beyondWindow) => {
    const island = sphere({ radius: 2, subdivisions: 2, center: [30, 0, 0] });
    const plate = box({ size: [0.02, 4, 4], center: [30.01, 0, 0] });
    const still = (x: number): RigidMotion => ({
      from: poseOf(IDENTITY, [x, 0, 0]),
      to: poseOf(IDENTITY, [x + 0.2, 0, 0]),
    });
    const across: RigidMotion = { from: poseOf(IDENTITY, [27, 0, 0]), to: poseOf(IDENTITY, [33, 0, 0]) };
    // Held as a whole, and passed by a blade thinner than poses are apart.
    for (const [part, tool, motion] of [
      [island, box({ size: 8 }), still(29.9)],
      [plate, box({ size: [0.02, 3, 3] }), across],
    ] as const) {
      const options = { surface: joined(ball, part), cell: 1, window: side, beyondWindow };
      const bone = await createCuttableBone(options);
      if (beyondWindow === 'refuse') expect(refusal(() => bone.cut(tool, motion))).toBe('BEYOND_WINDOW');
      else {
        bone.cut(tool, motion);
        expect(bone.window?.max[0]).toBeGreaterThan(29);
      }
    }
  });

  test('on whose low side the surface lies grows with what was cut there', async () => {
    const surface = box({ size: [20, 8, 8], center: [10, 0, 0] });
    const hole = box({ size: [6, 4, 4] });
    const through: RigidMotion = {
      from: poseOf(IDENTITY, [-6, 0, 0]),
      to: poseOf(IDENTITY, [1, 0, 0]),
      motion: 'linear',
    };
    const farther: RigidMotion = {
      from: poseOf(IDENTITY, [1, 0, 0]),
      to: poseOf(IDENTITY, [8, 0, 0]),
      motion: 'linear',
    };
    const volumes: number[] = [];
    for (const window of [
      { min: [0, -3, -3], max: [5, 3, 3] },
      { min: [-5, -9, -9], max: [25, 9, 9] },
    ]) {
      const bone = await createCuttableBone({ surface, cell: 0.5, window });
      bone.cut(hole, through);
      bone.cut(hole, farther);
      expectWhole(bone);
      const { positions, faces } = bone.mesh;
      const mouth = faces.filter((vertex, n) => n % 3 === 0 && Math.abs(positions[3 * vertex]) < 0.6);
      const isInMouth = (vertex: number) => [1, 2].every((k) => Math.abs(positions[3 * vertex + k]) < 1.5);
      expect(mouth.some(isInMouth)).toBe(false);
      volumes.push(inspectMesh(bone.mesh).volume);
    }
    // Under 1,000 mm² of faces, which the grid has moved by up to two parts of a cell.
    expect(Math.abs(volumes[0] - volumes[1])).toBeLessThan(1000 * 2 * 0.5 * 2 ** -16);
  });

  test('counts what is in it alone, and keeps its surface', async () => {
    const plate = box({ size: [8, 8, 0.3], center: [0, 0, 5.5] });
    const surface = joined(box({ size: [8, 8, 6] }), plate);
    const bone = await createCuttableBone({ surface, cell: 1, window: { min: [-9, -9, -9], max: [9, 9, 3] } });
    expect([bone.thinWalls, bone.lost?.walls]).toEqual([0, 0]);
    const path = bone.pathVolume();
    const above: RigidMotion = {
      from: poseOf(IDENTITY, [0, 0, 5.5]),
      to: poseOf(IDENTITY, [1, 0, 5.5]),
      motion: 'linear',
    };
    expect(refusal(() => path.add(box({ size: 2 }), above))).toBe('BEYOND_WINDOW');
    expect(path.volume).toEqual({ low: 0, high: 0 });
    surface.positions.fill(0);
    bone.cut(box({ size: 2 }), above);
    expectWhole(bone);
    expect(bytes(loadCuttableBone(bone.save()))).toEqual(bytes(bone));
  });

  inDeep(() =>
    test('a file keeps it, with what was cut before it grew', async () => {
      const bone = await createCuttableBone({ surface: ball, cell: 0.5, window: side });
      bone.cut(burr, stroke(9.5));
      bone.cut(blade, stroke(4));
      bone.cut(burr, stroke(9, 3));
      bone.undo();
      const again = loadCuttableBone(bone.save());
      expect(bytes(again)).toEqual(bytes(bone));
      expect([again.window, again.lost]).toEqual([bone.window, bone.lost]);
      again.redo();
      bone.redo();
      expect(bytes(again)).toEqual(bytes(bone));
      while (again.undo() !== null);
      expectWhole(again);
      // Its window stays wide; the bone in it is the bone that was never cut.
      const window = again.window ?? side;
      const uncut = await createCuttableBone({ surface: ball, cell: 0.5, window });
      expect(inspectMesh(again.mesh).volume).toBeCloseTo(inspectMesh(uncut.mesh).volume, 9);
      // A cut that makes it grow again is left out of a file.
      bone.undo();
      bone.undo();
      const narrow = loadCuttableBone(bone.save());
      expect(bytes(narrow)).toEqual(bytes(bone));
      expect(narrow.redo()).toBeNull();
    }),
  );

  inDeep(() =>
    test('all of the bone, none of its surface, and a rod that passes between vertices', async () => {
      const all = await createCuttableBone({
        surface: ball,
        cell: 1,
        window: { min: [-99, -99, -99], max: [99, 99, 99] },
      });
      expectWhole(all);
      expect(all.window?.min.every((x) => x > -13)).toBe(true);
      all.cut(blade, stroke(4));
      expectWhole(all);
      const none = await createCuttableBone({ surface: ball, cell: 1, window: { min: [-1, -1, -1], max: [1, 1, 1] } });
      expect(none.mesh.faces).toHaveLength(ball.faces.length);
      none.cut(burr, stroke(9));
      expectWhole(none);
      const rod = box({ size: [0.3, 0.3, 20], center: [0.5, 0.5, 0] });
      const window = { min: [-2, -2, -4], max: [2, 2, 4] };
      const lost = await createCuttableBone({ surface: rod, cell: 1, window });
      expectWhole(lost);
      expect(lost.lost).toMatchObject({ spikes: 1 });
      expect(lost.pieces()).toHaveLength(2);
      // A cut makes the window grow over a second rod, which the grid does not show either.
      const rods = joined(...[0.5, 5.5].map((x) => box({ size: [0.3, 0.3, 60], center: [x, 0.5, 0] })));
      const both = await createCuttableBone({ surface: rods, cell: 1, window: { min: [4, -2, -4], max: [7, 2, 4] } });
      expect(both.lost).toMatchObject({ spikes: 1 });
      const cut = both.cut(box({ size: 1.5 }), {
        from: poseOf(IDENTITY, [-3, 0.5, 0]),
        to: poseOf(IDENTITY, [0.5, 0.5, 0]),
        motion: 'linear',
      });
      expect(cut.lost).toMatchObject({ walls: 0, gaps: 0, spikes: 1 });
      expect(cut.lost.positions[0]).toBeLessThan(2);
      expect(both.lost).toMatchObject({ spikes: 2 });
      const gone = { min: [-2, -2, -40], max: [2, 2, 40] };
      await expect(createCuttableBone({ surface: rod, cell: 1, window: gone })).rejects.toThrow(/leaves nothing of/);
    }),
  );

  test.each([
    [
      'misses the bone',
      'BAD_OPTION',
      { min: [20, 0, 0], max: [30, 1, 1] },
      /from 20 to 30 mm along x, the surface from -10/,
    ],
    ['is inside out', 'BAD_OPTION', { min: [1, 0, 0], max: [0, 1, 1] }, /min\[0\] is 1 and its max\[0\] is 0/],
    ['is flat', 'BAD_OPTION', { min: [0, 0, 0], max: [1, 0, 1] }, /min\[1\] is 0 and its max\[1\] is 0/],
    ['is not a number', 'BAD_OPTION', { min: [0, Number.NaN, 0], max: [1, 1, 1] }, /min\[1\] is NaN/],
    ['has two numbers', 'BAD_OPTION', { min: [0, 0], max: [1, 1] }, /three numbers each/],
    ['is nothing', 'WRONG_TYPE', null, /window is null/],
    ['has four numbers', 'BAD_OPTION', { min: [0, 0, 0, 0], max: [1, 1, 1, 1] }, /three numbers each/],
    ['has a middle', 'UNKNOWN_OPTION', { min: [0, 0, 0], max: [1, 1, 1], middle: [0, 0, 0] }, /middle/],
    ['has no corner', 'BAD_OPTION', { min: [0, 0, 0] }, /max\[0\] is undefined/],
  ])('that %s is refused', async (_name, code, window, message) => {
    const made = createCuttableBone({ surface: ball, cell: 1, window: window as never });
    await expect(made).rejects.toThrow(message);
    expect(await asyncRefusal(made)).toBe(code);
  });

  inDeep(() => {
    test('whose side would round two lines of the surface to one point is moved outward', async () => {
      // Two blocks that stand apart by less than half a part of a cell, edge to edge, across the low side.
      const block = (x: number, y: number) => box({ size: [3, 3, 10.9], center: [x, y, 4.55] });
      const [a, b] = [block(1.8, 1.8), block(4.8 + 2 ** -20, 4.8)];
      const window = { min: [1, 1, 0], max: [6, 6, 12] };
      const bone = await createCuttableBone({ surface: joined(a, b), cell: 0.5, window });
      expectWhole(bone);
      expect(bone.pieces()).toHaveLength(2);
      expect(bone.window?.min[2]).toBeLessThan(-0.9);
    });
  });

  test('is refused another way to go beyond it', async () => {
    const options = { surface: ball, cell: 1, window: side, beyondWindow: 'ask' as never };
    expect(await asyncRefusal(createCuttableBone(options))).toBe('BAD_OPTION');
    await expect(createCuttableBone(options)).rejects.toThrow(/"grow" or "refuse"/);
    const alone = createCuttableBone({ surface: ball, cell: 1, beyondWindow: 'grow' });
    await expect(alone).rejects.toThrow(/without a window/);
  });
});

/** What is left of a body after boxes and balls have been swept along lines. */
function meshVolume(body: TriangleMesh, ...cuts: readonly (readonly [TriangleMesh, RigidMotion])[]): number {
  let left = solidOf(body);
  for (const [tool, { from, to }] of cuts) {
    left = left.subtract(sweptHull(tool, from, to));
  }
  return inspectMesh(meshOf(left)).volume;
}
