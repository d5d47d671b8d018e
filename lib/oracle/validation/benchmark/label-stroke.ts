// A stroke and the oracle's answers at single poses → when the tool first touches, by a walk that skips no contact.
//
// Let V mm bound the path of every point of the tool in the stroke. If the surfaces are d apart at the time t, they
// stay apart for a further d / V: each point of the tool needs at least that long for d mm. So from t = 0 the walk
// advances by (d − a) / V, d being the exact distance, rounded once. The allowance a = 2^-30 mm covers that rounding,
// below 2^-44 mm, and that poses are stored with rounding: with coordinates below 2^9 mm, a pose's entries of at most
// 30 roundings and the 5 of posing move no vertex by more than 35 · 2^-53 · 2^10 < 2^-36 mm from the motion, and so no
// distance by more than twice that.
//
// Once d falls below the floor of 2^-16 mm, times ahead are tried, each twice as far, until at one the surfaces share a
// point. That certifies `high`, which bisection then brings as near to `low` as it can. If they share none within half
// a millimetre of path, or the walk takes too long, the stroke is `grazing` from there.

import type { StrokeLabel } from './benchmark-labels.ts';

export interface StrokeWay {
  /** The stored pose at a time from 0 to 1: 16 numbers. */
  readonly poseAt: (time: number) => ArrayLike<number>;
  /** V, mm. */
  readonly way: number;
}

/** Queries on the two bodies at a pose. */
interface PoseOracle {
  /** Whether they share a point, or one lies inside the other: exact. */
  inContact(pose: ArrayLike<number>): boolean;
  /** Whether the surfaces share a point: exact. */
  sharesPoint(pose: ArrayLike<number>): boolean;
  /** mm: the exact distance of the surfaces, rounded once. */
  distance(pose: ArrayLike<number>): number;
}

const ALLOWANCE = 2 ** -30;
const FLOOR = 2 ** -16;
/** mm of path within which contact is searched from where the walk reached its floor. */
const SEARCHED = 0.5;
const MOST_STEPS = 4000;

export function labelStroke({ poseAt, way }: StrokeWay, oracle: PoseOracle): StrokeLabel {
  if (oracle.inContact(poseAt(0))) return { status: 'initial', low: 0, high: 0 };
  let low = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const distance = oracle.distance(poseAt(low));
    if (distance <= FLOOR) {
      const high = contactFrom(low, way, (time) => oracle.sharesPoint(poseAt(time)));
      return high === null ? { status: 'grazing', low, high: 1 } : { status: 'contact', low, high };
    }
    // The quotient's and the sum's roundings are far below the allowance's share.
    low += (distance - ALLOWANCE) / way;
    if (low >= 1) return { status: 'free', low: 1, high: 1 };
  }
  return { status: 'grazing', low, high: 1 };
}

/** A time after `low` at which the surfaces share a point, roughly the first; null if none is found. */
function contactFrom(low: number, way: number, touches: (time: number) => boolean): number | null {
  for (let ahead = FLOOR; ahead <= 2 * SEARCHED; ahead *= 2) {
    let high = Math.min(1, low + ahead / way);
    if (touches(high)) {
      let free = low;
      while ((high - free) * way > FLOOR / 4) {
        const middle = (free + high) / 2;
        if (touches(middle)) high = middle;
        else free = middle;
      }
      return high;
    }
    if (high === 1) return null;
  }
  return null;
}
