// The edges of burr, drill and craniotome against integrals over their surfaces: the mean speed in the law, drag and
// torque; which samples cut; and the pole of a burr.

import { describe, expect, test } from '@jest/globals';
import {
  AREA,
  FEED,
  feedUnder,
  HARD_AREA,
  LOAD_SIZE,
  PLOUGHED,
  PLOUGHING_AREA,
  SPEED,
  THRUST,
} from '#haptics/cutting/cutting-law.ts';
import { type CuttingOptions, cuttingSettings } from '#haptics/cutting/cutting-options.ts';
import { isInPart } from '#haptics/cutting/cutting-part.ts';
import { Drag } from '#haptics/cutting/drag.ts';
import { toolEdges } from '#haptics/cutting/tool-edges.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { lathe } from '#harness/lathe.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 5306;
const RADIUS = 3;
const [ENERGY, RATIO, RPM] = [200, 1.5, 12_000];
/** rad/s. */
const OMEGA = (2 * Math.PI * RPM) / 60;
const LAW = { energy: ENERGY, thrustRatio: RATIO, ploughing: 0, speed: RPM, power: 1e6, mostFeed: 1e3 } as const;
const UNTURNED = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

type Shape = ReturnType<typeof sphere>;

/** A tool fed along `way`, with every sample engaged that faces it and is in `isEngaged`: its load and its drag. */
function fed(
  shape: Shape,
  options: CuttingOptions,
  way: readonly number[],
  isEngaged: (x: number, y: number, z: number) => boolean = () => true,
  spacing = 0.25,
) {
  const settings = cuttingSettings(options, 0.2, 3);
  const samples = samplePoints(toolOf(shape, IDENTITY, 100), spacing);
  const edges = toolEdges(settings, samples);
  const drag = new Drag(edges.spin!, edges.chisel);
  drag.begin();
  const load = new Float64Array(LOAD_SIZE);
  const [placement, hardArea] = [Float64Array.of(0, 0, 0, 0, 0, 0, 1), new Float64Array(1)];
  let slow = 0;
  for (let i = 0; i < samples.count; i++) {
    const [x, y, z] = samples.points.subarray(3 * i);
    const area = way.reduce((sum, part, k) => sum + part * samples.areas[3 * i + k], 0);
    if (area <= 0 || edges.cuts[i] === 0 || !isEngaged(x, y, z)) continue;
    hardArea[0] = area;
    load[AREA] += area;
    load[HARD_AREA] += area;
    slow += area * edges.spin!.slowness[i];
    if (edges.chisel === null || edges.chisel.ploughs[i] === 1) load[PLOUGHED] += area;
    drag.include(i, hardArea, samples.points, 3 * i, placement, UNTURNED);
  }
  load[PLOUGHING_AREA] = edges.chisel === null ? load[AREA] : edges.chisel.area;
  load[SPEED] = slow > 0 ? load[HARD_AREA] / slow : edges.speed;
  const under = (thrust: number) => {
    load[THRUST] = thrust;
    feedUnder(settings, load);
    drag.close(settings, load);
    return { feed: load[FEED], wrench: [...drag.wrench] };
  };
  return { load, edges, samples, slow, under };
}

const ball = sphere(4, RADIUS);
/** A sphere of flat faces and finite shares is off by this much: measured against the integrals at half the spacing. */
const SHARE = 0.02;
const close = (found: number, expected: number, scale = Math.abs(expected)) =>
  expect(Math.abs(found - expected)).toBeLessThan(SHARE * scale);

describe('a round burr', () => {
  test.each([1, -1])('fed across its axis, which points along %d z: thrust, drag and torque', (side) => {
    const { under, slow } = fed(ball, { tool: 'burr', axis: [0, 0, side], ...LAW }, [1, 0, 0]);
    // With n = (sin θ cos φ, sin θ sin φ, cos θ) the area per feed is n_x dA and the speed ω·R·sin θ. Over n_x > 0,
    // ∫ n_x/(ω·R·sin θ) dA = 4R/ω, and with the surface's direction, ±(−sin φ, cos φ, 0), it is (0, ±πR/ω, 0).
    close(slow, (4 * RADIUS) / OMEGA);
    const { feed, wrench } = under(1);
    close(feed, 1 / ((RATIO * ENERGY * 4 * RADIUS) / OMEGA));
    const drag = (ENERGY * feed * Math.PI * RADIUS) / OMEGA;
    close(wrench[1], -side * drag);
    // Energy: the torque's power is the energy of the removed volume, u·πR²·v.
    close(-side * wrench[5] * OMEGA, ENERGY * Math.PI * RADIUS ** 2 * feed);
    for (const k of [0, 2, 3, 4]) expect(Math.abs(wrench[k])).toBeLessThan(SHARE * drag);
  });

  test('fed along its axis: the pole costs what the integral says, and drags nothing', () => {
    const { under, slow } = fed(ball, { tool: 'burr', ...LAW }, [0, 0, -1]);
    // ∫ |n_z|/(ω·R·sin θ) dA over a hemisphere = 2πR/ω: the pole is integrable.
    close(slow, (2 * Math.PI * RADIUS) / OMEGA);
    const { feed, wrench } = under(1);
    close(-wrench[5] * OMEGA, ENERGY * Math.PI * RADIUS ** 2 * feed);
    const scale = (ENERGY * feed * Math.PI * RADIUS) / OMEGA;
    for (const k of [0, 1, 2]) expect(Math.abs(wrench[k])).toBeLessThan(SHARE * scale);
  });

  test('a share around the pole: the mean of 1/r over its disc, and no direction', () => {
    const area = Math.PI * 0.5 ** 2;
    const samples = {
      count: 2,
      points: Float64Array.of(0, 0, -3, 0.1, 0, -3),
      areas: Float64Array.of(0, 0, -area, 0, 0, -area),
    };
    const { spin } = toolEdges(cuttingSettings({ tool: 'burr', speed: RPM }, 0.2, 3), samples);
    let mean = 0;
    const rings = 1000;
    for (let n = 0; n < rings; n++) {
      const r = (0.5 * (n + 0.5)) / rings;
      mean += (2 * Math.PI * r * (0.5 / rings)) / (OMEGA * r) / area;
    }
    expect(Math.abs(spin!.slowness[0] / mean - 1)).toBeLessThan(1e-9);
    expect([...spin!.ways.subarray(0, 3)].map(Math.abs)).toEqual([0, 0, 0]);
    // 0.1 mm from the axis, within a/2 = 0.25 mm: 0.4 of a unit vector along +y.
    expect(Math.abs(spin!.ways[4] - 0.4)).toBeLessThan(1e-12);
  });

  test('that mills with one side: climbing pulls it along its feed, conventional milling pushes it back', () => {
    for (const [name, axis, side] of [
      ['climb', 1, 1],
      ['conventional', 1, -1],
      ['conventional', -1, 1],
      ['climb', -1, -1],
    ] as const) {
      // Bone on one side of the feed, +x: the surface there, at (x, y) with y of that side, moves along ±(−y, x).
      const { under } = fed(ball, { tool: 'burr', axis: [0, 0, axis], ...LAW }, [1, 0, 0], (_x, y) => side * y > 0);
      const { feed, wrench } = under(1);
      // ∫ over the quarter of the integrand above: x is ∓∫ cos φ·sin φ = ∓½, times 2R/ω.
      const along = (ENERGY * feed * RADIUS) / OMEGA;
      expect(Math.sign(wrench[0])).toBe(name === 'climb' ? 1 : -1);
      close(Math.abs(wrench[0]), along);
    }
  });

  test('that only rubs drags with its thrust over κ; cutting adds to that', () => {
    const far = { tool: 'burr', axis: [0, 0, 1], centre: [0, 1000, 0], ...LAW, ploughing: 2 } as const;
    const { under, slow } = fed(ball, far, [0, 0, -1]);
    // So far from the axis all of the surface moves along +x.
    const rubbing = under(1.5);
    expect(rubbing.feed).toBe(0);
    close(rubbing.wrench[0], -1.5 / RATIO);
    const cutting = under(3);
    expect(cutting.feed).toBeGreaterThan(0);
    close(cutting.wrench[0], -(2 / RATIO + ENERGY * cutting.feed * slow));
    // A steady feed has the thrust F, so both parts together are F/κ.
    close(cutting.wrench[0], -3 / RATIO);
  });
});

describe('a twist drill', () => {
  const TIP = 1.5;
  /** A cone and a cylinder about z, its tip at the origin, as a prism of n sides; lips every 0.1 mm or so. */
  const drill = (n = 96): Shape =>
    lathe(
      [...Array.from({ length: 20 }, (_, k) => [(RADIUS * (k + 1)) / 20, (TIP * (k + 1)) / 20] as const), [RADIUS, 10]],
      0,
      10,
      n,
    );
  const options = { tool: 'drill', axis: [0, 0, -1], ...LAW, ploughing: 5 } as const;

  test('by diameter and feed: thrust κ·u·f·D/2 and the chisel’s, torque u·f·D²/8', () => {
    const { under } = fed(drill(), options, [0, 0, -1], undefined, 1);
    const { feed, wrench } = under(8);
    const turn = (feed * 60) / RPM;
    const diameter = 2 * RADIUS;
    close(5 + (RATIO * ENERGY * turn * diameter) / 2, 8);
    // The chisel's own torque: its thrust over κ at 2/3 of the web's radius, 0.2 of the drill's.
    const chisel = (5 / RATIO) * (2 / 3) * 0.2 * RADIUS;
    const torque = (ENERGY * turn * diameter ** 2) / 8 + chisel;
    // The web ends between two rings of samples, 0.15 mm apart.
    expect(Math.abs(wrench[5] - torque)).toBeLessThan(SHARE * torque + (chisel * 0.075) / (0.2 * RADIUS));
    expect(wrench[5]).toBeGreaterThan(0);
    for (const k of [0, 1, 2, 3, 4]) expect(Math.abs(wrench[k])).toBeLessThan(SHARE * wrench[5]);
  });

  test('that breaks through: the chisel’s thrust goes first, then the lips’ in proportion to what is left of them', () => {
    for (const through of [0.4, 0.7, 0.9]) {
      const inBone = (x: number, y: number) => Math.hypot(x, y) > through * RADIUS;
      const { load, under } = fed(drill(), options, [0, 0, -1], inBone, 1);
      expect(load[PLOUGHED]).toBe(0);
      const { feed } = under(1);
      // ∫ 2πr/(ω·r) dr from r₀ to R; a ring of samples on the border takes or leaves half of its share.
      const left = (RATIO * ENERGY * feed * 2 * Math.PI * (1 - through) * RADIUS) / OMEGA;
      expect(Math.abs(left - 1)).toBeLessThan(0.05 / 2 / (1 - through) + SHARE);
    }
  });

  test('cuts with its tip, not with its sides, whatever their mesh', () => {
    const { edges, samples } = fed(drill(), options, [0, 0, -1], undefined, 1);
    const wrong = [...edges.cuts].filter((cut, i) => {
      const z = samples.points[3 * i + 2];
      // Up to the radius of a rim's share behind it, margins may count as lips.
      return (z <= TIP || z > TIP + 0.5) && cut !== Number(z <= TIP);
    });
    expect([wrong.length, samples.count > 100]).toEqual([0, true]);
  });

  test('a collar left out of `cuts` is no lip: tip, margins and chisel are those without it', () => {
    const collar = move(box(15, 15, 4), [-7.5, -7.5, 20]);
    const { positions, faces } = drill();
    const both = {
      positions: [...positions, ...collar.positions],
      faces: [...faces, ...[...collar.faces].map((vertex) => vertex + positions.length / 3)],
    };
    const cuts = { from: [0, 0, 0], to: [0, 0, 10], radius: RADIUS + 0.5 };
    const alone = fed(drill(), options, [0, 0, -1], undefined, 1);
    const found = fed(both, { ...options, cuts }, [0, 0, -1], undefined, 1);
    const cutting = (of: typeof alone) => of.edges.cuts.reduce((sum, cut) => sum + cut, 0);
    expect(cutting(found)).toBe(cutting(alone));
    const inside = [...found.edges.cuts].filter((cut, i) => cut === 1 && found.samples.points[3 * i + 2] > TIP + 0.5);
    expect(inside.length).toBe(0);
    // The web's area along the axis is a disc of WEB_SHARE·R, up to half a ring of samples, 0.15 mm apart.
    const radius = Math.sqrt(found.edges.chisel!.area / Math.PI);
    expect(Math.abs(radius - 0.2 * RADIUS)).toBeLessThan(0.15);
  });

  test.each([
    ['a closed one', {}, 'pointed at its other end'],
    ['one whose `cuts` leave out its back', { cuts: { low: [-5, -5, -1], high: [5, 5, 9] } }, 'faces that way'],
    [
      'one of which no sample may cut',
      { axis: [0, 0, -1], cuts: { low: [8, 8, 8], high: [9, 9, 9] } },
      'faces that way',
    ],
  ])('whose axis does not point to its tip is refused: %s', (_name, given, why) => {
    const made = () => fed(drill(), { ...options, axis: [0, 0, 1], ...given }, [0, 0, 1], undefined, 1);
    expect(made).toThrow(expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining(why) }));
    expect(made).toThrow('give the opposite axis');
  });
});

test(`the part that cuts is the box or the capsule given, and no sample outside of it cuts (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { in: 0, out: 0 };
  for (let round = 0; round < longRun(2000, 400); round++) {
    const p = [signed(random), signed(random), signed(random)].map((x) => 2 * x);
    const [a, b] = [0, 1].map(() => [signed(random), signed(random), signed(random)].map((x) => 3 * x));
    const radius = 2 * random() + 0.1;
    const low = a.map((x, k) => Math.min(x, b[k]));
    const high = a.map((x, k) => Math.max(x, b[k]));
    expect(isInPart({ low, high }, p, 0)).toBe(p.every((x, k) => low[k] <= x && x <= high[k]));
    // The least distance to the segment by brute force, off by at most half a step of it.
    const steps = 400;
    const length = Math.hypot(...a.map((x, k) => b[k] - x));
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n <= steps; n++)
      least = Math.min(least, Math.hypot(...p.map((x, k) => x - a[k] - (n / steps) * (b[k] - a[k]))));
    const isIn = isInPart({ from: a, to: b, radius }, p, 0);
    if (Math.abs(least - radius) > length / (2 * steps)) expect(isIn).toBe(least < radius);
    seen[isIn ? 'in' : 'out']++;
  }
  console.log(JSON.stringify(seen));
  expect(Math.min(seen.in, seen.out)).toBeGreaterThan(longRun(200, 40));
  const cuts = { low: [-9, -9, -9], high: [9, 9, 0] };
  const { edges, samples } = fed(ball, { tool: 'burr', cuts, ...LAW }, [0, 0, -1]);
  const wrong = [...edges.cuts].filter((cut, i) => cut !== Number(samples.points[3 * i + 2] <= 0));
  expect([wrong.length, samples.count > 100]).toEqual([0, true]);
});
