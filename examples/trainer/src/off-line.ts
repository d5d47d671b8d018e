// A tool's axis, or a point, and a closed line → the distance between them, mm.

import type { Point } from './plan.ts';
import { dot, minus, scaled, sum } from './vectors.ts';

/** From a point to the line. */
export function offLine(line: readonly Point[], point: Point): number {
  return least(line, point, [0, 0, 0]);
}

/**
 * From a tool's axis, endless, through its origin along its y, to the line: 0 for a blade that stands on the line,
 * however deep it is.
 */
export function axisOffLine(line: readonly Point[], pose: ArrayLike<number>): number {
  return least(line, [pose[12], pose[13], pose[14]], [pose[4], pose[5], pose[6]]);
}

/** From an axis to a point. */
export function axisOffPoint(at: Point, pose: ArrayLike<number>): number {
  return least([at], [pose[12], pose[13], pose[14]], [pose[4], pose[5], pose[6]]);
}

/**
 * Seen along the axis, which is a point then, each side of the line is a segment, and the nearest of its points is
 * where the perpendicular meets it, or an end. @param axis unit vector; or 0, where the point itself counts.
 */
function least(line: readonly Point[], from: Point, axis: Point): number {
  const seen = line.map((point) => {
    const away = minus(point, from);
    return minus(away, scaled(axis, dot(away, axis)));
  });
  let square = Number.POSITIVE_INFINITY;
  for (const [n, a] of seen.entries()) {
    const way = minus(seen[(n + 1) % seen.length], a);
    const length = dot(way, way);
    const share = length > 0 ? Math.min(1, Math.max(0, -dot(a, way) / length)) : 0;
    const nearest = sum(a, scaled(way, share));
    square = Math.min(square, dot(nearest, nearest));
  }
  return Math.sqrt(square);
}
