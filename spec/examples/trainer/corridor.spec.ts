// The corridor about a planned line: closed form for a square, and by brute force what lies in it for any polygon.

import { expect, test } from '@jest/globals';
import { createSurface, inspectMesh } from '#kerf';
import { corridor, frameOf, halfWidth } from '../../../examples/trainer/src/corridor.ts';
import { offLine } from '../../../examples/trainer/src/off-line.ts';
import type { Point } from '../../../examples/trainer/src/plan.ts';
import { scaled, sum, unit } from '../../../examples/trainer/src/vectors.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 5601;

/** A polygon round a centre, its corners at random distances from it, in the plane across `outward`. */
function polygon(random: () => number, outward: Point, count: number, least: number): Point[] {
  const { u, v } = frameOf(outward);
  return Array.from({ length: count }, (_, n) => {
    const angle = (2 * Math.PI * n) / count;
    const radius = least + (20 - least) * random();
    return sum([30, -20, 50], sum(scaled(u, radius * Math.cos(angle)), scaled(v, radius * Math.sin(angle))));
  });
}

const holeAt = (at: Point) => ({ at, diameter: 1 });

test('a square has a ring of the closed form, either way round; one that the margin covers is solid', () => {
  const outward: Point = [0, 0, 1];
  const square = (side: number): Point[] => [
    [0, 0, 0],
    [side, 0, 0],
    [side, side, 0],
    [0, side, 0],
  ];
  for (const line of [square(10), square(10).toReversed()]) {
    const { closed, oriented, manifold, volume, bounds } = inspectMesh(
      corridor({ line, outward, margin: 2, burrHole: holeAt(line[0]) }),
    );
    expect({ closed, oriented, manifold }).toEqual({ closed: true, oriented: true, manifold: true });
    const height = bounds.max[2] - bounds.min[2];
    // Small whole numbers: exact.
    expect(volume).toBe((14 * 14 - 6 * 6) * height);
  }
  const solid = inspectMesh(corridor({ line: square(4), outward, margin: 3, burrHole: holeAt([0, 0, 0]) }));
  expect(solid.volume).toBe(10 * 10 * (solid.bounds.max[2] - solid.bounds.min[2]));
  expect(solid.closed).toBe(true);
});

test(`every place within the margin of the line is in it, and the flap's middle is not (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let inside = 0;
  for (let n = 0; n < 60; n++) {
    const outward = unit([random() - 0.5, random() - 0.5, random() - 0.5]);
    const line = polygon(random, outward, 3 + Math.floor(12 * random()), 14);
    const plan = { line: n % 2 === 0 ? line : line.toReversed(), outward, margin: 1, burrHole: holeAt(line[0]) };
    const mesh = corridor(plan);
    const { closed, oriented, volume } = inspectMesh(mesh);
    expect([closed, oriented, volume > 0]).toEqual([true, true, true]);
    const surface = createSurface(mesh);
    const { u, v } = frameOf(outward);
    for (let k = 0; k < 40; k++) {
      const [from, to] = [line[k % line.length], line[(k + 1) % line.length]];
      const share = random();
      const at = from.map((x, axis) => x + share * (to[axis] - x)) as never as Point;
      const angle = 2 * Math.PI * random();
      const radius = 0.99 * random();
      const near = sum(at, sum(scaled(u, radius * Math.cos(angle)), scaled(v, radius * Math.sin(angle))));
      expect(offLine(line, near)).toBeLessThan(1);
      expect(surface.side(near)).toBe(1);
      inside++;
    }
    expect(surface.side([30, -20, 50])).toBe(-1);
  }
  expect(inside).toBe(2400);
});

test('it is as wide as the burr hole where that reaches farther', () => {
  const line: Point[] = [
    [0, 0, 0],
    [30, 0, 0],
    [30, 30, 0],
  ];
  expect(halfWidth({ line, margin: 3, burrHole: { at: [15, -2, 0], diameter: 8 } })).toBe(6);
  expect(halfWidth({ line, margin: 7, burrHole: { at: [15, -2, 0], diameter: 8 } })).toBe(7);
});
