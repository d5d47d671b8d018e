// A tool in a kerf that a grid's cutter has cut: the walls, which are off by part of a cell, neither wedge it nor carry
// its thrust, so it comes to rest where the cutting law says; and the play that a wall gives, by definition.

import { describe, expect, test } from '@jest/globals';
import { sawBlade } from '#datasets';
import { createCuttableBone } from '#cutting';
import { SKIN, TOLERANCE } from '#haptics/constants.ts';
import type { Cutter } from '#haptics/cutting/cutter.ts';
import { cuttingSettings } from '#haptics/cutting/cutting-options.ts';
import { KerfPlay, PLAY } from '#haptics/cutting/kerf-play.ts';
import { toolEdges } from '#haptics/cutting/tool-edges.ts';
import { TOLD_REMOVED, ToolFeed } from '#haptics/cutting/tool-feed.ts';
import type { GodObject } from '#haptics/god-object.ts';
import { EDIT_FACES, EDITS, localModel, MODEL_BYTES, POINTS } from '#haptics/local-model.ts';
import { PointGaps } from '#haptics/point-gaps.ts';
import { createMesh } from '#mesh';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

/** mm: a block of SIDE × SIDE, its origin in the middle of its bottom; a plate whose top is at 0. */
const SIDE = 6;
const DEPTH = 3;
const [STIFFNESS, PLOUGHING] = [2, 0.5];
/** mm between a tool's samples. */
const SPACING = longRun(1, 2);
const blockShape = move(box(SIDE, SIDE, 20), [-SIDE / 2, -SIDE / 2, 0]);
const block = createMesh(blockShape.positions, blockShape.faces, { name: 'block' });
const plateShape = move(box(24, 24, 8), [-12, -12, -8]);
const plate = createMesh(plateShape.positions, plateShape.faces, { name: 'plate' });

async function pressed(cell: number, every: number, late: number) {
  const cuttable = await createCuttableBone({ surface: plate, cell });
  const cutter: Cutter = { cut: (motion) => cuttable.cut(block, motion).edit };
  const mostAhead = 1.2;
  const run = new HapticRun(
    boneOf(cuttable.mesh),
    toolOf(blockShape, IDENTITY, 100),
    { mostAge: 5000, stiffness: STIFFNESS, spacing: SPACING, cutting: { energy: 4, ploughing: PLOUGHING, mostAhead } },
    { every, late },
    cutter,
  );
  run.servo.isCutting = true;
  return run;
}

/** mm of the proxy below the plate's top. */
const depthOf = (run: HapticRun) => -run.servo.proxy.placement[2];

inDeep(() => {
  describe('a block that is pressed into a plate comes to rest where the spring holds ploughing, in a kerf', () => {
    test.each(
      [
        [1, 150, 150],
        [0.7, 40, 20],
        [1, 25, 0],
      ].slice(0, longRun(3, 1)),
    )('of cells of %d mm, with models every %d ms and %d ms late', async (cell, every, late) => {
      const run = await pressed(cell, every, late);
      let [back, least] = [0, 0];
      for (let t = 0; t < 2200; t++) {
        const before = depthOf(run);
        run.tick(shifted(0, 0, Math.max(-DEPTH, 1 - 0.004 * t)));
        if (t > 400) back = Math.max(back, before - depthOf(run));
        if (run.state === 'contact') least = Math.min(least, run.servo.wrench[2]);
      }
      const depth = depthOf(run);
      const removed = run.servo.feed?.told[TOLD_REMOVED] ?? 0;
      console.log(
        `it rests at ${depth.toFixed(3)} mm, ${removed.toFixed(1)} mm³ told; back by ${back.toFixed(3)} mm at most`,
      );
      expect(run.state).toBe('contact');
      expect(Math.abs(depth - (DEPTH - PLOUGHING / STIFFNESS))).toBeLessThan(TOLERANCE);
      // The volume reported on the way is within a twentieth of the swept volume; corners of the grid are part of that.
      expect(Math.abs(removed / (SIDE * SIDE * depth) - 1)).toBeLessThan(0.05);
      // It never moves back by more than its own tolerance, and the bone never pulls.
      expect(back).toBeLessThan(SKIN + TOLERANCE);
      expect(least).toBeGreaterThanOrEqual(-run.settings.limits.forceStep);
    });
  });

  test('pressed sideways in its kerf, the block stops at the wall, and switched off it comes out by the way it came', async () => {
    const run = await pressed(1, 25, 0);
    const lower = (t: number) => Math.max(-DEPTH, 1 - 0.004 * t);
    for (let t = 0; t < longRun(1600, 1200); t++) run.tick(shifted(0, 0, lower(t)));
    run.servo.isCutting = false;
    for (let t = 0; t < 300; t++) run.tick(shifted(Math.min(1, 0.01 * t), 0, -DEPTH));
    const [aside] = run.servo.proxy.placement;
    console.log(
      `held at 1 mm to the side, it is ${aside.toFixed(3)} mm off, pushed by ${run.servo.wrench[0].toFixed(2)} N`,
    );
    // The wall may be off by PLAY, and the block has its own play beyond that.
    expect(aside).toBeLessThan(2 * PLAY);
    expect(run.servo.wrench[0]).toBeLessThan(-0.8 * STIFFNESS);
    for (let t = 0; t < 300; t++) run.tick(shifted(1 - Math.min(1, 0.01 * t), 0, -DEPTH));
    let most = 0;
    for (let t = 0; t < 600; t++) {
      run.tick(shifted(0, 0, -DEPTH + 0.008 * t));
      if (t > 100) most = Math.max(most, -run.servo.wrench[2]);
    }
    expect(run.state).toBe('free');
    expect(Math.abs(run.servo.proxy.placement[2] - (-DEPTH + 0.008 * 599))).toBeLessThan(TOLERANCE);
    console.log(`drawn out, it is held back by ${most.toFixed(2)} N at most`);
    expect(most).toBeLessThan(PLOUGHING);
  });

  /** mm: blades, with origins in the middle of their lower edges, x along the edge and y up; thickness and length. */
  const THICK = 0.8;
  const smooth = move(box(10, 20, THICK), [-5, 0, -THICK / 2]);
  const saw = sawBlade({ targetFaces: 2000 });
  /** They lean by this angle and slide lengthwise by SLIDE mm, with a model every 20 ms, as late as that. */
  const LEAN = 0.2;
  const SLIDE = longRun(6, 2);
  /** mm a tick. */
  const PACE = longRun(0.002, 0.004);
  const broad = move(box(44, 24, 8), [-22, -12, -8]);
  const wide = createMesh(broad.positions, broad.faces, { name: 'wide plate' });

  test.each(
    (
      [
        ['a smooth blade', smooth, 10, 0.7, 0.9],
        ['a saw', { positions: Float64Array.from(saw.positions), faces: saw.faces }, 22.4, 0.5, 0.1],
        ['a smooth blade', smooth, 10, 0.5, 0.5],
      ] as const
    ).slice(0, longRun(3, 1)),
  )(
    '%s in a kerf no wider than it saws along where it is led, and comes out',
    async (_name, shape, long, cell, turned) => {
      const blade = createMesh(shape.positions, shape.faces, { name: 'blade' });
      const cuttable = await createCuttableBone({ surface: wide, cell });
      const cutting = { energy: 4, ploughing: PLOUGHING, mostAhead: 1.2 };
      const run = new HapticRun(
        boneOf(cuttable.mesh),
        toolOf(shape, IDENTITY, 100),
        { mostAge: 5000, stiffness: STIFFNESS, spacing: SPACING, motion: 0.5, cutting },
        { every: 20, late: 20 },
        {
          cut(motion) {
            const { edit, volumeLoss } = cuttable.cut(blade, motion);
            lost += volumeLoss;
            return edit;
          },
        },
      );
      let lost = 0;
      run.servo.isCutting = true;
      const [c, s, cl, sl] = [Math.cos(turned), Math.sin(turned), Math.cos(LEAN), Math.sin(LEAN)];
      const [alongWay, upWay] = [
        [c, s, 0],
        [s * sl, -c * sl, cl],
      ];
      const side = [s * cl, -c * cl, -sl];
      const at = (along: number, up: number) => {
        const place = [0, 1, 2].map((k) => along * alongWay[k] + up * upWay[k]);
        return Float64Array.of(...alongWay, 0, ...upWay, 0, ...side, 0, ...place, 1);
      };
      const { placement } = run.servo.proxy;
      const begin = -SLIDE / 2;
      for (let t = 0; t < longRun(3000, 1200); t++) run.tick(at(begin, Math.max(-DEPTH, 1 - PACE * t)));
      for (let t = 0; t < longRun(4000, 900); t++) run.tick(at(begin + Math.min(SLIDE, PACE * t), -DEPTH));
      const [reached, deep] = [placement[0] * c + placement[1] * s, -placement[2] / cl];
      const removed = run.servo.feed?.told[TOLD_REMOVED] ?? 0;
      const swept = THICK * (long + reached - begin) * deep;
      console.log(
        `${reached.toFixed(2)} mm along, ${deep.toFixed(2)} mm deep; ${removed.toFixed(1)} mm³ told, ${lost.toFixed(1)} gone, of ${swept.toFixed(1)}`,
      );
      // A spring leads it, and bears ploughing and some friction with what the grid left around the blade.
      expect(reached).toBeGreaterThan(SLIDE / 2 - (2 * PLOUGHING) / STIFFNESS);
      expect(deep).toBeGreaterThan(DEPTH - (2 * PLOUGHING) / STIFFNESS);
      // The reported volume is feed × engaged area, and the grid's slot may be wider than the blade.
      expect(removed / lost).toBeGreaterThan(0.75);
      expect(removed / lost).toBeLessThan(1.1);
      if (shape === smooth) expect(Math.abs(removed / swept - 1)).toBeLessThan(0.09);
      for (let t = 0; t < longRun(3000, 950); t++) run.tick(at(begin + SLIDE, -DEPTH + PACE * t));
      expect([run.state, placement[2]]).toEqual(['free', run.servo.device[2]]);
    },
  );
});

const SEED = 20_260;

test(`play: all of it along the feed, none at 60° from it, none on bone as it was (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const kerf = new KerfPlay();
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  const [normals, points] = [new Float64Array(3), new Float64Array(3)];
  const [placement, way, most] = [new Float64Array(7), new Float64Array(6), Float64Array.of(1)];
  expect(kerf.isIn(model)).toBe(false);
  const met = { some: 0, none: 0, uncut: 0 };
  for (let round = 0; round < longRun(2000, 400); round++) {
    for (const numbers of [points, placement, way]) for (let k = 0; k < 6; k++) numbers[k] = random() - 0.5;
    const n = [random() - 0.5, random() - 0.5, random() - 0.5];
    for (let k = 0; k < 3; k++) normals[k] = n[k] / Math.hypot(...n);
    const r = [0, 1, 2].map((k) => points[k] - placement[k]);
    const motion = [
      way[0] + way[4] * r[2] - way[5] * r[1],
      way[1] + way[5] * r[0] - way[3] * r[2],
      way[2] + way[3] * r[1] - way[4] * r[0],
    ];
    const sine = Math.abs(motion.reduce((sum, x, k) => sum + x * normals[k], 0)) / Math.hypot(...motion);
    kerf.remember(way);
    model.head[EDITS] = 1;
    model.head[EDIT_FACES] = 10;
    model.faceIds[0] = round % 20;
    kerf.find(model, 0, 0, normals, points, placement, most);
    const isCut = model.faceIds[0] >= 10;
    const wanted = isCut ? PLAY * Math.max(0, 1 - 2 * sine) : 0;
    expect(Math.abs(kerf.play[0] - wanted)).toBeLessThan(1e-12);
    if (!isCut) met.uncut++;
    else if (wanted > 0) met.some++;
    else met.none++;
  }
  expect(Math.min(...Object.values(met))).toBeGreaterThan(longRun(300, 60));
  expect(kerf.isIn(model)).toBe(true);
  model.head[EDITS] = 0;
  expect(kerf.isIn(model)).toBe(false);
});

test('what slides along itself goes free of a kerf that holds it, and removes nothing; bone as it was holds it', () => {
  const settings = cuttingSettings({ mostAhead: 1.2 }, 0.2, 3);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  model.head[EDITS] = 1;
  model.head[EDIT_FACES] = 10;
  model.hardness[0] = 1;
  const placement = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  // A contact along x stops 2 mm of the tool's motion along −x, to which the sample's own surface is parallel.
  const contacts = { rows: Float64Array.of(1, 0, 0, 0, 0, 0), multipliers: Float64Array.of(2), count: 1 };
  const opened = (face: number, area: number[]) => {
    model.faceIds[0] = face;
    const gaps = new PointGaps([0, 0, 0], 10, 1, settings.mostAhead);
    gaps.take(model);
    gaps.kerf.remember(Float64Array.of(0, 0, -1, 0, 0, 0));
    gaps.active[0] = 0;
    gaps.activeCount = 1;
    gaps.gaps[0] = SKIN;
    gaps.normals[0] = 1;
    const areas = Float64Array.from(area);
    const edges = toolEdges(settings, { count: 1, points: new Float64Array(3), areas });
    const feed = new ToolFeed(settings, edges, 30, 20);
    const proxy = { gaps, contacts, contactPoints: new Int32Array(1), placement } as unknown;
    feed.begin(new Float64Array(7));
    model.head[POINTS] = 1;
    gaps.take(model);
    gaps.gaps[0] = SKIN;
    const isOpen = feed.open(model, proxy as GodObject, Float64Array.of(0, 0.001));
    return [isOpen, gaps.allowed[0], feed.told[TOLD_REMOVED]];
  };
  expect(opened(10, [0, 1, 0])).toEqual([true, 1.2, 0]);
  expect(opened(9, [0, 1, 0])).toEqual([false, 0, 0]);
  const [isOpen, allowed] = opened(10, [-1, 0, 0]);
  expect([isOpen, Number(allowed) > 0, Number(allowed) < 0.2]).toEqual([true, true, true]);
});
