// A triangle's quarters: each is half as long, turns the same way, and together they are the triangle.

import { expect, test } from '@jest/globals';
import { writeQuarter } from '#triangles';
import { mulberry32 } from '#harness/random.ts';

const SEED = 4;

/** Whether a triangle, seen along z, holds a place. */
const inside = (P: ArrayLike<number>, u: number, v: number): boolean =>
  [0, 1, 2].every((n) => {
    const [a, b] = [3 * n, 3 * ((n + 1) % 3)];
    return (P[b] - P[a]) * (v - P[a + 1]) - (P[b + 1] - P[a + 1]) * (u - P[a]) >= 0;
  });

test(`each point lies in one of the four, which turn as the triangle does (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const parent = Float64Array.of(0, 0, 1, 4, 1, 3, 1, 3, -2);
  const quarters = [0, 1, 2, 3].map((child) => {
    const out = new Float64Array(12).fill(7);
    writeQuarter(parent, child, out, 3);
    expect([...out.subarray(0, 3)]).toEqual([7, 7, 7]);
    return out.subarray(3);
  });
  const side = (P: ArrayLike<number>, a: number, b: number) =>
    [0, 1, 2].map((k) => P[3 * b + k] - P[3 * a + k]).reduce((sum, x) => sum + x * x, 0);
  for (const quarter of quarters)
    expect([0, 1, 2].map((n) => side(quarter, n, (n + 1) % 3)).sort()).toEqual(
      [0, 1, 2].map((n) => side(parent, n, (n + 1) % 3) / 4).sort(),
    );
  for (let n = 0; n < 1000; n++) {
    const [u, v] = [4 * random(), 3 * random()];
    expect(quarters.filter((quarter) => inside(quarter, u, v))).toHaveLength(inside(parent, u, v) ? 1 : 0);
  }
});
