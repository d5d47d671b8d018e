// The cutting law against the equations in its file, the vibration against its bounds, hardness and options against
// their documented effects.

import { describe, expect, test } from '@jest/globals';
import { CutWay } from '#haptics/cutting/cutter.ts';
import {
  AREA,
  FEED,
  feedUnder,
  HARD_AREA,
  LOAD_SIZE,
  PLOUGHED,
  PLOUGHING_AREA,
  SECONDS,
  SPEED,
  STIFFNESS,
  THRUST,
} from '#haptics/cutting/cutting-law.ts';
import { type CuttingOptions, cuttingSettings } from '#haptics/cutting/cutting-options.ts';
import { checkHardness, hardnessAt } from '#haptics/cutting/hardness.ts';
import { Vibration } from '#haptics/cutting/vibration.ts';
import { servoSettings } from '#haptics/haptic-options.ts';
import { WrenchLimiter } from '#haptics/wrench-limits.ts';
import { shifted } from '#harness/haptic-run.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 1802;

test(`the feed balances thrust, ploughing and energy, within the power; energy is only spent (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { none: 0, balanced: 0, power: 0, fastest: 0 };
  for (let round = 0; round < longRun(2000, 300); round++) {
    const law = cuttingSettings(
      {
        energy: 300 * random() + 1,
        ploughing: 6 * random(),
        thrustRatio: 1 + random(),
        power: 10 ** (3 * random() - 1.5),
        stroke: 1 + 4 * random(),
        frequency: 50 + 300 * random(),
        mostFeed: 10 ** (3 * random() - 1),
        vibration: 0,
      },
      0.2,
      1,
    );
    const load = new Float64Array(LOAD_SIZE);
    const [force, area, hardness, stiffness, seconds] = [
      10 * random(),
      40 * random(),
      random(),
      0.5 + 2 * random(),
      1e-3,
    ];
    load[THRUST] = force;
    load[AREA] = area;
    load[HARD_AREA] = hardness * area;
    load[STIFFNESS] = stiffness;
    load[SECONDS] = seconds;
    load[SPEED] = 2 * law.stroke * law.frequency;
    load[PLOUGHED] = hardness * area;
    load[PLOUGHING_AREA] = area;
    feedUnder(law, load);
    const feed = load[FEED];
    // The spring's remaining force, and the cost of this feed by the law.
    const left = force - stiffness * feed * seconds;
    const speed = 2 * law.stroke * law.frequency;
    const cutting = (law.energy * hardness * area * feed) / speed;
    const cost = law.ploughing * hardness + law.thrustRatio * cutting;
    const [watts, close] = [(cutting * speed) / 1000, 1 + 1e-9];
    expect(feed).toBeGreaterThanOrEqual(0);
    expect(feed).toBeLessThanOrEqual(law.mostFeed);
    expect(watts).toBeLessThanOrEqual(law.power * close);
    if (force <= law.ploughing * hardness) {
      expect(feed).toBe(0);
      seen.none++;
      continue;
    }
    expect(left).toBeGreaterThanOrEqual(law.ploughing * hardness * (1 - 1e-9));
    // The hand is held back by at least the cost of the feed: it puts in no less than is spent.
    expect(left * close).toBeGreaterThanOrEqual(cost);
    if (left <= cost * close) seen.balanced++;
    else if (watts * close >= law.power) seen.power++;
    else {
      expect(feed).toBe(law.mostFeed);
      seen.fastest++;
    }
  }
  console.log(JSON.stringify(seen));
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(longRun(50, 7));
});

test('where nothing is engaged nothing is fed, and bone of no hardness is fed at mostFeed by any force', () => {
  const law = cuttingSettings({ mostFeed: 3 }, 0.2, 1);
  const load = Float64Array.of(5, 0, 0, 1, 1e-3, 9, 1200, 0, 10);
  feedUnder(law, load);
  expect(load[FEED]).toBe(0);
  load.set([5, 10, 0]);
  feedUnder(law, load);
  expect(load[FEED]).toBe(3);
});

test.each([
  [200, 0.05],
  [125, 0.05],
  [83, 0.08],
  [333, 0.05],
  [500, 0.04],
])(
  'a vibration of %d Hz: no more than its amplitude, zero on average, within half of the force step',
  (frequency, vibration) => {
    const settings = servoSettings({ cutting: { frequency, vibration, axis: [0, 3, 4] } });
    const { limits, cutting } = settings;
    const shaking = new Vibration(cutting!);
    const [clock, gain] = [Float64Array.of(0, 1e-3), Float64Array.of(1)];
    const turned = Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1);
    const forces: number[] = [];
    let [aside, torque, largest] = [0, 0, 0];
    // 1000 ticks span a whole number of periods.
    for (let t = 0; t < 1000; t++) {
      const wrench = new Float64Array(6);
      shaking.add(wrench, turned, clock, gain);
      // Along the tool's axis, (0, 0.6, 0.8), as turned; no torque.
      const along = -0.6 * wrench[0] + 0.8 * wrench[2];
      aside = Math.max(aside, Math.hypot(wrench[0] + 0.6 * along, wrench[1], wrench[2] - 0.8 * along));
      torque = Math.max(torque, Math.hypot(...wrench.subarray(3)));
      forces.push(along);
    }
    expect([aside < 1e-15, torque]).toEqual([true, 0]);
    expect(Math.max(...forces.map(Math.abs))).toBeLessThanOrEqual(vibration * (1 + 1e-12));
    if (frequency !== 500) expect(Math.max(...forces)).toBeGreaterThan(vibration * 0.9);
    expect(Math.abs(forces.reduce((sum, x) => sum + x, 0) / forces.length)).toBeLessThan(1e-9);
    const steps = forces.slice(1).map((x, i) => Math.abs(x - forces[i]));
    expect(Math.max(...steps)).toBeLessThanOrEqual((limits.forceStep / 2) * (1 + 1e-9));
    // Added to a force that grows as fast as the limiter allows, it makes no step larger than the limiter's.
    const limiter = new WrenchLimiter(limits);
    const felt = new Float64Array(6);
    for (const [t, force] of forces.entries()) {
      const before = felt.slice();
      limiter.step(felt, Float64Array.of(0, 0.01 * t + force, 0.5 * t, 0, 0, 0));
      largest = Math.max(largest, Math.hypot(...felt.map((x, k) => x - before[k])));
    }
    expect(largest).toBeLessThanOrEqual(limits.forceStep * (1 + 1e-12));
  },
);

test(`hardness is that of the nearest voxel (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const [size, spacing, origin] = [
    [4, 3, 5],
    [0.5, 1, 2],
    [10, -3, 7],
  ];
  const values = Float32Array.from({ length: 60 }, random);
  const hardness = checkHardness({ values, size, spacing, origin });
  let inside = 0;
  for (let round = 0; round < 500; round++) {
    const p = Float64Array.from(coordinates(random, 3, 6, 0), (x, k) => x + origin[k] + (spacing[k] * size[k]) / 2);
    let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
    for (let z = 0; z < 5; z++)
      for (let y = 0; y < 3; y++)
        for (let x = 0; x < 4; x++) {
          const away = Math.hypot(...[x, y, z].map((n, k) => p[k] - origin[k] - n * spacing[k]));
          if (away >= least) continue;
          least = away;
          best = values[x + 4 * (y + 3 * z)];
        }
    expect(hardnessAt(hardness, p, 0)).toBe(best);
    if (least < 1) inside++;
  }
  expect(inside).toBeGreaterThan(20);
  expect(hardnessAt(checkHardness(0.25), Float64Array.of(9, 9, 9), 0)).toBe(0.25);
});

test('a way through the air is no cut, and cuts join without a gap', () => {
  const way = new CutWay();
  const at = (z: number) => shifted(0, 0, z);
  expect(way.next(at(9), 0)).toBeNull();
  expect(way.next(at(5), 0)).toBeNull();
  expect(way.next(at(4), 2)).toEqual({ from: at(5), to: at(4) });
  expect(way.next(at(3), 3)).toEqual({ from: at(4), to: at(3) });
  expect(way.next(at(8), 3)).toBeNull();
  expect(way.next(at(7), 3.5)).toEqual({ from: at(8), to: at(7) });
});

describe('refused', () => {
  const volume = { values: [1, 1], size: [2, 1, 1], spacing: [1, 1, 1], origin: [0, 0, 0] };
  test.each<[string, string, unknown]>([
    ['BAD_OPTION', 'cutting.energy', { energy: 0 }],
    ['BAD_OPTION', 'cutting.ploughing', { ploughing: -1 }],
    ['BAD_OPTION', 'cutting.power', { power: Number.NaN }],
    ['BAD_OPTION', 'cutting.stroke', { stroke: '3' }],
    ['BAD_OPTION', 'cutting.frequency', { frequency: 12_000 }],
    ['BAD_OPTION', 'cutting.vibration', { vibration: 1 }],
    ['BAD_OPTION', 'cutting.mostAhead', { mostAhead: 1.3 }],
    ['BAD_OPTION', 'cutting.axis', { axis: [0, 0, 0] }],
    ['WRONG_TYPE', 'cutting.axis', { axis: 'x' }],
    ['BAD_OPTION', 'hardness', { hardness: -1 }],
    ['WRONG_TYPE', 'hardness', { hardness: 'soft' }],
    ['BAD_OPTION', 'size', { hardness: { ...volume, size: [2, 1, 0] } }],
    ['BAD_OPTION', 'spacing', { hardness: { ...volume, spacing: [1, 1] } }],
    ['BAD_OPTION', 'origin', { hardness: { ...volume, origin: [0, 0, Number.POSITIVE_INFINITY] } }],
    ['BAD_OPTION', 'values', { hardness: { ...volume, values: [1] } }],
    ['BAD_OPTION', 'values', { hardness: { ...volume, values: [1, -1] } }],
    ...[3, null, 'Saw', 'reamer', {}].map(
      (tool) => ['BAD_OPTION', 'cutting.tool', { tool }] as [string, string, unknown],
    ),
    ...[0, -1, Number.NaN, '9', Number.POSITIVE_INFINITY].map(
      (speed) => ['BAD_OPTION', 'cutting.speed', { tool: 'burr', speed }] as [string, string, unknown],
    ),
    ['WRONG_TYPE', 'cutting.centre', { tool: 'burr', centre: 3 }],
    ['WRONG_TYPE', 'cutting.centre', { tool: 'burr', centre: 'x' }],
    ['BAD_OPTION', 'cutting.centre', { tool: 'burr', centre: [0, 0] }],
    ['BAD_OPTION', 'cutting.centre', { tool: 'burr', centre: [0, 0, Number.NaN] }],
    ['WRONG_TYPE', 'cutting.centre', { tool: 'burr', centre: ['a', 0, 0] }],
    ['WRONG_TYPE', 'cutting.cuts', { cuts: 3 }],
    ['WRONG_TYPE', 'cutting.cuts', { cuts: [] }],
    ['WRONG_TYPE', 'cutting.cuts.from', { cuts: {} }],
    ['BAD_OPTION', 'foot plate', { tool: 'craniotome' }],
    ['UNKNOWN_OPTION', 'hight', { cuts: { low: [0, 0, 0], hight: [1, 1, 1] } }],
    ['BAD_OPTION', 'low ≤ high', { cuts: { low: [0, 0, 2], high: [1, 1, 1] } }],
    ['BAD_OPTION', 'cutting.cuts.high', { cuts: { low: [0, 0, 0], high: [1, 1, Number.POSITIVE_INFINITY] } }],
    ['BAD_OPTION', 'radius', { cuts: { from: [0, 0, 0], to: [1, 0, 0], radius: 0 } }],
    ['BAD_OPTION', 'radius', { cuts: { from: [0, 0, 0], to: [1, 0, 0] } }],
    ...(['stroke', 'frequency', 'vibration'] as const).flatMap((name) =>
      (['burr', 'drill', 'craniotome'] as const).map(
        (tool) => ['BAD_OPTION', `cutting.${name}`, { tool, [name]: 1 }] as [string, string, unknown],
      ),
    ),
    ['BAD_OPTION', 'cutting.speed', { speed: 3000 }],
    ['BAD_OPTION', 'cutting.centre', { tool: 'saw', centre: [0, 0, 0] }],
    ['UNKNOWN_OPTION', 'energie', { energie: 3 }],
    ['WRONG_TYPE', 'cutting', 3],
  ])('%s: %s', (code, name, cutting) => {
    expect(() => servoSettings({ cutting: cutting as CuttingOptions })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(name) }),
    );
  });

  test.each([-0.1, Number.NaN, '0.3'])('a friction of %p', (friction) => {
    expect(() => servoSettings({ friction: friction as number })).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining('friction') }),
    );
  });
});
