// A bone, a tool and a stream → a pose at which a vertex of the tool is exactly a vertex of the bone, in a plane that
// both have at their side: flat sides then lie in one plane.
//
// Rotations take axes to axes, and all coordinates are multiples of 2^-10 mm, so that posing rounds nothing, in f32
// either.

import type { PoseDraw } from './pose-families.ts';
import { axisRotation, type Pose, poseWith, turnedBack } from './poses.ts';
import type { Vector } from './vectors.ts';

/**
 * The bone's outermost plane along an axis, from either side; the tool's outermost one, or at every other draw that
 * with most of its vertices, beyond which teeth may stand out.
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
