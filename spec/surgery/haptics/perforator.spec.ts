// A cranial perforator: its law is a drill's while its inner drill has bone before it, and nothing is cut after.

import { describe, expect, test } from '@jest/globals';
import { createCuttableBone } from '#cutting';
import { SKIN, TOLERANCE } from '#haptics/constants.ts';
import { type CuttingOptions, cuttingSettings } from '#haptics/cutting/cutting-options.ts';
import { toolEdges } from '#haptics/cutting/tool-edges.ts';
import { TOLD_FEED, TOLD_REMOVED, TOLD_THRUST } from '#haptics/cutting/tool-feed.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { lathe } from '#harness/lathe.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { createMesh } from '#mesh';
import { box, move } from '#spec/base/mesh/bodies.ts';

/** mm: radii of the inner and the outer drill, and how far the inner one is ahead. */
const [INNER, OUTER, LEAD] = [2, 3.5, 1];
const LAW = { energy: 40, ploughing: 0.6, thrustRatio: 1.5, speed: 6000, power: 1e6, axis: [0, 0, -1] } as const;
const PERFORATOR = { ...LAW, tool: 'perforator', inner: 2 * INNER } as const;
const DRILL = { ...LAW, tool: 'drill' } as const;

/** Both drills flat-ended, the inner one's end at z = 0. */
const stepped = (wider = 0) =>
  lathe(
    [
      [INNER + wider, 0],
      [INNER + wider, LEAD],
      [OUTER + wider, LEAD],
      [OUTER + wider, 12],
    ],
    0,
    12,
    16,
  );

function pressed(bone: ReturnType<typeof boneOf>, cutting: CuttingOptions, from: number, ticks: number) {
  const options = { stiffness: 2, mostForce: 100, forceStep: 5, spacing: 0.5, cutting };
  const run = new HapticRun(bone, toolOf(stepped(), IDENTITY, 100), options);
  run.servo.isCutting = true;
  for (let t = 0; t < ticks; t++) run.tick(shifted(0, 0, from - 0.005 * t));
  const { told, drag } = run.servo.feed!;
  return { told: [...told], drag: [...drag!.wrench], depth: run.servo.proxy.placement[2], wrench: run.servo.wrench };
}

/** A square ring about the axis, its top at z = 0: only the outer drill rests on it. */
function ring() {
  const inner = INNER + 0.5;
  const sides = [
    [inner, -9, 9 - inner, 18],
    [-9, -9, 9 - inner, 18],
  ].map(([x, y, dx, dy]) => move(box(dx, dy, 4), [x, y, -4]));
  const positions = sides.flatMap((side) => [...side.positions]);
  const faces = sides.flatMap((side, k) => [...side.faces].map((v) => v + (k * sides[0].positions.length) / 3));
  return boneOf({ positions, faces });
}
const plate = () => boneOf(move(box(18, 18, 4), [-9, -9, -4]));

describe('a perforator', () => {
  test('that has bone before its inner drill feeds and drags as a drill does, number for number', () => {
    const [drill, perforator] = [DRILL, PERFORATOR].map((tool) => pressed(plate(), tool, 0.2, 200));
    expect(drill.told[TOLD_REMOVED]).toBeGreaterThan(0);
    expect(Math.abs(drill.drag[5])).toBeGreaterThan(0);
    expect(perforator).toEqual(drill);
  });

  test('whose outer drill alone rests on bone stands still, without drag, however hard the hand presses', () => {
    const drill = pressed(ring(), DRILL, 0.2 - LEAD, 600);
    expect(drill.told[TOLD_REMOVED]).toBeGreaterThan(0);
    const { told, drag, depth, wrench } = pressed(ring(), PERFORATOR, 0.2 - LEAD, 600);
    expect([told[TOLD_FEED], told[TOLD_REMOVED], ...drag.map(Math.abs)]).toEqual(new Array(8).fill(0));
    expect(told[TOLD_THRUST]).toBeGreaterThan(4);
    // As deep as without a motor: the outer lips rest SKIN above the ring.
    expect(Math.abs(depth + LEAD - SKIN)).toBeLessThan(TOLERANCE);
    expect(wrench[2]).toBeGreaterThan(4);
  });

  test('that stands still rubs with no sample, even if its inner drill is narrower than its chisel edge', () => {
    const sides = [-9, 0.45].map((x) => move(box(8.55, 18, 4), [x, -9, -4]));
    const positions = sides.flatMap((side) => [...side.positions]);
    const faces = sides.flatMap((side, k) => [...side.faces].map((v) => v + (k * sides[0].positions.length) / 3));
    const { told, drag } = pressed(boneOf({ positions, faces }), { ...PERFORATOR, inner: 1 }, 0.2, 300);
    expect(told[TOLD_THRUST]).toBeGreaterThan(2);
    expect([told[TOLD_FEED], told[TOLD_REMOVED], ...drag.map(Math.abs)]).toEqual(new Array(8).fill(0));
  });

  test('its clutch is held by the samples that are the inner drill’s, share and all', () => {
    const samples = samplePoints(toolOf(stepped(), IDENTITY, 100), 0.5);
    const { clutch, cuts } = toolEdges(cuttingSettings(PERFORATOR, 0.2, 3), samples);
    let [held, rim] = [0, 0];
    for (let i = 0; i < samples.count; i++) {
      const [x, y, z] = samples.points.subarray(3 * i);
      const radius = Math.hypot(x, y);
      // Its lips, and none of the outer drill's, whose first ones are on the inner one's rim.
      if (clutch![i] === 1) {
        held++;
        expect([cuts[i], z, radius < INNER]).toEqual([1, 0, true]);
      } else if (z === LEAD && radius <= INNER) rim++;
    }
    expect(held).toBeGreaterThan(10);
    expect(rim).toBeGreaterThan(0);
    // Every share about the axis is in it.
    expect(
      [...clutch!].filter((_, i) => Math.hypot(...samples.points.subarray(3 * i, 3 * i + 3)) < INNER / 2),
    ).not.toContain(0);
  });

  test.each([
    ['whose inner drill is not given', { inner: undefined }, 'cutting.inner is undefined for the tool perforator'],
    ['with an inner drill of 0', { inner: 0 }, 'cutting.inner is 0'],
    ['with an inner drill that is no number', { inner: '4' as never }, 'cutting.inner is '],
    ['with an inner drill that takes in no sample', { inner: 1e-3 }, 'lower spacing'],
    ['with an inner drill that takes in all lips', { inner: 20 }, 'a part of the lips'],
    ['that points away from its tip', { axis: [0, 0, 1] }, 'for the tool perforator'],
    ['as a burr', { tool: 'burr' }, 'cutting.inner is 4 for the tool burr'],
    ['as a saw', { tool: 'saw', speed: undefined }, 'cutting.inner is 4 for the tool saw'],
  ] as [string, Partial<CuttingOptions>, string][])('%s is refused', (_name, given, why) => {
    const made = () => {
      const settings = cuttingSettings(
        { ...PERFORATOR, cuts: { low: [-9, -9, -1], high: [9, 9, 5] }, ...given },
        0.2,
        3,
      );
      return toolEdges(settings, samplePoints(toolOf(stepped(), IDENTITY, 100), 0.5));
    };
    expect(made).toThrow(expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining(why) }));
  });
});

inDeep(() =>
  test('through a plate of 3 mm: it stops within its lead past the far side, where a drill goes through', async () => {
    const depths: Record<string, number> = {};
    for (const tool of [PERFORATOR, DRILL]) {
      const { positions, faces } = move(box(14, 14, 3), [-7, -7, -3]);
      const cuttable = await createCuttableBone({ surface: createMesh(positions, faces), cell: 1 });
      // The margins do not cut: a hole on a grid, half a cell wider, leaves them free.
      const { positions: corners, faces: sides } = stepped(0.5);
      const mesh = createMesh(corners, sides);
      const cutter = { cut: (motion: Parameters<typeof cuttable.cut>[1]) => cuttable.cut(mesh, motion).edit };
      const options = {
        stiffness: 2,
        motion: 0.5,
        mostForce: 100,
        forceStep: 5,
        spacing: 0.5,
        cutting: { ...tool, ploughing: 0.3 },
      };
      const run = new HapticRun(
        boneOf(cuttable.mesh),
        toolOf(stepped(), IDENTITY, 100),
        options,
        { every: 20, late: 5 },
        cutter,
      );
      run.servo.isCutting = true;
      for (let t = 0; t < 2400; t++) run.tick(shifted(0, 0, Math.max(-4.8, 0.3 - 0.004 * t)));
      depths[tool.tool] = -run.servo.proxy.placement[2] - 3;
    }
    console.log(`past the far side: ${JSON.stringify(depths)} mm, hand at 1.8 mm`);
    expect(depths.drill).toBeGreaterThan(1.5);
    expect(depths.perforator).toBeGreaterThan(-0.5);
    // Once the inner drill is through, what the outer one has cut by then is all.
    expect(depths.perforator).toBeLessThan(LEAD);
  }),
);
