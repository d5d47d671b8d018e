// The bone's BVH and the tool → the faces that may come within a distance of it, ascending.
//
// Depth first. A node is skipped if its box, or the ball about its box, is farther from the axis than that. A face is
// taken unless the ball about it is.

import { cornerOffset, grown, roundSlack, sortRange } from '#core';
import { BRANCHING, type Surface } from '#records';
import type { RoundTool } from './round-tool.ts';

const LEVEL_SHIFT = 2 ** 32;

export class NearFaces {
  /** The faces found last are the first `count`. */
  faces = new Uint32Array(256);
  count = 0;
  readonly #bone: Surface;
  readonly #tool: RoundTool;
  readonly #stack: number[] = [];
  readonly #corners = new Float64Array(9);
  readonly #centre = new Float64Array(3);
  /** The box about the axis, grown by the distance: low x, y, z, high x, y, z. */
  readonly #box = new Float64Array(6);
  /** The greatest distance of a point from the axis, mm. */
  #reach = 0;

  constructor(bone: Surface, tool: RoundTool) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /**
   * Finds every face that comes within `maxDistance` of the tool, or lies inside it, and some that do not.
   * @param maxDistance mm, ≥ 0.
   */
  find(maxDistance: number): void {
    this.#begin(maxDistance);
    const { bvh } = this.#bone;
    const stack = this.#stack;
    stack.length = 0;
    stack.push((bvh.levels.length - 1) * LEVEL_SHIFT);
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const level = Math.floor(next / LEVEL_SHIFT);
      const node = next - level * LEVEL_SHIFT;
      if (!this.#mayReachBox(bvh.levels[level], 6 * node)) continue;
      if (level === 0) {
        this.#takeLeaf(node);
        continue;
      }
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      for (let child = BRANCHING * node; child < end; child++) stack.push((level - 1) * LEVEL_SHIFT + child);
    }
    sortRange(this.faces, 0, this.count);
  }

  /**
   * Whether a triangle or a convex quad (its corners, three numbers each) may come within the distance last requested,
   * or lie inside the tool: never false if it does.
   */
  readonly mayReach = (p: Float64Array, corners: 3 | 4): boolean => {
    const c = this.#centre;
    for (let k = 0; k < 3; k++)
      c[k] = (corners === 3 ? p[k] + p[3 + k] + p[6 + k] : p[k] + p[3 + k] + p[6 + k] + p[9 + k]) / corners;
    let squared = 0;
    for (let i = 0; i < 3 * corners; i += 3) {
      const x = p[i] - c[0];
      const y = p[i + 1] - c[1];
      const z = p[i + 2] - c[2];
      squared = Math.max(squared, x * x + y * y + z * z);
    }
    return this.#tool.axisDistance(c, 0) <= this.#reach + Math.sqrt(squared);
  };

  #begin(maxDistance: number): void {
    const { axis, radius, magnitude } = this.#tool;
    const slack = roundSlack(Math.max(this.#bone.magnitude, magnitude) + maxDistance);
    this.#reach = radius + maxDistance + 2 * slack;
    for (let k = 0; k < 3; k++) {
      this.#box[k] = Math.min(axis[k], axis[3 + k]) - this.#reach;
      this.#box[3 + k] = Math.max(axis[k], axis[3 + k]) + this.#reach;
    }
    this.count = 0;
  }

  #mayReachBox(boxes: Float32Array, o: number): boolean {
    const box = this.#box;
    const c = this.#centre;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const low = boxes[o + k];
      const high = boxes[o + 3 + k];
      // If all of its faces are gone, the box's low end is above its high end.
      if (high < low || high < box[k] || low > box[3 + k]) return false;
      c[k] = 0.5 * low + 0.5 * high;
      squared += (high - c[k]) * (high - c[k]);
    }
    return this.#tool.axisDistance(c, 0) <= this.#reach + Math.sqrt(squared);
  }

  #takeLeaf(node: number): void {
    const { bvh, positions, faces, retired } = this.#bone;
    const p = this.#corners;
    const end = Math.min(bvh.count, BRANCHING * (node + 1));
    for (let slot = BRANCHING * node; slot < end; slot++) {
      const face = bvh.order[slot];
      if (retired !== null && retired[face] !== 0) continue;
      for (let corner = 0; corner < 3; corner++) {
        const at = cornerOffset(faces, face, corner);
        for (let k = 0; k < 3; k++) p[3 * corner + k] = positions[at + k];
      }
      if (!this.mayReach(p, 3)) continue;
      this.faces = grown(this.faces, this.count, this.count + 1);
      this.faces[this.count++] = face;
    }
  }
}
