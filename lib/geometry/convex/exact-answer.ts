// A signed distance that f64 leaves open → the exact sign, and value, normal and points to a few roundings.
//
// An answer is open if its interval contains 0 or is wider than the rounding bound, or if its points do not differ by
// the distance along the normal. With h the signed distance of the points' hulls and r the sum of radii, h·|h| is a
// quotient of integers. If the hulls are apart, h − r = (h² − r²)/(h + r): the numerator's sign is exact, it is rounded
// once, and h + r, its root and the quotient add four roundings; so a gap of an ulp comes out as one ulp, not as 0. If
// they overlap, h and r have the same sign in −(|h| + r).

import { UNIT_ROUNDOFF, vectorLength } from '#core';
import { dot, roundedQuotient, roundedRoot, toIntegers, type Vector } from '#triangles';
import { joinSlack } from './bounds.ts';
import { exactContact, exactPoints } from './exact-contact.ts';
import { leastWayOut } from './exact-depth.ts';
import { type Difference, placeDifference, shortestDifference } from './exact-distance.ts';
import type { PosedPair } from './posed-pair.ts';

/** For h − r: one rounding each of the numerator, h, r, h + r and the quotient; rounded up. */
const RELATIVE = 8 * UNIT_ROUNDOFF;

/** Low, high and distance, mm, radii subtracted; and the hulls' nearest points. */
export interface Answer {
  readonly bounds: Float64Array;
  readonly pointFirst: Float64Array;
  readonly pointSecond: Float64Array;
}

/** Whether the difference of the points is the hulls' distance along the normal, within joinSlack. */
export function areJoined(pair: PosedPair, { bounds, pointFirst: p, pointSecond: q }: Answer): boolean {
  const { normal: n, first, second } = pair;
  const distance = bounds[2] + first.radius + second.radius;
  const x = q[0] - p[0] - distance * n[0];
  const y = q[1] - p[1] - distance * n[1];
  const z = q[2] - p[2] - distance * n[2];
  return Math.sqrt(x * x + y * y + z * z) <= joinSlack(pair.magnitude);
}

/**
 * Recomputes an open answer, pair.normal included; its points only if they are not joined.
 * @param isOverlapOpen for hulls that overlap, whether more than the sign is needed.
 * @param most steps of the search for a depth: if they do not suffice, all but the sign stays open.
 */
export function decideExactly(pair: PosedPair, answer: Answer, isOverlapOpen: boolean, most: number): void {
  const { bounds } = answer;
  const points = exactPoints(pair);
  const { first, second, exponent } = points;
  const { contact, normal } = exactContact(pair.normal, first, second);
  const isOverlapping = contact === 'overlapping';
  if (isOverlapping && !isOverlapOpen) {
    keepNegative(bounds);
    if (areJoined(pair, answer)) return;
  }
  const difference = isOverlapping ? leastWayOut(first, second, most) : shortestDifference(first, second, normal);
  if (difference === null) {
    keepNegative(bounds);
    return;
  }
  turnAlong(pair, contact === 'touching' ? normal : difference.vector, isOverlapping ? -1 : 1);
  if (contact === 'apart') measureApart(pair, difference, exponent, bounds);
  else measureOverlap(pair, difference, exponent, bounds);
  if (!areJoined(pair, answer))
    placeDifference(difference, pair.first.points, points.stored, answer.pointFirst, answer.pointSecond);
}

function keepNegative(bounds: Float64Array): void {
  bounds[1] = Math.min(bounds[1], 0);
  bounds[2] = Math.min(bounds[2], bounds[1]);
  if (bounds[2] === 0) bounds[2] = bounds[0];
}

/** Also for hulls that touch: a difference of 0. */
function measureOverlap(pair: PosedPair, { vector, over }: Difference, exponent: number, bounds: Float64Array): void {
  const square = dot(vector, vector);
  const depth = roundedRoot(square, over * over, exponent);
  const sum = Math.max(depth, square === 0n ? 0 : Number.MIN_VALUE) + (pair.first.radius + pair.second.radius);
  const pad = sum === 0 ? 0 : RELATIVE * sum + Number.MIN_VALUE;
  bounds[0] = 0 - sum - pad;
  bounds[1] = Math.min(pad - sum, 0);
  bounds[2] = 0 - sum;
}

function measureApart(pair: PosedPair, { vector, over }: Difference, exponent: number, bounds: Float64Array): void {
  const radii = [pair.first.radius, pair.second.radius];
  const { values, exponent: radiusExponent } = toIntegers([...radii, 0]);
  // Both squares in the unit of the lesser exponent.
  const shift = BigInt(Math.abs(exponent - radiusExponent));
  const isCoarser = exponent > radiusExponent;
  const unit = Math.min(exponent, radiusExponent);
  const radius = (values[0] + values[1]) << (isCoarser ? 0n : shift);
  const square = dot(vector, vector) << (isCoarser ? 2n * shift : 0n);
  const excess = square - radius * radius * over * over;
  const length = roundedRoot(square, over * over, unit);
  const whole = length + (radii[0] + radii[1]);
  // Without radii the root is the distance; the square of a gap below 1e-154 mm would be 0.
  const distance = radius === 0n ? length : roundedQuotient(excess, over * over, 2 * unit) / whole;
  // Values below the least f64 keep their sign.
  const sign = excess > 0n ? 1 : excess < 0n ? -1 : 0;
  const pad = RELATIVE * Math.abs(distance) + (sign === 0 ? 0 : 2 * Number.MIN_VALUE);
  bounds[2] = sign * Math.max(Math.abs(distance), Math.abs(sign) * Number.MIN_VALUE);
  bounds[0] = sign > 0 ? Math.max(bounds[2] - pad, 0) : bounds[2] - pad;
  bounds[1] = sign < 0 ? Math.min(bounds[2] + pad, 0) : bounds[2] + pad;
}

/** Sets pair.normal to the unit vector along an exact direction, or opposite to it. */
function turnAlong(pair: PosedPair, direction: Vector, sign: 1 | -1): void {
  const [largest] = direction.map((x) => (x < 0n ? -x : x)).sort((a, b) => (a < b ? 1 : -1));
  const [x, y, z] = direction.map((entry) => sign * roundedQuotient(entry, largest, 0));
  const length = vectorLength(x, y, z);
  pair.normal.set([x / length, y / length, z / length]);
}
