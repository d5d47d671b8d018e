// Quotients of integers and their roots against the oracle's roundings: to nearest, ties to even, from the denormals
// up.

import { describe, expect, test } from '@jest/globals';
import { exactFraction, roundedFraction, roundedSquareRoot } from '#reference';
import { roundedQuotient, roundedRoot } from '#triangles/rounded-integers.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1311;
const COUNT = longRun(2000, 200);

/** With up to `bits` bits. */
function integer(random: () => number, bits: number): bigint {
  let value = 0n;
  for (let i = 0; i < bits; i += 30) value = (value << 30n) | BigInt(Math.floor(2 ** 30 * random()));
  return (value >> BigInt(Math.floor(bits * random()))) + 1n;
}

const fraction = (n: bigint, d: bigint) => exactFraction(1).mul(n).div(d);

describe('roundedQuotient', () => {
  test(`of integers of any size, signs and exponents (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < COUNT; i++) {
      const [n, d] = [integer(random, 400), integer(random, 400)];
      const exponent = Math.floor(200 * (random() - 0.5));
      const unit = exactFraction(2 ** exponent);
      const expected = roundedFraction(fraction(n, d).mul(unit));
      expect(roundedQuotient(n, d, exponent)).toBe(expected);
      expect(roundedQuotient(-n, d, exponent)).toBe(-expected);
      expect(roundedQuotient(n, -d, exponent)).toBe(-expected);
    }
  });

  test('ties go to even, and the least that is lost decides', () => {
    expect(roundedQuotient((1n << 54n) + 2n, 4n, 0)).toBe(2 ** 52);
    for (const places of [10n, 60n, 400n])
      expect(roundedQuotient((((1n << 54n) + 2n) << places) + 1n, 4n << places, 0)).toBe(2 ** 52 + 1);
    expect(roundedQuotient((1n << 54n) + 6n, 4n, 0)).toBe(2 ** 52 + 2);
  });

  test('0, the least number and what lies below it', () => {
    expect(roundedQuotient(0n, 7n, 12)).toBe(0);
    expect(roundedQuotient(1n, 1n, -1074)).toBe(Number.MIN_VALUE);
    expect(roundedQuotient(3n, 1n << 2000n, 926)).toBe(3 * Number.MIN_VALUE);
    expect(roundedQuotient(1n, 3n, -1074)).toBe(0);
    expect(roundedQuotient(1n << 3000n, 1n, -2990)).toBe(1024);
  });
});

describe('roundedRoot', () => {
  test(`of quotients of integers of any size (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < COUNT; i++) {
      const [a, b] = [integer(random, 200), integer(random, 200)];
      const [n, d] = i % 3 === 0 ? [a * a, b * b] : [a * b + 1n, integer(random, 400)];
      const exponent = Math.floor(100 * (random() - 0.5));
      const unit = exactFraction(4 ** exponent);
      expect(roundedRoot(n, d, exponent)).toBe(roundedSquareRoot(fraction(n, d).mul(unit)));
    }
    expect(roundedRoot(0n, 5n, 3)).toBe(0);
    expect(roundedRoot(1n, 1n << 4000n, 2000)).toBe(1);
    expect(roundedRoot(9n, 4n, -1074)).toBe(2 * Number.MIN_VALUE);
  });

  test(`roots that are ties go to even; the least above one goes up (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < COUNT; i++) {
      const whole = 2 ** 52 + Math.floor(2 ** 52 * random());
      const tie = 2n * BigInt(whole) + 1n;
      expect(roundedRoot(tie * tie, 4n, 0)).toBe(whole % 2 === 0 ? whole : whole + 1);
      for (const places of [10n, 100n, 400n])
        expect(roundedRoot(((tie * tie) << places) + 1n, 4n << places, 0)).toBe(whole + 1);
    }
  });
});
