// Penetration ↔ numbers in memory that threads share.

import type { Penetration } from '#records';

/** When the device's pose that it refers to, or that the proxy followed, was read: ms, as TAKEN_AT of a model. */
export const READ_AT = 0;
const IS_SOLID = 1;
const THROUGH = 2;
const PROTRUSION = 3;
const POINT = 5;
const HAS_FEED = 8;
const INSERTION = 9;
const WALL = 11;
export const PENETRATION_SIZE = 13;

/** @param penetration null: one of the bodies is not a solid. */
export function packPenetration(penetration: Penetration | null, readAt: number, out: Float64Array): void {
  out.fill(0);
  out[READ_AT] = readAt;
  if (penetration === null) return;
  const { through, protrusion, protrusionPoint, insertion, wallAhead } = penetration;
  out[IS_SOLID] = 1;
  out[THROUGH] = through ? 1 : 0;
  out.set([protrusion.low, protrusion.high, ...protrusionPoint], PROTRUSION);
  if (insertion === null || wallAhead === null) return;
  out[HAS_FEED] = 1;
  out.set([insertion.low, insertion.high], INSERTION);
  out.set([wallAhead.low, wallAhead.high], WALL);
}

export function unpackPenetration(numbers: Float64Array): Penetration | null {
  if (numbers[IS_SOLID] === 0) return null;
  const interval = (at: number) => ({ low: numbers[at], high: numbers[at + 1] });
  const hasFeed = numbers[HAS_FEED] === 1;
  return {
    through: numbers[THROUGH] === 1,
    protrusion: interval(PROTRUSION),
    protrusionPoint: numbers.slice(POINT, POINT + 3),
    insertion: hasFeed ? interval(INSERTION) : null,
    wallAhead: hasFeed ? interval(WALL) : null,
  };
}
