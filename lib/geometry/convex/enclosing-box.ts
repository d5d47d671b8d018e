// Points → a box that holds them, along the axes or turned, rounded outward.

import { boxSlack, checkPose, SMALLEST_COORDINATE, storedCoordinate, UNIT_ROUNDOFF } from '#core';
import { boxBody } from './box-body.ts';
import type { EnclosingBody } from './enclosing.ts';
import { extentsOf, FRAME, leastBoxAxes } from './least-box.ts';
import { largestOf, nearOrigin } from './near-origin.ts';

/** The pose is a translation c, so that a stored corner is c ± half, rounded once: half is chosen by that value. */
export function enclosingAlignedBox(points: Float64Array): EnclosingBody {
  const { ends } = extentsOf(points, FRAME);
  const pose = poseOf(FRAME);
  const half = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    const [low, high] = [ends[k], ends[k + 3]];
    const centre = storedCoordinate(low / 2 + high / 2);
    half[k] = Math.max(high - centre, centre - low, leastHalf(centre));
    while (centre + half[k] < high || centre - half[k] > low) half[k] *= 1 + 4 * UNIT_ROUNDOFF;
    pose[12 + k] = centre;
  }
  return { convex: boxBody(half), pose };
}

/** The axes are searched near the origin; then the extent of all points is measured about the pose's centre. */
export function enclosingOrientedBox(points: Float64Array): EnclosingBody {
  const { local, origin } = nearOrigin(points);
  const axes = leastBoxAxes(local);
  const { ends } = extentsOf(local, axes);
  const pose = poseOf(axes);
  for (let k = 0; k < 3; k++) {
    const away = [0, 1, 2].reduce((sum, axis) => sum + (axes[3 * axis + k] / 2) * (ends[axis] + ends[axis + 3]), 0);
    pose[12 + k] = storedCoordinate(origin[k] + away);
  }
  const { ends: needed } = extentsOf(nearOrigin(points, pose.subarray(12, 15)).local, axes);
  const half = [0, 1, 2].map((k) => Math.max(-needed[k], needed[k + 3]));
  // The local corners include the slack, which is far less than a hundredth.
  const magnitude = 1.01 * Math.max(largestOf(points), largestOf(pose.subarray(12, 15)), ...half);
  const slack = boxSlack(magnitude, checkPose(pose).orthonormalityError);
  return { convex: boxBody(half.map((side) => Math.max(side + slack, SMALLEST_COORDINATE))), pose };
}

/** The least half side with which a stored box still extends to both sides of a centre. */
function leastHalf(centre: number): number {
  return Math.max(2 * UNIT_ROUNDOFF * Math.abs(centre), SMALLEST_COORDINATE);
}

/** @param axes x, y, z of three unit vectors, right-handed. */
function poseOf(axes: Float64Array): Float64Array {
  const pose = new Float64Array(16);
  for (let k = 0; k < 3; k++) pose.set(axes.subarray(3 * k, 3 * k + 3), 4 * k);
  pose[15] = 1;
  return pose;
}
