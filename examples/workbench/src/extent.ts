// A surface → where it is and how large.

import type { Triple } from './picture-wire.ts';

/** mm. */
export interface Extent {
  /** The middle of its box. */
  readonly middle: Triple;
  /** The box's longest edge. */
  readonly size: number;
}

export function extentOf(positions: ArrayLike<number>): Extent {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    if (positions[i] < low[axis]) low[axis] = positions[i];
    if (positions[i] > high[axis]) high[axis] = positions[i];
  }
  const middle = (k: number) => (low[k] + high[k]) / 2;
  return { middle: [middle(0), middle(1), middle(2)], size: Math.max(...high.map((x, k) => x - low[k])) };
}
