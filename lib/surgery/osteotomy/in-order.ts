// Exact points of a line → the same, in their order along it.

import type { ClipPoints } from './convex-clip.ts';

/** @returns the points in their order from a to b, which lie on the line at different places. */
export function inOrder(exact: Pick<ClipPoints, 'compare'>, points: readonly number[], a: number, b: number): number[] {
  const axis = [0, 1, 2].findIndex((k) => exact.compare(a, b, k) !== 0);
  const way = axis < 0 ? 0 : exact.compare(b, a, axis);
  return points.toSorted((p, q) => way * exact.compare(p, q, Math.max(0, axis)));
}
