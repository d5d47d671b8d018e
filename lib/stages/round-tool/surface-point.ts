// A point of the bone and the nearest point of the axis → the unit normal there, bone to tool, and the nearest point of
// the tool's surface.
//
//        tool's surface ╮      normal n = (axis − point)/|axis − point|: the tool leaves along it, whether the point
//   point ●─────────────┤─n─▶●axis      lies outside or inside. The surface's point is axis − r·n.
//
// If the point is too near the axis for a direction, the bone's face gives it: its outward normal, made perpendicular
// to a capsule's axis, since the nearest surface is round about it. If nothing remains of that, it is the x axis, or
// for a capsule the coordinate axis farthest from its own axis, made perpendicular to it.

import { cornerOffset, isDirectionKnown } from '#core';
import type { Surface } from '#records';
import { faceNormal } from '#triangles';
import type { RoundTool } from './round-tool.ts';

/** If less than this of a unit vector remains when it is made perpendicular, its direction would be rounding. */
const NOTHING_LEFT = 2 ** -20;

export class SurfacePoint {
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
  readonly #bone: Surface;
  readonly #tool: RoundTool;
  readonly #along = new Float64Array(3);

  constructor(bone: Surface, tool: RoundTool) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /**
   * @param face of the bone. @param ends the bone's point and the axis's, xyz each.
   * @param distance between them, mm. @param slack its error bound.
   */
  find(face: number, ends: Float64Array, distance: number, slack: number): void {
    const n = this.normal;
    for (let k = 0; k < 3; k++) n[k] = ends[3 + k] - ends[k];
    if (!isDirectionKnown(distance, slack) || !toUnit(n)) this.#acrossAxis(face);
    for (let k = 0; k < 3; k++) this.point[k] = ends[3 + k] - this.#tool.radius * n[k];
  }

  #acrossAxis(face: number): void {
    const n = this.normal;
    const { positions, faces } = this.#bone;
    const [a, b, c] = [cornerOffset(faces, face, 0), cornerOffset(faces, face, 1), cornerOffset(faces, face, 2)];
    const along = this.#along;
    const { axis, isSphere } = this.#tool;
    for (let k = 0; k < 3; k++) along[k] = axis[3 + k] - axis[k];
    toUnit(along);
    faceNormal(positions, a, b, c, n, 0);
    if (toUnit(n) && (isSphere || perpendicular(n, along))) return;
    n.fill(0);
    const sizes = along.map(Math.abs);
    n[isSphere ? 0 : sizes.indexOf(Math.min(sizes[0], sizes[1], sizes[2]))] = 1;
    if (!isSphere) perpendicular(n, along);
  }
}

/** Makes a unit vector perpendicular to another, and of length 1 again. @returns false if they are parallel. */
function perpendicular(n: Float64Array, along: Float64Array): boolean {
  const share = n[0] * along[0] + n[1] * along[1] + n[2] * along[2];
  for (let k = 0; k < 3; k++) n[k] -= share * along[k];
  const isLeft = Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2])) > NOTHING_LEFT;
  return isLeft && toUnit(n);
}

/** Scaled by the largest component first, so that no square under- or overflows. False if the vector is 0. */
function toUnit(v: Float64Array): boolean {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (largest === 0) return false;
  for (let k = 0; k < 3; k++) v[k] /= largest;
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (let k = 0; k < 3; k++) v[k] /= length;
  return true;
}
