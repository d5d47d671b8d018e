// fitPowerLaw against laws that the points obey, and a case worked by hand.

import { describe, expect, test } from '@jest/globals';
import { fitPowerLaw } from '#validation/log-log-fit.ts';

describe('points on a power law', () => {
  test.each([
    [-1, 3],
    [0, 2.5],
    [1, 0.25],
    [2, 7],
    [3, 1e-9],
  ])('order %s, constant %s: both come back to rounding, r² = 1', (order, constant) => {
    const x = [0.25, 0.5, 1, 3, 4.5];
    const law = fitPowerLaw(
      x,
      x.map((value) => constant * value ** order),
    );
    expect(law?.order).toBeCloseTo(order, 12);
    expect((law?.constant ?? 0) / constant).toBeCloseTo(1, 12);
    expect(law?.r2).toBeCloseTo(1, 12);
  });
});

test('points off any law: the normal equations, worked by hand', () => {
  // In powers of two: log x = 0, 1, 2; log y = 0, 3, 3. Slope (−1·−2 + 0·1 + 1·1) / 2 = 3/2; intercept 2 − 3/2 = 1/2;
  // r² = 3² / (2 · 6) = 3/4.
  const law = fitPowerLaw([1, 2, 4], [1, 8, 8]);
  expect(law?.order).toBeCloseTo(3 / 2, 12);
  expect(law?.constant).toBeCloseTo(Math.SQRT2, 12);
  expect(law?.r2).toBeCloseTo(3 / 4, 12);
});

test('too little to tell a law by is no law: two points; one x only', () => {
  expect(fitPowerLaw([1, 2], [3, 4])).toBeUndefined();
  expect(fitPowerLaw([], [])).toBeUndefined();
  expect(fitPowerLaw([3, 3, 3], [1, 2, 4])).toBeUndefined();
});
