// f64 numbers and fractions → exact integers on a common grid, and back to fractions.

import { Fraction } from 'fraction.js';
import { KerfError } from '#core';

/** An exact number: an f64, taken as the binary fraction that it is, or a Fraction, on BigInt. */
export type ExactNumber = number | Fraction;
/** A quotient of integers, denominator > 0, not reduced. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const STEP = 32;

/**
 * The exact value of an f64. (`new Fraction(0.1)` gives 1/10, which is not the number that 0.1 stores.)
 * @throws KerfError NON_FINITE_COORDINATE.
 */
export function exactFraction(value: ExactNumber): Fraction {
  if (typeof value !== 'number') return value;
  const places = binaryPlaces(value);
  return new Fraction(BigInt(scaledUp(value, places)), 1n << BigInt(places));
}

/** An unreduced quotient → a Fraction. */
export function ratioFraction(ratio: Ratio): Fraction {
  return new Fraction(ratio.numerator, ratio.denominator);
}

/**
 * The least unit 2^32k, times the denominators of any fractions, that makes every given number times the unit an
 * integer. Points on one grid can be added, subtracted, multiplied and compared as integers.
 * @throws KerfError NON_FINITE_COORDINATE.
 */
export function commonUnit(...lists: readonly ArrayLike<ExactNumber>[]): bigint {
  return refinedUnit(1n, ...lists);
}

/** The least multiple of a grid's unit whose grid also contains the given numbers. */
export function refinedUnit(base: bigint, ...lists: readonly ArrayLike<ExactNumber>[]): bigint {
  let places = 0;
  let unit = base;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const value = list[i];
      if (typeof value === 'number') places = Math.max(places, binaryPlaces(value));
      else unit = leastCommonMultiple(unit, value.d);
    }
  return leastCommonMultiple(unit, 1n << BigInt(places));
}

/** value · unit, which must be an integer (see `commonUnit`). */
export function onGrid(value: ExactNumber, unit: bigint): bigint {
  if (typeof value !== 'number') return (value.s * value.n * unit) / value.d;
  const places = binaryPlaces(value);
  return (BigInt(scaledUp(value, places)) * unit) >> BigInt(places);
}

export function isLess(a: Ratio, b: Ratio): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

/**
 * The least multiple of 32 such that value · 2^places is an integer. Multiplying a non-integer f64 (which is below
 * 2^53) by 2^32 is exact.
 */
function binaryPlaces(value: number): number {
  if (!Number.isFinite(value))
    throw new KerfError(
      'NON_FINITE_COORDINATE',
      `The oracle was given the coordinate ${value}, expected a finite number; check the input before asking for an exact answer.`,
    );
  let places = 0;
  for (let scaled = value; !Number.isInteger(scaled); scaled *= 2 ** STEP) places += STEP;
  return places;
}

function scaledUp(value: number, places: number): number {
  let scaled = value;
  for (let done = 0; done < places; done += STEP) scaled *= 2 ** STEP;
  return scaled;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let divisor = a;
  for (let rest = b; rest !== 0n; ) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
