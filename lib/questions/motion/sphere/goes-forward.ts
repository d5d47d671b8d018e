// A piece of path and a displacement → whether the piece leads nowhere back, exactly.

import { UNIT_ROUNDOFF } from '#core';
import { dot, minus, toIntegers, type Vector } from '#triangles';

/** More than underflow loses in three products. */
const UNDERFLOW = 2 ** -1000;

/**
 * Whether (b − a)·(to − from) ≥ 0 for the stored numbers: in f64 if that decides, else in integers. Two differences, a
 * product and two sums: each product is off by at most 5 of its roundings, with the errors of the bound itself < 8.
 */
export function goesForward(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): boolean {
  const x = (b[0] - a[0]) * (to[0] - from[0]);
  const y = (b[1] - a[1]) * (to[1] - from[1]);
  const z = (b[2] - a[2]) * (to[2] - from[2]);
  const sum = x + y + z;
  if (Math.abs(sum) > 8 * UNIT_ROUNDOFF * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW) return sum > 0;
  const { values } = toIntegers([a, b, from, to].flatMap((point) => [point[0], point[1], point[2]]));
  const at = (point: number): Vector => [values[3 * point], values[3 * point + 1], values[3 * point + 2]];
  return dot(minus(at(1), at(0)), minus(at(3), at(2))) >= 0n;
}
