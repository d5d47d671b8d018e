// A gap, its closing speed and a bound on acceleration → a time that certainly passes before it closes.
//
//   gap(t) ≥ g − s·t − ½·c·t²     s the closing speed now, negative if it opens; c at least any acceleration
//
// Directed: only the part of a point's motion along the direction of the gap counts (X. Zhang, M. Lee, Y. J. Kim,
// "Interactive continuous collision detection for non-convex polyhedra", 2006). Not linearised: the acceleration of a
// turning point is bounded, not left out.

import { UNIT_ROUNDOFF } from '#core';

/** Covers the roundings of the formula. */
const ROUNDED_DOWN = 1 - 16 * UNIT_ROUNDOFF;

/** @param gap > 0. @param acceleration ≥ 0. @returns Infinity if it never closes. */
export function timeToTouch(gap: number, speed: number, acceleration: number): number {
  const root = Math.sqrt(speed * speed + 2 * acceleration * gap);
  if (speed >= 0) return ((2 * gap) / (speed + root)) * ROUNDED_DOWN;
  return acceleration > 0 ? ((root - speed) / acceleration) * ROUNDED_DOWN : Infinity;
}
