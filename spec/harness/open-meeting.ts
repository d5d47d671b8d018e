// A segment and a triangle → what they share, by the definition: nothing, one end of the segment, or more.

import { exactFraction, sharedSegment } from '#reference';

/** 'more' if some shared point is neither end: the segment without its ends meets the triangle. */
export function openMeeting(
  a: readonly number[],
  b: readonly number[],
  corners: ArrayLike<number>,
): 'none' | 'end' | 'more' {
  const shared = sharedSegment([...a, ...b, ...b], corners);
  if (shared === undefined) return 'none';
  const isAll = (end: readonly number[]) =>
    [shared.start, shared.end].every((p) => p.every((x, k) => x.compare(exactFraction(end[k])) === 0));
  return isAll(a) || isAll(b) ? 'end' : 'more';
}
