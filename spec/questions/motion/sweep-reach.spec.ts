// Why a sweep's answer does not depend on any order: a box is reached no later than the interval of a face in it
// begins, and the interval ends no later than the centre is as deep as sweepDepth says.

import { describe, expect, test } from '@jest/globals';
import { sweepDepth, sweepReach } from '#core';
import { exactSphereOnFace } from '#motion/sphere/exact-sphere.ts';
import { SphereOnFace } from '#motion/sphere/sphere-on-face.ts';
import { SweptSlabs } from '#motion/sphere/swept-slabs.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 1711;
const sphere = new SphereOnFace();
const slabs = new SweptSlabs();
const nearest = new Float64Array(POINT_TRIANGLE_SIZE);

interface Asked {
  readonly corners: Float64Array;
  /** from, to, radius. */
  readonly sweep: number[];
}

/** A sphere that comes straight on, or passes at about the distance of its radius. */
function drawn(random: () => number, scale: number, offset: number, grazes: boolean): Asked {
  const isFlat = random() < 0.5;
  const corners = Float64Array.from(coordinates(random, 9, scale, offset), (x, i) =>
    isFlat && i % 3 === 2 ? offset : x,
  );
  const radius = scale * random();
  const middle = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3);
  const from = isFlat ? [middle[0], middle[1], offset + 2 * scale] : coordinates(random, 3, 2 * scale, offset);
  const to = middle.map((x) => x + (isFlat ? 0 : 0.5 * scale * (random() - 0.5)));
  if (!grazes) return { corners, sweep: [...from, ...to, radius] };
  // Along a line whose least distance to a corner is the radius, up to the last digits.
  const axis = Math.floor(3 * random());
  const beside = radius * (1 + (Math.floor(9 * random()) - 4) * 2 ** -48);
  const start = Array.from(corners.subarray(0, 3), (x, k) => x + (k === axis ? -2 * scale : k === (axis + 1) % 3 ? beside : 0)); // biome-ignore format: one line
  return { corners, sweep: [...start, ...start.map((x, k) => (k === axis ? x + 4 * scale : x)), radius] };
}

function distanceAt(corners: Float64Array, t: number): number {
  pointTriangle(sphere.moveTo(t), 0, corners, 0, 3, 6, nearest);
  return Math.sqrt(nearest[SQUARED]);
}

/** The interval of a face, as the sweeper computes it. */
function intervalOf({ corners, sweep }: Asked): { low: number; high: number } | null {
  const outcome = sphere.meet(corners, 0, 3, 6, 0, 1);
  if (outcome === 'none') return null;
  const { low, high } = sphere;
  if (outcome === 'contact') return { low, high };
  const exact = exactSphereOnFace(sweep, corners);
  return exact === null ? null : { low: Math.max(low, exact.low), high: exact.high };
}

/** The first time, to 2^-50, at which the distance is no greater than that; 2 if none is found. */
function timeWithin(corners: Float64Array, distance: number): number {
  const steps = 64;
  const found = Array.from({ length: steps + 1 }, (_, k) => k / steps).find((t) => distanceAt(corners, t) <= distance);
  if (found === undefined) return 2;
  let [low, high] = [Math.max(0, found - 1 / steps), found];
  while (high - low > 2 ** -50) {
    const middle = (low + high) / 2;
    if (distanceAt(corners, middle) <= distance) high = middle;
    else low = middle;
  }
  return high;
}

describe.each([
  [1, 0],
  [1e-3, 0],
  [1e3, 0],
  [1, 1e5],
])(`scale %d, offset %d, seed ${SEED}`, (scale, offset) => {
  test.each([false, true])('grazing: %s', (grazes) => {
    const random = mulberry32(SEED);
    let met = 0;
    let deep = 0;
    for (let i = 0; i < longRun(3000, 150); i++) {
      const asked = drawn(random, scale, offset, grazes);
      const { corners, sweep } = asked;
      const magnitude = corners.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      sphere.load(sweep, 0, magnitude);
      slabs.load(sphere);
      const interval = intervalOf(asked);
      if (interval === null) continue;
      met++;
      const ends = [0, 1, 2].map((k) => [corners[k], corners[3 + k], corners[6 + k]]);
      const own = [...ends.map((xs) => Math.min(...xs)), ...ends.map((xs) => Math.max(...xs))];
      const outer = own.map((x, k) => x + (k < 3 ? -1 : 1) * scale * random());
      for (const box of [own, outer])
        expect(slabs.entryOf(Float64Array.from(box), 0)).toBeLessThanOrEqual(interval.low);
      const depth = sweepDepth(sphere.radius, sphere.slack);
      const within = depth < 0 ? 2 : timeWithin(corners, depth);
      if (within > 1) continue;
      deep++;
      expect(interval.high).toBeLessThanOrEqual(within);
      expect(distanceAt(corners, interval.low)).toBeLessThan(sweepReach(sphere.radius, sphere.slack));
    }
    console.log(`scale ${scale}, offset ${offset}, grazing ${grazes}: ${met} met, ${deep} deep`);
    expect(met).toBeGreaterThan(longRun(700, 35));
    if (!grazes) expect(deep).toBeGreaterThan(longRun(700, 35));
  });
});
