// Bodies and their poses in a scene → boxes that overlap if their bodies come within the contact distance.
//
// A body's box, rounded outward to f32, is posed and enclosed in a box, which is widened on every side by half the
// greatest distance in the scene's frame of two points within δ of each other in a bone's frame:
//
// - A pose is taken as given, rigid to 1e-5 (RIGID_LIMIT): it stretches no length by more than √(1 + 3e-5) < 1 + 2^-14.
// - The pose of a tool in a bone's frame is rounded (relative-pose.ts), and so are the posed coordinates: a tool's
//   point is off by at most 256u of the bodies' extents and translations, which is frameSlack; twice that covers both
//   directions, and as much again covers the arithmetic of the box itself.

import { f32Above, f32Below, frameSlack, type LocalFrame, posedBox } from '#core';
import type { TriangleMesh } from '#mesh';

/** A bound above the factor by which a rigid pose stretches δ. */
const STRETCH = 1 + 2 ** -13;

/** Low x, y, z, high x, y, z of a mesh in its own frame. */
export function ownBox({ positions }: TriangleMesh): Float32Array {
  const box = new Float32Array(6);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    box[k] = f32Below(low);
    box[3 + k] = f32Above(high);
  }
  return box;
}

/** @returns 6 numbers a body, in the scene's frame. */
export function posedBounds(
  boxes: readonly Float32Array[],
  frames: readonly LocalFrame[],
  contactDistance: number,
): Float64Array {
  let magnitude = contactDistance;
  for (let i = 0; i < boxes.length; i++) {
    const extent = boxes[i].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const { forward } = frames[i];
    magnitude = Math.max(magnitude, 2 * (extent + Math.abs(forward[3]) + Math.abs(forward[7]) + Math.abs(forward[11])));
  }
  const inflate = Float64Array.of((STRETCH * contactDistance) / 2 + 4 * frameSlack(magnitude));
  const bounds = new Float64Array(6 * boxes.length);
  for (let i = 0; i < boxes.length; i++) posedBox(boxes[i], 0, frames[i], inflate, bounds, 6 * i);
  return bounds;
}
