// Points → the k-DOP that holds them, as a convex body.

import { ConvexBody } from './convex-body.ts';
import { kDopVertices } from './k-dop.ts';
import { pointHull } from './mesh-hull.ts';

/** @param points xyz a point, mm, one at least, in the range of coordinates. Time is proportional to their number. */
export function kDopBody(points: Float64Array, k: 6 | 14 | 18 | 26): ConvexBody {
  const { points: vertices, faces } = pointHull(kDopVertices(points, k));
  return new ConvexBody('k-dop', vertices, faces);
}
