import { describe, expect, test } from '@jest/globals';
import { Fraction } from 'fraction.js';
import { exactFraction, roundedFraction, roundedSquareRoot } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const view = new DataView(new ArrayBuffer(8));

/** The f64 `places` places away from a finite non-negative one. */
function neighbour(value: number, places: number): number {
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(places));
  return view.getFloat64(0);
}

/** All exponents equally likely: random bits, finite. */
function anyNumber(random: () => number): number {
  for (;;) {
    view.setUint32(0, Math.floor(random() * 2 ** 32));
    view.setUint32(4, Math.floor(random() * 2 ** 32));
    const value = view.getFloat64(0);
    if (Number.isFinite(value)) return value;
  }
}

function isEven(value: number): boolean {
  view.setFloat64(0, value);
  return view.getUint8(7) % 2 === 0;
}

const NUMBERS = longRun(1000, 150);

describe('an f64 as a fraction', () => {
  test('is the binary fraction that is stored, not a short decimal near it', () => {
    expect(exactFraction(0.1).toFraction()).toBe('3602879701896397/36028797018963968');
    expect(exactFraction(-1.5).toFraction()).toBe('-3/2');
    expect(exactFraction(-0).n).toBe(0n);
    expect(exactFraction(2 ** 60 + 256).toFraction()).toBe(String(2n ** 60n + 256n));
    expect(exactFraction(Number.MIN_VALUE).d).toBe(2n ** 1074n);
    expect(exactFraction(Number.MAX_VALUE).n).toBe(2n ** 1024n - 2n ** 971n);
  });

  test(`goes back to the same bits, over all exponents (seed 1, ${2 * NUMBERS} numbers)`, () => {
    const random = mulberry32(1);
    for (let i = 0; i < 2 * NUMBERS; i++) {
      const value = anyNumber(random);
      expect(roundedFraction(exactFraction(value))).toBe(value);
      expect(roundedFraction(exactFraction(value), 'up')).toBe(value);
      expect(roundedFraction(exactFraction(value), 'down')).toBe(value);
    }
  });

  test.each([NaN, Infinity, -Infinity])('%d is refused', (value) => {
    expect(() => exactFraction(value)).toThrow(expect.objectContaining({ code: 'NON_FINITE_COORDINATE' }));
  });
});

describe('rounding a fraction once', () => {
  test('halfway cases go to the even neighbour, and a hair decides them', () => {
    const half = new Fraction(1n, 2n ** 53n);
    const hair = new Fraction(1n, 2n ** 400n);
    expect(roundedFraction(exactFraction(1).add(half))).toBe(1);
    expect(roundedFraction(exactFraction(1).add(half).add(hair))).toBe(neighbour(1, 1));
    expect(roundedFraction(exactFraction(neighbour(1, 1)).add(half))).toBe(neighbour(1, 2));
    expect(roundedFraction(exactFraction(neighbour(1, 1)).add(half).sub(hair))).toBe(neighbour(1, 1));
  });

  test('at the ends of the range', () => {
    const tiny = exactFraction(Number.MIN_VALUE);
    expect(roundedFraction(tiny.div(2n))).toBe(0);
    expect(roundedFraction(tiny.mul(3n).div(2n))).toBe(2 * Number.MIN_VALUE);
    expect(roundedFraction(tiny.div(1000n), 'up')).toBe(Number.MIN_VALUE);
    expect(roundedFraction(tiny.div(-1000n), 'down')).toBe(-Number.MIN_VALUE);
    expect(roundedFraction(exactFraction(Number.MAX_VALUE).mul(2n))).toBe(Infinity);
  });

  test(`the definition: no neighbour is nearer, and up and down enclose it (seed 2, ${NUMBERS} quotients)`, () => {
    const random = mulberry32(2);
    let inexact = 0;
    for (let i = 0; i < NUMBERS; i++) {
      const value = exactFraction(Math.abs(anyNumber(random)) + 1e-300).div(exactFraction(1 + random()));
      const nearest = roundedFraction(value);
      if (nearest === Infinity) continue;
      const down = roundedFraction(value, 'down');
      const up = roundedFraction(value, 'up');
      expectNearest(value, nearest, (edge) => edge);
      expect(exactFraction(down).lte(value) && exactFraction(up).gte(value)).toBe(true);
      expect(up).toBe(exactFraction(down).equals(value) ? down : neighbour(down, 1));
      if (up !== down) inexact++;
    }
    expect(inexact).toBeGreaterThan(0.9 * NUMBERS);
  });
});

describe('rounding a square root once', () => {
  test('squares of f64 numbers give them back, whatever the rounding (seed 3)', () => {
    const random = mulberry32(3);
    for (let i = 0; i < 500; i++) {
      const value = Math.abs(anyNumber(random));
      const square = exactFraction(value).mul(exactFraction(value));
      expect(['nearest', 'up', 'down'].map((rounding) => roundedSquareRoot(square, rounding as never))).toEqual([
        value,
        value,
        value,
      ]);
    }
    expect(roundedSquareRoot(new Fraction(0n, 1n))).toBe(0);
  });

  test(`the definition, compared by squares (seed 4, ${NUMBERS} quotients)`, () => {
    const random = mulberry32(4);
    for (let i = 0; i < NUMBERS; i++) {
      const value = exactFraction(Math.abs(anyNumber(random))).div(exactFraction(1 + random()));
      if (value.n === 0n) continue;
      const [down, nearest, up] = (['down', 'nearest', 'up'] as const).map((way) => roundedSquareRoot(value, way));
      expectNearest(value, nearest, (edge) => edge.mul(edge));
      expect(exactFraction(down).mul(exactFraction(down)).lte(value)).toBe(true);
      expect(exactFraction(up).mul(exactFraction(up)).gte(value)).toBe(true);
      expect([down, neighbour(down, 1)]).toContain(up);
    }
  });
});

/**
 * image(edge) is monotone; the value must lie between the images of the two midpoints around the answer, with the ends
 * included only if the answer is even.
 */
function expectNearest(value: Fraction, answer: number, image: (edge: Fraction) => Fraction): void {
  const middle = (a: number, b: number) => image(exactFraction(a).add(exactFraction(b)).div(2n));
  const low = middle(answer, answer === 0 ? 0 : neighbour(answer, -1));
  const high = middle(answer, neighbour(answer, 1));
  expect(isEven(answer) ? value.gte(low) && value.lte(high) : value.gt(low) && value.lt(high)).toBe(true);
}
