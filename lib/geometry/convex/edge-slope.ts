// An edge's clipped part and a feature of the other hull → whether the edge comes nearer to it outside that part.

import type { FeaturePair } from './feature-pair.ts';
import type { PlacedHull } from './placed-hull.ts';
import { above } from './voronoi-planes.ts';

/**
 * Whether the edge, followed beyond an end of its clipped part, comes nearer to a vertex of the other hull, by the sign
 * of the derivative of its distance there.
 * @param end 0: against its direction, 1: along it. @param p, q positions of its tail and head.
 */
export function leavesVertex(
  pair: FeaturePair,
  end: number,
  hull: PlacedHull,
  vertex: number,
  { points }: PlacedHull,
  p: number,
  q: number,
): boolean {
  const v = hull.point(vertex);
  let slope = 0;
  for (let k = 0; k < 3; k++) {
    const way = points[q + k] - points[p + k];
    slope += way * (points[p + k] - hull.points[v + k] + pair.part[end] * way);
  }
  return end === 0 ? slope > 0 : slope < 0;
}

/** The same for a facet's plane. An edge comes no nearer to a plane where it meets it. */
export function leavesFacet(
  { part, values }: FeaturePair,
  end: number,
  hull: PlacedHull,
  facet: number,
  { points }: PlacedHull,
  p: number,
  q: number,
): boolean {
  above(hull, facet, points, p, values, 0);
  above(hull, facet, points, q, values, 1);
  const rise = values[1] - values[0];
  const height = values[0] + part[end] * rise;
  const slope = height < 0 ? -rise : height > 0 ? rise : 0;
  return end === 0 ? slope > 0 : slope < 0;
}
