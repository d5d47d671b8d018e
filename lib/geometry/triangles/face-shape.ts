// A face → how often it must be halved, and how far its points lie from its corners.

import { OptionError, UNIT_ROUNDOFF } from '#core';
import { edgeSquared } from './corner-distance.ts';

/**
 * The number of levels that fit in a path of 32 bits, at PATH_BITS of lib/base/records/leaf-path.ts per level. This
 * room imports nothing from records; spec/base/records/leaf-path.spec.ts checks that the two agree.
 */
export const DEEPEST_LEVEL = 16;

/** Length of the longest edge, squared, of the face with corners at offsets a, b, c. */
export function longestEdgeSquared(A: Float64Array, a: number, b: number, c: number): number {
  return Math.max(edgeSquared(A, a, b), edgeSquared(A, b, c), edgeSquared(A, c, a));
}

/**
 * The least number of edgewise halvings after which the longest edge is ≤ h, DEEPEST_LEVEL + 1 if there are more. Every
 * sub-triangle of a level is the face scaled by 2^−level, so all leaves of a face lie on one level. An edge within
 * rounding of h (a square carries ≤ 4u) counts as longer.
 * @param h if it is not > 0, no level is fine enough for an edge.
 */
export function leafLevel(longestSquared: number, h: number): number {
  const wanted = h > 0 ? h * h * (1 - 8 * UNIT_ROUNDOFF) : 0;
  let level = 0;
  for (let squared = longestSquared; squared > wanted && level <= DEEPEST_LEVEL; squared /= 4) level++;
  return level;
}

/**
 * The error for a face whose leaf level is beyond DEEPEST_LEVEL. @param slack how much longer its parts' edges may be,
 * mm.
 */
export function resolutionTooFine(
  longestSquared: number,
  slack: number,
  h: number,
  name: string,
  face: number,
): OptionError {
  const longest = Math.sqrt(longestSquared);
  // Raised by a hundredth: rounded to three digits it stays above the limit, even for a posed edge.
  const finest = Number((1.01 * (longest / 2 ** DEEPEST_LEVEL + slack)).toPrecision(3));
  return new OptionError(
    'RESOLUTION_TOO_FINE',
    `Resolution ${h} mm would halve face ${face} of "${name}" (longest edge ${longest} mm) more than ` +
      `${DEEPEST_LEVEL} times; use a resolution of at least ${finest} mm.`,
  );
}

/** The largest magnitude among the coordinates of the corners at offsets a, b, c. */
export function largestCoordinate(A: Float64Array, a: number, b: number, c: number): number {
  let largest = 0;
  for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(A[a + k]), Math.abs(A[b + k]), Math.abs(A[c + k]));
  return largest;
}
