// A map's surface under a pose → its vertices in another map's frame, and the faces that may meet a box there.
//
//   this map's frame   ◀── pose ──   other map's frame         The posed surface is the one whose vertices poseVertex
//                      ── inverse ─▶                           computes. This way it is exact; the other way this
//                                                              map's surface arrives with an error of at most `moved`.

import { GrowingArray, type LocalFrame, poseVertex, posedBox } from '#core';
import { BRANCHING } from '#records';
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
  readonly #box = new Float64Array(6);

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

  /** Faces whose boxes in the other map's frame meet a box there, widened by `reach`; by their leaves of the BVH. */
  facesNear(box: Float64Array): GrowingArray<Uint32Array> {
    const { bvh } = this.surface;
    const found = new GrowingArray(new Uint32Array(64));
    const levels: number[] = [bvh.levels.length - 1];
    const nodes: number[] = [0];
    while (nodes.length > 0) {
      const level = levels.pop() as number;
      const node = nodes.pop() as number;
      posedBox(bvh.levels[level], 6 * node, { forward: this.#into }, this.#inflate, this.#box, 0);
      if (!meet(this.#box, box)) continue;
      const first = BRANCHING * node;
      if (level === 0) {
        const end = Math.min(bvh.count, first + BRANCHING);
        for (let place = first; place < end; place++)
          if (this.#isNear(bvh.order[place], box)) found.push(bvh.order[place]);
        continue;
      }
      const end = Math.min(bvh.sizes[level - 1], first + BRANCHING);
      for (let child = first; child < end; child++) {
        levels.push(level - 1);
        nodes.push(child);
      }
    }
    return found;
  }

  /** Whether a vertex, as pointInto computes it, may lie in a box. */
  isNear(point: Float64Array, box: Float64Array): boolean {
    for (let k = 0; k < 3; k++) if (point[k] < box[k] - this.reach || point[k] > box[3 + k] + this.reach) return false;
    return true;
  }

  readonly #corners = new Float64Array(9);

  #isNear(face: number, box: Float64Array): boolean {
    const { positions, faces } = this.surface;
    const p = this.#corners;
    for (let k = 0; k < 3; k++) this.pointInto(positions, 3 * faces[3 * face + k], p, 3 * k);
    for (let k = 0; k < 3; k++) {
      if (Math.max(p[k], p[3 + k], p[6 + k]) < box[k] - this.reach) return false;
      if (Math.min(p[k], p[3 + k], p[6 + k]) > box[3 + k] + this.reach) return false;
    }
    return true;
  }
}

function meet(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[3 + k] || a[k + 3] < b[k]) return false;
  return true;
}
