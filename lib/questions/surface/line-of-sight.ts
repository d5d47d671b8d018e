// A surface and a segment → whether nothing of the surface lies on it between its ends, exactly.
//
// Nodes whose boxes overlap the segment's own are opened, unless the segment passes beside the box in one of the three
// projections: those of its direction's products with the axes (C. Ericson, *Real-Time Collision Detection*, 2005,
// 5.3.3). The first face that is met (triangles/open-segment.ts) ends the search.

import { UNIT_ROUNDOFF } from '#core';
import type { SearchedSurface } from '#proximity';
import { BRANCHING } from '#records';
import { OpenSegment } from '#triangles';

/**
 * A box with centre c and half sides h, and a segment with middle m and half way w, are apart along e × w if |e × w·(m
 * − c)| > Σ h·|…|: for axes u, v that is |w_u·g_v − w_v·g_u| > h_u·|w_v| + h_v·|w_u| with g = m − c. Coordinates of at
 * most M make g, h and w off by 2u·M each, and of at most 2M: each product by 9u·M², a side by 24u·M², both by 48u·M².
 */
const BESIDE = 64 * UNIT_ROUNDOFF;
/** More than underflow loses. */
const UNDERFLOW = 2 ** -900;

export class LineOfSight {
  readonly #surface: SearchedSurface;
  readonly #segment = new OpenSegment();
  readonly #ends = new Float64Array(6);
  /** The segment's middle and half way, and the slack of a test. */
  readonly #middle = new Float64Array(3);
  readonly #half = new Float64Array(3);
  readonly #slack = new Float64Array(1);
  readonly #stack: number[] = [];

  constructor(surface: SearchedSurface) {
    this.#surface = surface;
  }

  isClear(from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    const { bvh, magnitude } = this.#surface;
    const ends = this.#ends;
    let most = magnitude;
    for (let k = 0; k < 3; k++) {
      ends[k] = from[k];
      ends[3 + k] = to[k];
      this.#middle[k] = (from[k] + to[k]) / 2;
      this.#half[k] = (to[k] - from[k]) / 2;
      most = Math.max(most, Math.abs(from[k]), Math.abs(to[k]));
    }
    // Boxes are f32, rounded outward: up to 2^-23 larger than the surface.
    most *= 1 + 2 ** -22;
    this.#slack[0] = BESIDE * most * most + UNDERFLOW;
    this.#segment.load(ends, 0, 3);
    const stack = this.#stack;
    stack.length = 0;
    stack.push(bvh.levels.length - 1, 0);
    while (stack.length > 0) {
      const node = stack.pop() ?? 0;
      const level = stack.pop() ?? 0;
      if (!this.#mayMeet(bvh.levels[level], 6 * node)) continue;
      const first = BRANCHING * node;
      if (level === 0) {
        if (this.#meetsLeaf(first, Math.min(bvh.count, first + BRANCHING))) return false;
        continue;
      }
      const end = Math.min(bvh.sizes[level - 1], first + BRANCHING);
      for (let child = first; child < end; child++) stack.push(level - 1, child);
    }
    return true;
  }

  #mayMeet(boxes: Float32Array, at: number): boolean {
    const ends = this.#ends;
    for (let k = 0; k < 3; k++) {
      if (boxes[at + k] > Math.max(ends[k], ends[3 + k]) || boxes[at + 3 + k] < Math.min(ends[k], ends[3 + k]))
        return false;
    }
    for (let u = 0; u < 3; u++) {
      const v = (u + 1) % 3;
      const gu = this.#middle[u] - (boxes[at + u] + boxes[at + 3 + u]) / 2;
      const gv = this.#middle[v] - (boxes[at + v] + boxes[at + 3 + v]) / 2;
      const hu = (boxes[at + 3 + u] - boxes[at + u]) / 2;
      const hv = (boxes[at + 3 + v] - boxes[at + v]) / 2;
      const wu = this.#half[u];
      const wv = this.#half[v];
      if (Math.abs(wu * gv - wv * gu) > hu * Math.abs(wv) + hv * Math.abs(wu) + this.#slack[0]) return false;
    }
    return true;
  }

  #meetsLeaf(first: number, end: number): boolean {
    const { bvh, faces, positions, retired } = this.#surface;
    for (let slot = first; slot < end; slot++) {
      const face = bvh.order[slot];
      if (retired !== null && retired[face] === 1) continue;
      const at = 3 * face;
      if (this.#segment.meets(positions, 3 * faces[at], 3 * faces[at + 1], 3 * faces[at + 2])) return true;
    }
    return false;
  }
}
