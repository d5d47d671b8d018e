// toIntegers and the vectors of integers against their definitions: ratios kept exactly for every finite f64, products
// by components.

import { describe, expect, test } from '@jest/globals';
import { combined, cross, dot, minus, pointsOnGrid, toIntegers } from '#triangles/integer-vectors.ts';
import { onGrid } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 48;

describe('toIntegers', () => {
  test('takes more numbers than a call takes arguments', () => {
    const { values, exponent } = toIntegers(Array.from({ length: 300_000 }, (_, i) => i / 4));
    expect([values.length, Number(values[299_999]) * 2 ** exponent]).toEqual([300_000, 299_999 / 4]);
  });

  test(`keeps all ratios: signs, zeros, exponents from the denormals to the largest (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let denormal = 0;
    for (let i = 0; i < longRun(2000, 300); i++) {
      // A few exponents apart, or anywhere.
      const middle = Math.floor(2098 * random()) - 1074;
      const spread = random() < 0.5 ? 8 : 2200;
      const numbers = Array.from({ length: 6 }, () => {
        const exponent = Math.min(1023, Math.max(-1074, middle + Math.floor(spread * (random() - 0.5))));
        return random() < 0.1 ? 0 : (random() < 0.5 ? -1 : 1) * (1 + random()) * 2 ** exponent;
      }).filter(Number.isFinite);
      if (numbers.some((x) => x !== 0 && Math.abs(x) < 2 ** -1022)) denormal++;
      const { values: found, exponent } = toIntegers(numbers);
      const { values, places } = onGrid(numbers);
      const at = values.findIndex((value) => value !== 0n);
      if (at < 0) expect(found.every((value) => value === 0n)).toBe(true);
      else {
        expect(found.map((value) => value * values[at])).toEqual(values.map((value) => value * found[at]));
        expect(found[at] > 0n).toBe(numbers[at] > 0);
        // Integers in the unit that it returns.
        const finer = exponent + places;
        const [units, grid] = [BigInt(Math.max(0, finer)), BigInt(Math.max(0, -finer))];
        expect(found.map((value) => value << units)).toEqual(values.map((value) => value << grid));
      }
    }
    expect(denormal).toBeGreaterThan(longRun(100, 15));
  });
});

test('differences and products are those of vectors', () => {
  const [a, b] = [
    [2n, -3n, 5n],
    [7n, 11n, -13n],
  ] as const;
  expect(minus(a, b)).toEqual([-5n, -14n, 18n]);
  expect(dot(a, b)).toBe(14n - 33n - 65n);
  expect(combined(2n, a, -1n, b)).toEqual([-3n, -17n, 23n]);
  expect(cross(a, b)).toEqual([-3n * -13n - 5n * 11n, 5n * 7n - 2n * -13n, 2n * 11n - -3n * 7n]);
});

test('points of an array come to one grid', () => {
  const A = Float64Array.of(9, 0.5, -0.25, 1, 0, 0, 2 ** -4);
  const { points, exponent } = pointsOnGrid(A, [1, 4]);
  expect(points.map((point) => point.map((x) => Number(x) * 2 ** exponent))).toEqual([
    [0.5, -0.25, 1],
    [0, 0, 2 ** -4],
  ]);
});
