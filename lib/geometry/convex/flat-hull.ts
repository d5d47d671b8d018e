// Points in one plane, not on one line → both sides of the polygon that is their convex hull.

import { sideAlong } from '#triangles';
import { comesBefore, leastOf, pushFan } from './hull-facets.ts';

/**
 * A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979, by exact orientations. The fans
 * of the two sides begin at corners next to each other, so that only rim edges are in both: each edge is in two
 * triangles.
 * @param axis one along which the plane is seen as more than a line.
 */
export function flatHull(points: Float64Array, axis: number): Uint32Array {
  const order = Uint32Array.from({ length: points.length / 3 }, (_, p) => p);
  order.sort((p, q) => (comesBefore(points, p, q) ? -1 : 1));
  const upper = chain(points, axis, order);
  const lower = chain(points, axis, order.reverse());
  const polygon = [...upper.slice(0, -1), ...lower.slice(0, -1)];
  const start = leastOf(points, polygon);
  const faces: number[] = [];
  pushFan(polygon, start, faces);
  const back = polygon.toReversed();
  pushFan(back, back.indexOf(polygon[(start + 1) % polygon.length]), faces);
  return Uint32Array.from(faces);
}

/** From the first point to the last, every turn to the left. */
function chain(points: Float64Array, axis: number, order: Uint32Array): number[] {
  const turns: number[] = [];
  for (const p of order) {
    while (turns.length > 1) {
      const [q, r] = [turns[turns.length - 2], turns[turns.length - 1]];
      if (sideAlong(axis, points, 3 * q, 3 * r, 3 * p) > 0) break;
      turns.pop();
    }
    turns.push(p);
  }
  return turns;
}
