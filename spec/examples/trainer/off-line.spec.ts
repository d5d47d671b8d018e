// Distances from a tool's axis to a line: closed forms, and never more than at any point of the line.

import { expect, test } from '@jest/globals';
import { axisOffLine, axisOffPoint, offLine } from '../../../examples/trainer/src/off-line.ts';
import type { Point } from '../../../examples/trainer/src/plan.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 5602;
const SQUARE: Point[] = [
  [0, 0, 0],
  [8, 0, 0],
  [8, 8, 0],
  [0, 8, 0],
];
/** A tool whose y is the bone's z, its origin there. */
const upright = (x: number, y: number, z: number) => [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, x, y, z, 1];

test('the depth along the axis does not count; a closed line has its last side too', () => {
  for (const depth of [-50, 0, 3])
    for (const [x, y, off] of [
      [4, 0, 0],
      [4, -3, 3],
      [4, 3, 3],
      [0, 5, 0],
      [-1, 5, 1],
      [11, 12, 5],
      [4, 4, 4],
    ])
      expect(axisOffLine(SQUARE, upright(x, y, depth))).toBe(off);
  expect(axisOffPoint([3, 4, 9], upright(0, 0, -2))).toBe(5);
  expect(offLine(SQUARE, [4, -3, 4])).toBe(5);
});

test(`a tilted axis: the least over points of the line, from above and as near as the points are (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const POINTS = 400;
  for (let n = 0; n < 100; n++) {
    const line = Array.from({ length: 5 }, (): Point => [30 * random(), 30 * random(), 30 * random()]);
    const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...axis);
    const [a, b, c] = axis.map((x) => x / length);
    const from = [30 * random(), 30 * random(), 30 * random()];
    const found = axisOffLine(line, [0, 0, 0, 0, a, b, c, 0, 0, 0, 0, 0, ...from, 1]);
    let least = Number.POSITIVE_INFINITY;
    let step = 0;
    for (const [k, p] of line.entries()) {
      const q = line[(k + 1) % line.length];
      step = Math.max(step, Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]) / POINTS);
      for (let s = 0; s <= POINTS; s++) {
        const away = p.map((x, i) => x + ((q[i] - x) * s) / POINTS - from[i]);
        // |away × axis|: the distance from an axis, without a perpendicular's foot.
        least = Math.min(
          least,
          Math.hypot(away[1] * c - away[2] * b, away[2] * a - away[0] * c, away[0] * b - away[1] * a),
        );
      }
    }
    // A point of the line is at most half a step from one of those; 2^-40 is far above the rounding of these sizes.
    expect(found).toBeLessThanOrEqual(least + 2 ** -40);
    expect(found).toBeGreaterThanOrEqual(least - step / 2 - 2 ** -40);
  }
});
