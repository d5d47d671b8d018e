// Exact points → f64 points, with bounds on their errors.

import { type ExactNumber, exactFraction } from './exact-numbers.ts';
import { above } from './f64-bounds.ts';
import { isF64, type Numbers, type Point } from './integer-vectors.ts';
import { type Rounding, roundedFraction } from './rounded-numbers.ts';

/** An f64 point, and a bound on its distance from the exact point that it stands for, mm; 0 if it is that point. */
export interface RoundedPoint {
  readonly at: readonly [number, number, number];
  readonly off: number;
}

export function roundedPoint(x: ExactNumber, y: ExactNumber, z: ExactNumber): RoundedPoint {
  const at = [nearestF64(x), nearestF64(y), nearestF64(z)] as const;
  const kept = isKept(x, at[0]) && isKept(y, at[1]) && isKept(z, at[2]);
  return { at, off: kept ? 0 : roundingOf(...at) };
}

/**
 * A bound on how far rounding moves a point, mm. Each coordinate is off by ≤ 2^-53 of itself or by 2^-1075; 2^-52 of
 * their sum covers that, one more rounding of each, and the sum's own.
 */
export function roundingOf(x: number, y: number, z: number): number {
  return above((Math.abs(x) + Math.abs(y) + Math.abs(z)) * 2 ** -52 + 2 ** -1070);
}

/**
 * An upper bound of the distance of the two exact points, mm: the root of the squares is a relative 4 · 2^-53 off, or
 * 2^-537 if they underflow.
 */
export function distanceAbove(a: RoundedPoint, b: RoundedPoint): number {
  const x = a.at[0] - b.at[0];
  const y = a.at[1] - b.at[1];
  const z = a.at[2] - b.at[2];
  return (Math.sqrt(x * x + y * y + z * z) + a.off + b.off) * (1 + 2 ** -48) + 2 ** -500;
}

/** The greatest f64 point not above a point in any coordinate, and the least not below it. */
export function roundedEnds(point: Point): readonly [low: Numbers, high: Numbers] {
  if (isF64(point)) return [point, point];
  const end = (rounding: Rounding) =>
    Array.from(point, (value) => (typeof value === 'number' ? value : roundedFraction(value, rounding)));
  return [end('down'), end('up')];
}

function nearestF64(value: ExactNumber): number {
  return typeof value === 'number' ? value : roundedFraction(value);
}

function isKept(value: ExactNumber, rounded: number): boolean {
  return typeof value === 'number' || value.equals(exactFraction(rounded));
}
