// A contact's two points and signed distance → the unit direction, bone to tool, along which the tool separates.

import { cornerOffset, isDirectionKnown } from '#core';
import type { Surface } from '#records';
import { faceNormal } from '#triangles';

/** The body that the contact belongs to, and the one that it touches. */
export interface ContactBodies<Body = Pick<Surface, 'positions' | 'faces' | 'magnitude' | 'signed'>> {
  readonly body: Body;
  readonly other: Body;
  /** Whether `body` is the tool: normals point from bone to tool. */
  readonly bodyIsTool: boolean;
}

/**
 * Writes 3 numbers at out[at]. Apart: from the bone's point to the tool's. Penetrating: from the deep point out through
 * the nearest surface, if the deep point is the tool's; the opposite if it is the bone's. At a distance too small for a
 * direction: the other face's outward normal, turned bone → tool; if that face has no area, the own face's; if neither
 * has one, the x axis.
 * @param ends point on `body` and on `other`, xyz each.
 */
export function contactNormal(
  { body, other, bodyIsTool }: ContactBodies,
  face: number,
  otherFace: number,
  ends: Float64Array,
  distance: number,
  slack: number,
  out: Float64Array,
  at: number,
): void {
  if (isDirectionKnown(distance, slack)) {
    const sign = distance > 0 === bodyIsTool ? 1 : -1;
    if (unit(sign * (ends[0] - ends[3]), sign * (ends[1] - ends[4]), sign * (ends[2] - ends[5]), out, at)) return;
  }
  if (outwardNormal(other, otherFace, bodyIsTool ? 1 : -1, out, at)) return;
  if (outwardNormal(body, face, bodyIsTool ? -1 : 1, out, at)) return;
  out[at] = 1;
  out[at + 1] = 0;
  out[at + 2] = 0;
}

function outwardNormal(
  surface: ContactBodies['body'],
  face: number,
  sign: number,
  out: Float64Array,
  at: number,
): boolean {
  const { positions: A, faces } = surface;
  const a = cornerOffset(faces, face, 0);
  const b = cornerOffset(faces, face, 1);
  const c = cornerOffset(faces, face, 2);
  faceNormal(A, a, b, c, out, at);
  return unit(sign * out[at], sign * out[at + 1], sign * out[at + 2], out, at);
}

/** Scales by the largest component beforehand, so that no square under- or overflows. False if the vector is 0. */
function unit(x: number, y: number, z: number, out: Float64Array, at: number): boolean {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return false;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  const length = Math.sqrt(u * u + v * v + w * w);
  out[at] = u / length;
  out[at + 1] = v / length;
  out[at + 2] = w / length;
  return true;
}
