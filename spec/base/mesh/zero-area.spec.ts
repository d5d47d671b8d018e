import { describe, expect, test } from '@jest/globals';
import { hasZeroArea } from '#mesh/zero-area.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { isZeroArea } from './plain-inspection.ts';

const orders = [
  [0, 3, 6],
  [0, 6, 3],
  [3, 0, 6],
  [3, 6, 0],
  [6, 0, 3],
  [6, 3, 0],
];

function zeroInEveryOrder(points: number[][]): boolean {
  const flat = points.flat();
  const answers = orders.map(([i, j, k]) => hasZeroArea(flat, i, j, k));
  expect(new Set(answers).size).toBe(1);
  return answers[0];
}

describe('hasZeroArea', () => {
  test.each([1e-3, 1, 1e3])('coincident, collinear and barely not collinear corners at scale %d', (scale) => {
    const at = (...p: number[]): number[] => p.map((value) => value * scale);
    expect(zeroInEveryOrder([at(1, 2, 3), at(1, 2, 3), at(1, 2, 3)])).toBe(true);
    expect(zeroInEveryOrder([at(1, 2, 3), at(1, 2, 3), at(4, 5, 7)])).toBe(true);
    expect(zeroInEveryOrder([at(0, 0, 0), at(1, 2, 3), at(2, 4, 6)])).toBe(true);
    expect(zeroInEveryOrder([at(0, 0, 0), at(1, 2, 3), [2 * scale, 4 * scale, 6 * scale * (1 + Number.EPSILON)]])).toBe(
      false,
    );
    expect(zeroInEveryOrder([at(5, 0, 0), at(5, 1, 0), at(5, 0, 1)])).toBe(false);
  });

  test.each([11, 12, 13])('equals the cross product in integers, seed %i', (seed) => {
    const random = mulberry32(seed);
    let zero = 0;
    const trials = longRun(4000, 400);
    for (let trial = 0; trial < trials; trial++) {
      const scale = [1e-3, 1, 1e3][trial % 3];
      const shift = trial % 2 === 0 ? 0 : 1e5;
      const a = [0, 1, 2].map(() => (Math.floor(random() * 5) / 8) * scale + shift);
      const step = [0, 1, 2].map(() => (Math.floor(random() * 7) - 3) * 0.1 * scale);
      const b = a.map((value, axis) => value + step[axis]);
      const c = a.map((value, axis) => value + step[axis] * (trial % 5));
      if (random() < 0.2) c[trial % 3] += 1e-16 * scale;
      const expected = isZeroArea(a, b, c);
      expect(zeroInEveryOrder([a, b, c])).toBe(expected);
      if (expected) zero++;
    }
    expect(zero / trials).toBeGreaterThan(0.3);
    expect(zero / trials).toBeLessThan(0.9);
  });
});
