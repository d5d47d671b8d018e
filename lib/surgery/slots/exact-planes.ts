// Exact planes → the same in lowest terms, the points where three of them meet, and both as f64 numbers.

import { cross, dot, roundedQuotient, type Vector } from '#triangles';

/** What lies in front of it is where `normal` points: n·x > offset, for x in units of 2^exponent. */
export interface ExactPlane {
  readonly normal: Vector;
  readonly offset: bigint;
}

export interface ExactPoint {
  readonly x: Vector;
  /** > 0 */
  readonly w: bigint;
}

/** Cramer's rule; null if the planes have no point, or more than one, in common. */
export function meetingOf(a: ExactPlane, b: ExactPlane, c: ExactPlane): ExactPoint | null {
  const [bc, ca, ab] = [cross(b.normal, c.normal), cross(c.normal, a.normal), cross(a.normal, b.normal)];
  const w = dot(a.normal, bc);
  if (w === 0n) return null;
  const sign = w > 0n ? 1n : -1n;
  const at = (k: number) => sign * (a.offset * bc[k] + b.offset * ca[k] + c.offset * ab[k]);
  return { x: [at(0), at(1), at(2)], w: sign * w };
}

export function isSame(p: ExactPoint, q: ExactPoint): boolean {
  return p.x.every((x, k) => x * q.w === q.x[k] * p.w);
}

/**
 * @param offset the normal's product with a point of integers. @returns the same plane in lowest terms, the first
 * component of its normal that is not 0 being positive; and 1 if it faces as given, or else −1.
 */
export function lowestTerms(normal: Vector, offset: bigint): { readonly plane: ExactPlane; readonly sign: 1 | -1 } {
  const first = normal.find((x) => x !== 0n) ?? 1n;
  const divisor = normal.reduce(commonDivisor, 0n) * (first < 0n ? -1n : 1n);
  const [x, y, z] = normal.map((component) => component / divisor);
  return { plane: { normal: [x, y, z], offset: offset / divisor }, sign: first < 0n ? -1 : 1 };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [m, n] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (n !== 0n) [m, n] = [n, m % n];
  return m;
}

function largestOf(v: Vector): bigint {
  let most = 0n;
  for (const x of v) {
    const size = x < 0n ? -x : x;
    if (size > most) most = size;
  }
  return most;
}

/** f64 numbers in the ratios of integers, each rounded once; the largest is 1 or −1. */
export function inRatio(v: Vector): readonly number[] {
  const most = largestOf(v);
  return v.map((x) => roundedQuotient(x, most, 0));
}

export function roundedPlane({ normal, offset }: ExactPlane, exponent: number): readonly number[] {
  return [...inRatio(normal), roundedQuotient(offset, largestOf(normal), exponent)];
}
