// Two poses of a path, one after the other → where contact begins or ends on the way between them.
//
//   free     → free        it may begin and end: neither pose shows it
//   free     → in contact  it begins
//   contact  → free        it ends: the first contact of the way back
//   contact  → contact     no search is made

import type { Pose } from '#records';
import type { BetweenPoses, FirstContact, LastContact } from '../detector.ts';
import type { FirstContactQuery } from './first-contact-query.ts';

/** @param touches whether the tool is in contact, or enclosed, at each of the two poses. */
export function contactBetween(
  query: FirstContactQuery,
  poses: readonly [Pose, Pose],
  touches: readonly [boolean, boolean],
): BetweenPoses {
  const [from, to] = poses;
  const begins = touches[0] ? null : contactOf(query.find({ from, to }, {}));
  const isMet = touches[0] || begins !== null;
  const back = touches[1] || !isMet ? null : contactOf(query.find({ from: to, to: from }, {}));
  return { begins, ends: back === null ? null : backward(back) };
}

const contactOf = (found: FirstContact): FirstContact | null => (found.status === 'free' ? null : found);

/** Times run backward; 1 − t is rounded by at most 2^-54, in the direction that keeps every proof of "free" valid. */
function backward({ time, lowPose, highPose, ...rest }: FirstContact): LastContact {
  const high = Math.min(1, 1 - time.low + 2 ** -53);
  return { ...rest, time: { low: 1 - time.high, high }, lowPose: highPose, highPose: lowPose };
}
