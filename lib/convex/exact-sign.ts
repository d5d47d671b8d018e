// An interval of a signed distance that holds 0 → whether the bodies are apart, kiss or penetrate, exactly; and, where
// their points' hulls share no point, the distance to a few roundings.
//
// With d the hulls' distance and r the sum of radii, d − r = (d² − r²)/(d + r). d² is a quotient of integers, and so is
// d² − r²: its sign is exact, it is rounded once, and d + r, its root and the quotient have four roundings more. So a
// gap of an ulp comes out as one of an ulp, not as 0.

import { UNIT_ROUNDOFF, vectorLength } from '../core/index.ts';
import { dot, roundedQuotient, roundedRoot, toIntegers, type Vector } from '../triangles/index.ts';
import { exactContact, exactPoints } from './exact-contact.ts';
import { shortestDifference } from './exact-distance.ts';
import type { PosedPair } from './posed-pair.ts';

/** Of d − r: one rounding of the numerator, d's own, of r, of d + r and of the quotient; rounded up. */
const RELATIVE = 8 * UNIT_ROUNDOFF;

/**
 * Narrows [low, high] = bounds[0 … 1], mm, radii taken off, to one side of 0 or to 0, and sets bounds[2], the distance.
 * Turns pair.normal where an exact one is known.
 */
export function decideSign(pair: PosedPair, bounds: Float64Array): void {
  const radii = [pair.first.radius, pair.second.radius];
  const { contact, normal } = exactContact(pair);
  if (contact !== 'overlapping') turnAlong(pair, normal);
  if (contact === 'overlapping' || (contact === 'touching' && radii[0] + radii[1] > 0)) {
    bounds[1] = Math.min(bounds[1], 0);
    bounds[2] = Math.min(bounds[2], bounds[1]);
    if (bounds[2] === 0) bounds[2] = bounds[0];
    return;
  }
  if (contact === 'touching') {
    bounds.fill(0);
    return;
  }
  const { first, second, exponent } = exactPoints(pair);
  const { vector, over } = shortestDifference(first, second, normal);
  turnAlong(pair, vector);
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
  // Without radii the root is the distance; its square, of a gap below 1e-154 mm, would be 0.
  const distance = radius === 0n ? length : roundedQuotient(excess, over * over, 2 * unit) / whole;
  // Of what is below the least f64 the sign is kept.
  const sign = excess > 0n ? 1 : excess < 0n ? -1 : 0;
  const pad = RELATIVE * Math.abs(distance) + (sign === 0 ? 0 : 2 * Number.MIN_VALUE);
  bounds[2] = sign * Math.max(Math.abs(distance), Math.abs(sign) * Number.MIN_VALUE);
  bounds[0] = sign > 0 ? Math.max(bounds[2] - pad, 0) : bounds[2] - pad;
  bounds[1] = sign < 0 ? Math.min(bounds[2] + pad, 0) : bounds[2] + pad;
}

/** Sets pair.normal to the unit vector of an exact direction. */
function turnAlong(pair: PosedPair, direction: Vector): void {
  const [largest] = direction.map((x) => (x < 0n ? -x : x)).sort((a, b) => (a < b ? 1 : -1));
  const [x, y, z] = direction.map((entry) => roundedQuotient(entry, largest, 0));
  const length = vectorLength(x, y, z);
  pair.normal.set([x / length, y / length, z / length]);
}
