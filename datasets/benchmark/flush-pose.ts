// A bone, a tool and a stream → a pose at which a vertex of the tool coincides exactly with a vertex of the bone, in a
// plane at a side of both: flat sides are then coplanar.
//
// Rotations take axes to axes, and all coordinates are multiples of 2^-10 mm, so that posing rounds nothing, not even
// in f32.

import type { PoseDraw } from './pose-families.ts';
import { axisRotation, type Pose, poseWith, turnedBack } from './poses.ts';
import type { Vector } from './vectors.ts';

/**
 * Uses the bone's outermost plane along an axis, on either side, and the tool's outermost plane or, in about half of
 * the draws, the plane with most of its vertices, beyond which teeth may stand out.
 */
export function flushPose({ boneShape, toolShape, random }: PoseDraw): Pose {
  const rotation = axisRotation(random);
  const axis = Math.floor(3 * random());
  const side = random() < 0.5 ? -1 : 1;
  const outward: Vector = [axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0];
  const place = pick(boneShape.inPlane(axis, (side < 0 ? boneShape.low : boneShape.high)[axis]), random);
  const back = turnedBack(rotation, outward);
  const own = back.findIndex((part) => part !== 0);
  const outermost = back[own] < 0 ? toolShape.high[own] : toolShape.low[own];
  const isFullest = random() < 0.5;
  const fullest = toolShape.fullestPlane(own);
  const point = pick(toolShape.inPlane(own, isFullest ? fullest : outermost), random);
  const pose = poseWith(rotation, point, place);
  return pose.map((entry) => entry + 0);
}

function pick(vertices: readonly Vector[], random: () => number): Vector {
  return vertices[Math.floor(random() * vertices.length)];
}
