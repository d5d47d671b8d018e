// A BVH → a binary tree over its faces, with both children's boxes side by side: fewer boxes to test than eight
// children have, for questions of one ray or point at a time.
//
//   order   f₀ f₁ f₂ f₃ f₄ f₅ f₆ f₇ …    The faces stay in the BVH's order, along a Hilbert curve. Each node is cut at
//           └────┬───┘│└──────┬─────      the place with the least sum over both sides of faces times box area (as
//              first  cut   second        surface-area.ts), among the places between the boxes of one level of the
//                                         BVH: 16 to 128 of them, or between faces in a node of up to 128.
//
// So a cut looks at no more boxes than the node has faces, and at most at 128 of one level; and the boxes of the tree
// are unions of the faces' own, f32, rounded outward.

import { BRANCHING, type Bvh, type PairTree } from '#records';
import { areaOf, emptyBox, widen } from './box-area.ts';
import { faceBoxes } from './face-boxes.ts';

/** A node of more faces is cut between boxes of a level of the BVH. */
const CUT_FACES = 16 * BRANCHING;
/** From this depth on a node is halved, so that no order of faces makes a deep tree: 2^26 faces are 26 levels more. */
const HALVED_FROM = 48;

/** @param positions in the tree's frame; no face has been removed. */
export function buildPairTree(bvh: Bvh, positions: Float64Array, faces: Uint32Array): PairTree {
  const { order, count } = bvh;
  const corners = new Float64Array(9 * count);
  for (let place = 0; place < count; place++)
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * faces[3 * order[place] + corner];
      for (let k = 0; k < 3; k++) corners[9 * place + 3 * corner + k] = positions[from + k];
    }
  const nodes = Math.max(0, count - 1);
  const tree = { order, count, corners, boxes: new Float32Array(12 * nodes), children: new Int32Array(2 * nodes) };
  if (count > 1) new PairBuilder(tree, bvh, faceBoxes(bvh, positions, faces)).make(0, count, 0, new Float32Array(6), 0);
  return tree;
}

class PairBuilder {
  readonly #tree: PairTree;
  readonly #bvh: Bvh;
  readonly #faces: Float32Array;
  readonly #costs = new Float64Array(CUT_FACES + 1);
  readonly #box = new Float32Array(6);
  #made = 0;

  constructor(tree: PairTree, bvh: Bvh, faces: Float32Array) {
    this.#tree = tree;
    this.#bvh = bvh;
    this.#faces = faces;
  }

  /** Makes the node of the faces at start … end − 1, or takes one face; writes its box. @returns a child's word. */
  make(start: number, end: number, depth: number, out: Float32Array, to: number): number {
    if (end - start === 1) {
      for (let k = 0; k < 6; k++) out[to + k] = this.#faces[6 * start + k];
      return ~start;
    }
    const { boxes, children } = this.#tree;
    const node = this.#made++;
    const at = 12 * node;
    const cut = end - start === 2 || depth >= HALVED_FROM ? (start + end) >> 1 : this.#cut(start, end);
    children[2 * node] = this.make(start, cut, depth + 1, boxes, at);
    children[2 * node + 1] = this.make(cut, end, depth + 1, boxes, at + 6);
    for (let k = 0; k < 3; k++) {
      out[to + k] = Math.min(boxes[at + k], boxes[at + 6 + k]);
      out[to + 3 + k] = Math.max(boxes[at + 3 + k], boxes[at + 9 + k]);
    }
    return node;
  }

  /** The cheapest place to cut faces start … end − 1. Wherever a node was cut before, a smaller box begins. */
  #cut(start: number, end: number): number {
    let items = this.#faces;
    let size = 1;
    for (let level = 0; end - start > CUT_FACES * size; level++) {
      items = this.#bvh.levels[level];
      size *= BRANCHING;
    }
    const first = start / size;
    const last = Math.ceil(end / size);
    const costs = this.#costs;
    const box = this.#box;
    emptyBox(box);
    for (let i = last - 1; i > first; i--) {
      widen(box, 0, items, 6 * i);
      costs[i - first] = (end - size * i) * areaOf(box);
    }
    emptyBox(box);
    let best = Number.POSITIVE_INFINITY;
    let cut = first + ((last - first) >> 1);
    for (let i = first + 1; i < last; i++) {
      widen(box, 0, items, 6 * (i - 1));
      const cost = costs[i - first] + (size * i - start) * areaOf(box);
      if (cost >= best) continue;
      best = cost;
      cut = i;
    }
    return cut * size;
  }
}
