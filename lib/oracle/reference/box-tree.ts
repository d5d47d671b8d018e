// Boxes → a binary tree of boxes, each of which contains those below it.

import type { Numbers } from './integer-vectors.ts';

const LEAF_SIZE = 4;

export class BoxTree {
  /** Low x, y, z, high x, y, z of each node; node 0 is the root. Comparisons of f64 numbers are exact. */
  readonly boxes: Float64Array;
  /** A node's children are `firstChild[node]` and the next node; 0 for a leaf. */
  readonly firstChild: Uint32Array;
  readonly #order: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 1;

  /** @param boxes six numbers each, at least one box. */
  constructor(boxes: Float64Array) {
    const count = boxes.length / 6;
    this.#order = Uint32Array.from({ length: count }, (_, i) => i);
    this.boxes = new Float64Array(12 * count);
    this.firstChild = new Uint32Array(2 * count);
    this.#starts = new Uint32Array(2 * count);
    this.#ends = new Uint32Array(2 * count);
    this.#ends[0] = count;
    for (let node = 0; node < this.#count; node++) this.#build(node, boxes);
  }

  /** The numbers of the boxes in a leaf. */
  leaf(node: number): Uint32Array {
    return this.#order.subarray(this.#starts[node], this.#ends[node]);
  }

  #build(node: number, boxes: Float64Array): void {
    const part = this.leaf(node);
    const own = this.boxes
      .subarray(6 * node, 6 * node + 6)
      .fill(Infinity, 0, 3)
      .fill(-Infinity, 3);
    for (const i of part)
      for (let axis = 0; axis < 3; axis++) {
        own[axis] = Math.min(own[axis], boxes[6 * i + axis]);
        own[3 + axis] = Math.max(own[3 + axis], boxes[6 * i + 3 + axis]);
      }
    if (part.length <= LEAF_SIZE) return;
    const axis = longestAxis(own);
    part.sort((i, j) => middle(boxes, i, axis) - middle(boxes, j, axis) || i - j);
    const child = this.#count;
    this.#count += 2;
    this.firstChild[node] = child;
    this.#starts[child] = this.#starts[node];
    this.#ends[child] = this.#starts[child + 1] = this.#starts[node] + (part.length >> 1);
    this.#ends[child + 1] = this.#ends[node];
  }
}

function middle(boxes: Numbers, i: number, axis: number): number {
  return boxes[6 * i + axis] / 2 + boxes[6 * i + 3 + axis] / 2;
}

function longestAxis(box: Numbers): number {
  const sides = [0, 1, 2].map((axis) => box[3 + axis] - box[axis]);
  return sides.indexOf(Math.max(...sides));
}
