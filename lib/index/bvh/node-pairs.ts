// Pairs of nodes of two BVHs with bounds → the pair with the least bound, from a binary heap (J. W. J. Williams, 1964).
//
// The pair in slot s is the parent of those in slots 2s + 1 and 2s + 2, and its bound is not greater than theirs.

import { grown } from '#core';
import { NODE_BITS } from '#records';

/** The bits of the node in a word of node and level, see NODE_BITS. */
const NODE_MASK = 2 ** NODE_BITS - 1;

export class NodePairs {
  count = 0;
  /** The pair that `take` returned. */
  boneLevel = 0;
  boneNode = 0;
  toolLevel = 0;
  toolNode = 0;
  #bounds = new Float64Array(1024);
  #bone = new Uint32Array(1024);
  #tool = new Uint32Array(1024);

  push(boneLevel: number, boneNode: number, toolLevel: number, toolNode: number, bound: number): void {
    if (this.count === this.#bounds.length) this.#grow();
    const bounds = this.#bounds;
    const bone = this.#bone;
    const tool = this.#tool;
    let slot = this.count++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (bounds[parent] <= bound) break;
      bounds[slot] = bounds[parent];
      bone[slot] = bone[parent];
      tool[slot] = tool[parent];
      slot = parent;
    }
    bounds[slot] = bound;
    bone[slot] = (boneLevel << NODE_BITS) | boneNode;
    tool[slot] = (toolLevel << NODE_BITS) | toolNode;
  }

  /** The least bound; Infinity if there is no pair. */
  get least(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : this.#bounds[0];
  }

  /** Takes the pair with the least bound. @returns false if there is none, or if it is beyond the limit. */
  take(limit: number): boolean {
    const bounds = this.#bounds;
    const bone = this.#bone;
    const tool = this.#tool;
    if (this.count === 0 || bounds[0] > limit) return false;
    this.boneLevel = bone[0] >>> NODE_BITS;
    this.boneNode = bone[0] & NODE_MASK;
    this.toolLevel = tool[0] >>> NODE_BITS;
    this.toolNode = tool[0] & NODE_MASK;
    const last = --this.count;
    const bound = bounds[last];
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= last) break;
      if (child + 1 < last && bounds[child + 1] < bounds[child]) child++;
      if (bounds[child] >= bound) break;
      bounds[slot] = bounds[child];
      bone[slot] = bone[child];
      tool[slot] = tool[child];
      slot = child;
    }
    bounds[slot] = bound;
    bone[slot] = bone[last];
    tool[slot] = tool[last];
    return true;
  }

  #grow(): void {
    const { count } = this;
    this.#bounds = grown(this.#bounds, count, count + 1);
    this.#bone = grown(this.#bone, count, count + 1);
    this.#tool = grown(this.#tool, count, count + 1);
  }
}
