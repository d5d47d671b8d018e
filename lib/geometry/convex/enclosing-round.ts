// Points → a sphere or a capsule that holds them, rounded outward.

import { alignedAxes, lengthSlack, OUTWARD, poseVertex, storedCoordinate } from '#core';
import { ConvexBody } from './convex-body.ts';
import type { EnclosingBody } from './enclosing.ts';
import { leastBall } from './least-ball.ts';
import { leastCapsuleEnds } from './least-capsule.ts';
import { largestOf, nearOrigin } from './near-origin.ts';

export function enclosingSphere(points: Float64Array): EnclosingBody {
  const { local, origin } = nearOrigin(points);
  const centre = leastBall(local).map((x, k) => storedCoordinate(origin[k] + x));
  const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...centre, 1);
  return {
    convex: new ConvexBody('sphere', new Float64Array(3), new Uint32Array(), radiusAbout(points, centre)),
    pose,
  };
}

/** The radius is measured from the axis as stored once posed. */
export function enclosingCapsule(points: Float64Array): EnclosingBody {
  const { local, origin } = nearOrigin(points);
  const ends = leastCapsuleEnds(local);
  const way = [0, 1, 2].map((k) => ends[3 + k] - ends[k]);
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const axes = Float64Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0);
  if (length > 0) alignedAxes(way[0] / length, way[1] / length, way[2] / length, axes);
  const centre = origin.map((x, k) => storedCoordinate(x + (ends[k] + ends[3 + k]) / 2));
  const [z, x, y] = [axes.subarray(0, 3), axes.subarray(3, 6), axes.subarray(6, 9)];
  const pose = Float64Array.of(...x, 0, ...y, 0, ...z, 0, ...centre, 1);
  if (!(length > 0)) {
    const radius = radiusAbout(points, centre);
    return { convex: new ConvexBody('capsule', new Float64Array(3), new Uint32Array(), radius), pose };
  }
  const axis = Float64Array.of(0, 0, -length / 2, 0, 0, length / 2);
  const stored = new Float64Array(6);
  for (let i = 0; i < 6; i += 3) poseVertex(pose, axis, i, stored, i);
  const radius = radiusAlong(points, stored) + lengthSlack(Math.max(largestOf(points), largestOf(stored)));
  return { convex: new ConvexBody('capsule', axis, new Uint32Array(), radius), pose };
}

/** No less than the exact distance of the farthest point. */
function radiusAbout(points: Float64Array, centre: Float64Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - centre[0], points[i + 1] - centre[1], points[i + 2] - centre[2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most) * OUTWARD;
}

/** The distance of the farthest point from a segment, to lengthSlack: each from a point of the segment near it. */
function radiusAlong(points: Float64Array, [ax, ay, az, bx, by, bz]: Float64Array): number {
  const [wx, wy, wz] = [bx - ax, by - ay, bz - az];
  const squared = wx * wx + wy * wy + wz * wz;
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - ax, points[i + 1] - ay, points[i + 2] - az];
    const t = squared > 0 ? Math.min(Math.max((x * wx + y * wy + z * wz) / squared, 0), 1) : 0;
    const [u, v, w] = [points[i] - (ax + t * wx), points[i + 1] - (ay + t * wy), points[i + 2] - (az + t * wz)];
    most = Math.max(most, u * u + v * v + w * w);
  }
  return Math.sqrt(most);
}
