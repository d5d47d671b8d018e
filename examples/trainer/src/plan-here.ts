// A bone, and a pose of the tool above it → the plan of a round flap there.

import { createSurface, type TriangleMesh } from 'kerf';
import { frameOf } from './corridor.ts';
import type { Plan, Point } from './plan.ts';
import { scaled, sum } from './vectors.ts';

/** mm. */
const RADIUS = 15;
const MARGIN = 3;
const HOLE = 8;
const DURA = 2;
/** From the tool's origin outward, where rays to the bone begin, and how far below that bone may be. */
const ABOVE = 30;
const DEEPEST = 60;
const POINTS = 40;

/** The flap's middle is below the tool's origin, its `outward` the tool's y. @throws Error where there is no bone. */
export function planHere(bone: TriangleMesh, pose: ArrayLike<number>): Plan {
  const outward: Point = [pose[4], pose[5], pose[6]];
  const { u, v } = frameOf(outward);
  const surface = createSurface(bone);
  const line = Array.from({ length: POINTS }, (_, n): Point => {
    const angle = (2 * Math.PI * n) / POINTS;
    const aside = sum(scaled(u, RADIUS * Math.cos(angle)), scaled(v, RADIUS * Math.sin(angle)));
    const from = sum([pose[12], pose[13], pose[14]], sum(aside, scaled(outward, ABOVE)));
    const hit = surface.raycast(from, scaled(outward, -1));
    if (hit === null || hit.distance > DEEPEST)
      throw new Error(
        `A flap of ${2 * RADIUS} mm below the tool would reach beyond the bone; place the tool over the middle of where it should be.`,
      );
    return [hit.point[0], hit.point[1], hit.point[2]];
  });
  return {
    name: `Flap of ${2 * RADIUS} mm`,
    bone: { name: bone.name, faceCount: bone.faces.length / 3 },
    ...{ line, outward, margin: MARGIN, burrHole: { at: line[0], diameter: HOLE }, structures: [], dura: DURA },
  };
}
