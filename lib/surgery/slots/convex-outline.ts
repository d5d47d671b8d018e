// Places in a plane → their convex outline, and how far its corners move when its edges move across themselves by 1.
//
//        ╲ α ╱        With interior angle α and unit vectors a, b from the corner along its edges, |a − b| is
//      a  ╲ ╱  b      2·sin(α/2) and |a + b| is 2·cos(α/2). If both edges move inward by 1, the corner moves by
//          ●          1/sin(α/2) along a + b; if one moves inward and the other outward, by 1/cos(α/2) along a − b.
//                     What edges do otherwise, by at most 1 each, is a mean of such moves, so no corner moves farther.

import { type Place, turn } from '#osteotomy';

/** Corners of the convex hull, counter-clockwise: R. A. Jarvis, "On the identification of the convex hull", 1973. */
export function convexOutline(places: readonly Place[]): Place[] {
  const isBefore = (p: Place, q: Place) => p[0] < q[0] || (p[0] === q[0] && p[1] < q[1]);
  const first = places.reduce((a, b) => (isBefore(b, a) ? b : a));
  const outline = [first];
  for (;;) {
    const last = outline[outline.length - 1];
    let next = last;
    for (const p of places) {
      if (distance(last, p) === 0) continue;
      const way = distance(last, next) === 0 ? -1 : turn(last, next, p);
      if (way < 0 || (way === 0 && distance(last, p) > distance(last, next))) next = p;
    }
    if (distance(next, first) === 0) return outline;
    outline.push(next);
  }
}

export interface CornerFactors {
  /** For edges that all move the same way: the largest of 1/sin(α/2). */
  readonly along: number;
  /** For edges that move either way. */
  readonly most: number;
}

/** @param outline counter-clockwise, strictly convex. */
export function cornerFactors(outline: readonly Place[]): CornerFactors {
  let along = 1;
  let across = 1;
  for (const [i, p] of outline.entries()) {
    const [a, b] = [before(outline, i), after(outline, i)].map((q) => {
      const length = distance(p, q);
      return [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
    });
    along = Math.max(along, 2 / Math.hypot(a[0] - b[0], a[1] - b[1]));
    across = Math.max(across, 2 / Math.hypot(a[0] + b[0], a[1] + b[1]));
  }
  return { along, most: Math.max(along, across) };
}

export function distance(a: Place, b: Place): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The next one of a ring, and the one before. */
export const after = <T>(ring: readonly T[], i: number): T => ring[(i + 1) % ring.length];
export const before = <T>(ring: readonly T[], i: number): T => ring[(i + ring.length - 1) % ring.length];
