// A sphere or a capsule, and a pose → its axis in stored coordinates: the tool is all points within `radius` of it.
//
//      ╭──────────────╮      a capsule: from end to end        a sphere: both ends are one point
//      │  ●────────●  │      ● stored coordinates, by the formula of core/pose.ts
//      ╰──────────────╯      Exact means: for these numbers and `radius`, whatever the pose's rotation does to lengths.

import { poseVertex, type RigidPose } from '#core';

/** A convex body of one point or two, in its own frame. */
export interface RoundShape {
  /** xyz each, mm. */
  readonly points: Float64Array;
  /** mm, ≥ 0. */
  readonly radius: number;
}

export class RoundTool implements RoundShape {
  readonly points: Float64Array;
  readonly radius: number;
  /** Stored coordinates of its two ends, bone frame, mm. */
  readonly axis = new Float64Array(6);
  /** Whether both ends coincide, under this pose. */
  isSphere = true;
  /** The largest of the axis's coordinates, and of the radius, mm. */
  magnitude = 0;

  constructor({ points, radius }: RoundShape) {
    this.points = points;
    this.radius = radius;
  }

  moveTo({ matrix }: RigidPose): void {
    const { axis, points } = this;
    poseVertex(matrix, points, 0, axis, 0);
    poseVertex(matrix, points, points.length - 3, axis, 3);
    this.isSphere = axis[0] === axis[3] && axis[1] === axis[4] && axis[2] === axis[5];
    let magnitude = this.radius;
    for (let k = 0; k < 6; k++) magnitude = Math.max(magnitude, Math.abs(axis[k]));
    this.magnitude = magnitude;
  }

  /** The distance of a point from the axis, mm, with an error less than roundSlack. @param at offset of xyz in P. */
  axisDistance(P: ArrayLike<number>, at: number): number {
    const a = this.axis;
    let x = P[at] - a[0];
    let y = P[at + 1] - a[1];
    let z = P[at + 2] - a[2];
    if (!this.isSphere) {
      const ex = a[3] - a[0];
      const ey = a[4] - a[1];
      const ez = a[5] - a[2];
      const t = Math.max(0, Math.min(1, (x * ex + y * ey + z * ez) / (ex * ex + ey * ey + ez * ez)));
      x -= t * ex;
      y -= t * ey;
      z -= t * ez;
    }
    return Math.sqrt(x * x + y * y + z * z);
  }
}
