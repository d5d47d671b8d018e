// A point and a triangle → whether its inside, an edge or a corner is nearest, by exact distances alone.

import { pointTriangleSquaredDistance } from '#reference';

/** 0 the inside, 1 an edge, 2 a corner: a corner or an edge is nearest if it is as near as the whole triangle. */
export function nearestPart(point: readonly number[], corners: ArrayLike<number>): 0 | 1 | 2 {
  const whole = pointTriangleSquaredDistance(point, corners);
  const at = (k: number) => Array.from({ length: 3 }, (_, i) => corners[3 * (k % 3) + i]);
  const isAsNear = (part: number[]) => pointTriangleSquaredDistance(point, part).compare(whole) === 0;
  if ([0, 1, 2].some((k) => isAsNear([...at(k), ...at(k), ...at(k)]))) return 2;
  return [0, 1, 2].some((k) => isAsNear([...at(k), ...at(k + 1), ...at(k + 1)])) ? 1 : 0;
}
