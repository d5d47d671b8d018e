// Exact quotients and their square roots → f64, rounded once: to nearest, or outward.

import type { Fraction } from 'fraction.js';
import { commonUnit, onGrid, type Ratio } from './exact-numbers.ts';

/**
 * nearest: to the nearest f64, ties to even; down, up: to the neighbouring f64 below or above if the value is not
 * itself an f64.
 */
export type Rounding = 'nearest' | 'down' | 'up';

/** Bits kept before the rounding; any number above 54 + 1 keeps the sticky bit below half a unit in the last place. */
const KEPT_BITS = 64;
const LOWEST_EXPONENT = -1074;

/** The f64 that an exact fraction rounds to; ±Infinity beyond the f64 range. */
export function roundedFraction(value: Fraction, rounding: Rounding = 'nearest'): number {
  return roundedSignedRatio({ numerator: value.s * value.n, denominator: value.d }, rounding);
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

/**
 * sign · √square minus some f64 numbers, rounded down and up. More bits of the root are computed to replace those that
 * cancel: with enough bits of an irrational root, it is certain on which side of an f64 number the difference lies.
 */
export function roundedDifference(
  sign: -1 | 0 | 1,
  square: Ratio,
  subtracted: ArrayLike<number>,
): { low: number; high: number } {
  const unit = commonUnit(subtracted);
  const total = Array.from(subtracted, (value) => onGrid(value, unit)).reduce((sum, value) => sum + value, 0n);
  for (let bits = BigInt(KEPT_BITS); ; bits *= 2n) {
    const [radicand, divisor] = [square.numerator << (2n * bits), square.denominator];
    const root = integerSquareRoot(radicand / divisor);
    const exact = root * root * divisor === radicand;
    const [down, up] = sign < 0 ? [-root - (exact ? 0n : 1n), -root] : [root, root + (exact ? 0n : 1n)];
    const denominator = unit << bits;
    const ratio = (value: bigint) => ({ numerator: value * unit - (total << bits), denominator });
    const ends = (value: bigint, rounding: Rounding) => roundedSignedRatio(ratio(value), rounding);
    const low = ends(down, 'down');
    const high = ends(up, 'up');
    if (exact || (low === ends(up, 'down') && high === ends(down, 'up'))) return { low, high };
  }
}

function roundedSignedRatio({ numerator, denominator }: Ratio, rounding: Rounding): number {
  return numerator < 0n
    ? -roundedRatio({ numerator: -numerator, denominator }, mirrored(rounding))
    : roundedRatio({ numerator, denominator }, rounding);
}

function roundedRatio({ numerator, denominator }: Ratio, rounding: Rounding): number {
  if (numerator === 0n) return 0;
  const places = KEPT_BITS - (bitLength(numerator) - bitLength(denominator));
  const [dividend, divisor] = shifted(numerator, denominator, places);
  const quotient = dividend / divisor;
  return assemble(quotient, -places, quotient * divisor === dividend, rounding);
}

/**
 * The f64 for a value whose leading bits are bits · 2^exponent: equal to that if `exact`, else strictly between
 * bits · 2^exponent and (bits + 1) · 2^exponent. One extra (sticky) bit stands for all that follow.
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

/** value · 2^exponent for an integer value ≤ 2^53, in two exact steps, since 2^exponent alone may be out of range. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const first = Math.trunc(exponent / 2);
  return value * 2 ** first * 2 ** (exponent - first);
}

/** numerator · 2^places / denominator without fractions. */
function shifted(numerator: bigint, denominator: bigint, places: number): [bigint, bigint] {
  return places >= 0 ? [numerator << BigInt(places), denominator] : [numerator, denominator << BigInt(-places)];
}

/** ⌊√value⌋ by Newton's iteration from above, which decreases until it converges. */
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
