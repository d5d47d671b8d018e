// A map's surface under a pose → its vertices in another map's frame, and boxes about its faces and nodes there.
//
//   this map's frame   ◀── pose ──   other map's frame         The posed surface is the one whose vertices poseVertex
//                      ── inverse ─▶                           computes. This way it is exact; the other way this
//                                                              map's surface arrives with an error of at most `moved`.

import { type LocalFrame, poseVertex, posedBox } from '#core';
import type { MapSurface } from './map-surface.ts';

/** A surface seen from another map. */
export class PosedSurface {
  readonly surface: MapSurface;
  /** mm: by how much its vertices here and the other surface may together differ from those in question. */
  readonly moved: number;
  /** mm: see reachSlack. */
  readonly reach: number;
  /** Column-major as a pose, if the surface is the posed one. */
  readonly #pose: Float64Array | null;
  /** Row-major 3×4, into the other map's frame. */
  readonly #into: Float64Array;
  readonly #translation: Float64Array;
  readonly #inflate: Float64Array;

  /**
   * @param frame of the pose.
   * @param pose column-major, of the surface; null if the surface is the one that stays.
   * @param translation of the pose, whichever way.
   */
  constructor(
    surface: MapSurface,
    frame: LocalFrame,
    pose: Float64Array | null,
    translation: Float64Array,
    reach: number,
  ) {
    this.surface = surface;
    this.reach = reach;
    this.moved = pose === null ? frame.slack : 0;
    this.#pose = pose;
    this.#into = pose === null ? frame.inverse : frame.forward;
    this.#translation = translation;
    this.#inflate = Float64Array.of(reach);
  }

  /** Writes where a point of the surface's own frame is in the other map's, from `at` on. */
  pointInto(points: Float64Array, i: number, out: Float64Array, at: number): void {
    if (this.#pose !== null) {
      poseVertex(this.#pose, points, i, out, at);
      return;
    }
    const m = this.#into;
    const t = this.#translation;
    const x = points[i] - t[0];
    const y = points[i + 1] - t[1];
    const z = points[i + 2] - t[2];
    for (let k = 0; k < 3; k++) out[at + k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z;
  }

  /** Writes a box in the other map's frame about all that a node of the BVH holds, widened by `reach`. */
  nodeBoxInto(level: number, node: number, out: Float64Array): void {
    posedBox(this.surface.bvh.levels[level], 6 * node, { forward: this.#into }, this.#inflate, out, 0);
  }

  /**
   * Writes the corners of a face in the other map's frame, and a box about them, widened by `reach`.
   * @param points xyz per corner. @param out low x, y, z, high x, y, z.
   */
  faceInto(face: number, points: Float64Array, out: Float64Array): void {
    const { positions, faces } = this.surface;
    for (let k = 0; k < 3; k++) this.pointInto(positions, 3 * faces[3 * face + k], points, 3 * k);
    for (let k = 0; k < 3; k++) {
      out[k] = Math.min(points[k], points[3 + k], points[6 + k]) - this.reach;
      out[3 + k] = Math.max(points[k], points[3 + k], points[6 + k]) + this.reach;
    }
  }
}
