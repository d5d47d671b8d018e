// Exact quotients and their square roots → f64, rounded once: to nearest, or outward.

import type { Fraction } from 'fraction.js';
import type { Ratio } from './exact-numbers.ts';

/**
 * nearest: to the nearest f64, ties to even; down, up: to the neighbouring f64 below or above where the value is not an
 * f64 itself.
 */
export type Rounding = 'nearest' | 'down' | 'up';

/**
 * Bits kept before the one rounding; any number above 54 + 1 leaves the sticky bit below half a unit in the last place.
 */
const KEPT_BITS = 64;
const LOWEST_EXPONENT = -1074;

/** The f64 that an exact fraction rounds to; ±Infinity beyond the f64 range. */
export function roundedFraction(value: Fraction, rounding: Rounding = 'nearest'): number {
  return value.s < 0n
    ? -roundedRatio({ numerator: value.n, denominator: value.d }, mirrored(rounding))
    : roundedRatio({ numerator: value.n, denominator: value.d }, rounding);
}

/** The f64 that the square root of an exact number ≥ 0 rounds to: a squared distance (mm²) → a distance (mm). */
export function roundedSquareRoot(square: Fraction | Ratio, rounding: Rounding = 'nearest'): number {
  const { numerator, denominator } =
    'numerator' in square ? square : { numerator: square.s * square.n, denominator: square.d };
  if (numerator === 0n) return 0;
  const half = KEPT_BITS - Math.floor((bitLength(numerator) - bitLength(denominator)) / 2);
  const [radicand, divisor] = shifted(numerator, denominator, 2 * half);
  const quotient = radicand / divisor;
  const root = integerSquareRoot(quotient);
  return assemble(root, -half, root * root === quotient && quotient * divisor === radicand, rounding);
}

function roundedRatio({ numerator, denominator }: Ratio, rounding: Rounding): number {
  if (numerator === 0n) return 0;
  const places = KEPT_BITS - (bitLength(numerator) - bitLength(denominator));
  const [dividend, divisor] = shifted(numerator, denominator, places);
  const quotient = dividend / divisor;
  return assemble(quotient, -places, quotient * divisor === dividend, rounding);
}

/**
 * The f64 for a value of which bits · 2^exponent are the leading bits: exactly so if `exact`, else the value lies
 * strictly between bits · 2^exponent and (bits + 1) · 2^exponent. One doubled bit stands for all that follow.
 */
function assemble(bits: bigint, exponent: number, exact: boolean, rounding: Rounding): number {
  const sticky = 2n * bits + (exact ? 0n : 1n);
  const lowest = exponent - 1;
  const top = bitLength(sticky) + lowest;
  const ulpExponent = Math.max(top - 53, LOWEST_EXPONENT);
  const drop = BigInt(ulpExponent - lowest);
  const floor = sticky >> drop;
  const rest = sticky - (floor << drop);
  const twice = 2n * rest - (1n << drop);
  const nearestUp = twice > 0n || (twice === 0n && (floor & 1n) === 1n);
  const up = rest !== 0n && (rounding === 'up' || (rounding === 'nearest' && nearestUp));
  return timesPowerOfTwo(Number(up ? floor + 1n : floor), ulpExponent);
}

/** value · 2^exponent for an integer value ≤ 2^53, in two exact steps, as 2^exponent alone may be out of range. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const first = Math.trunc(exponent / 2);
  return value * 2 ** first * 2 ** (exponent - first);
}

/** numerator · 2^places / denominator without fractions. */
function shifted(numerator: bigint, denominator: bigint, places: number): [bigint, bigint] {
  return places >= 0 ? [numerator << BigInt(places), denominator] : [numerator, denominator << BigInt(-places)];
}

/** ⌊√value⌋ by Newton's iteration from above, which decreases until it arrives. */
function integerSquareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function bitLength(value: bigint): number {
  const digits = value.toString(16);
  return 4 * digits.length - Math.clz32(Number.parseInt(digits[0], 16)) + 28;
}

function mirrored(rounding: Rounding): Rounding {
  return rounding === 'down' ? 'up' : rounding === 'up' ? 'down' : 'nearest';
}
