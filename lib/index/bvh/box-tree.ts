// Boxes and a way to split them → a leafless tree of boxes; boxes that have moved → the same tree, refitted.
//
// A tree is its order of items and, for each node, how many of them its first child has (records/box-tree.ts). A
// partition decides which: by surface area (surface-area.ts) or by Morton codes (morton-order.ts).
//
// Invariant: a node's box is the union of its children's, bit by bit; the storage relies on this. Boxes are f32 and
// hold what they were made from, if that was rounded outward.

import { type BoxTree, FIRST_COUNT, SECOND_SHIFT } from '#records';

/** From this depth on a node is halved by number, so that no set of boxes makes a deep tree. */
const HALVED_FROM = 48;

export interface Partition {
  /**
   * Reorders items start … end − 1 of `order`, at least two. @returns the number in the first child, never none or all.
   */
  part(order: Uint32Array, start: number, end: number): number;
}

/**
 * @param boxes 6 f32 per item: low x, y, z, high x, y, z.
 * @param order all items, fewer than 2^26; owned by the tree from now on.
 */
export function assembleBoxTree(boxes: Float32Array, order: Uint32Array, partition: Partition): BoxTree {
  const nodes = Math.max(0, order.length - 1);
  const tree: BoxTree = {
    order,
    words: new Uint32Array(nodes),
    planes: new Float32Array(6 * nodes),
    root: new Float32Array(6),
  };
  if (order.length > 0) new TreeBuilder(boxes, tree, partition).split(0, 0, order.length, 0, tree.root, 0);
  return tree;
}

/** Updates a tree to its items' present boxes; its structure stays. */
export function refitBoxTree(tree: BoxTree, boxes: Float32Array): void {
  if (tree.order.length > 0) new TreeFitter(boxes, tree).refit(0, 0, tree.order.length, tree.root, 0);
}

/**
 * Writes the boxes of both children of a node.
 * @param box the node's, from `at` on. @param out receives the first child's from `to` on, then the second's.
 */
export function childBoxes(
  { words, planes }: BoxTree,
  node: number,
  box: Float32Array,
  at: number,
  out: Float32Array,
  to: number,
): void {
  const bits = words[node] >>> SECOND_SHIFT;
  for (let k = 0; k < 6; k++) {
    const own = planes[6 * node + k];
    const isSecond = ((bits >>> k) & 1) === 1;
    out[to + k] = isSecond ? box[at + k] : own;
    out[to + 6 + k] = isSecond ? own : box[at + k];
  }
}

/** Writes a node from its children's boxes, and its own box. */
function writeNode(
  { words, planes }: BoxTree,
  node: number,
  firstCount: number,
  children: Float32Array,
  at: number,
  box: Float32Array,
  to: number,
): void {
  let bits = 0;
  for (let k = 0; k < 6; k++) {
    const first = children[at + k];
    const second = children[at + 6 + k];
    const isFirstOuter = k < 3 ? first <= second : first >= second;
    box[to + k] = isFirstOuter ? first : second;
    planes[6 * node + k] = isFirstOuter ? second : first;
    if (isFirstOuter) bits |= 1 << k;
  }
  words[node] = firstCount | (bits << SECOND_SHIFT);
}

class TreeFitter {
  readonly #boxes: Float32Array;
  readonly #tree: BoxTree;

  constructor(boxes: Float32Array, tree: BoxTree) {
    this.#boxes = boxes;
    this.#tree = tree;
  }

  /** Refits the subtree of a node, or an item, and writes its box to out[to …]. */
  refit(node: number, start: number, count: number, out: Float32Array, to: number): void {
    if (count === 1) {
      const item = 6 * this.#tree.order[start];
      for (let k = 0; k < 6; k++) out[to + k] = this.#boxes[item + k];
      return;
    }
    const first = this.#tree.words[node] & FIRST_COUNT;
    const children = new Float32Array(12);
    this.refit(node + 1, start, first, children, 0);
    this.refit(node + first, start + first, count - first, children, 6);
    writeNode(this.#tree, node, first, children, 0, out, to);
  }
}

class TreeBuilder {
  readonly #boxes: Float32Array;
  readonly #tree: BoxTree;
  readonly #partition: Partition;

  constructor(boxes: Float32Array, tree: BoxTree, partition: Partition) {
    this.#boxes = boxes;
    this.#tree = tree;
    this.#partition = partition;
  }

  /** Builds the subtree of a node, or an item, and writes its box to out[to …]. */
  split(node: number, start: number, count: number, depth: number, out: Float32Array, to: number): void {
    const { order } = this.#tree;
    if (count === 1) {
      const item = 6 * order[start];
      for (let k = 0; k < 6; k++) out[to + k] = this.#boxes[item + k];
      return;
    }
    const first = depth < HALVED_FROM ? this.#partition.part(order, start, start + count) : count >> 1;
    const children = new Float32Array(12);
    this.split(node + 1, start, first, depth + 1, children, 0);
    this.split(node + first, start + first, count - first, depth + 1, children, 6);
    writeNode(this.#tree, node, first, children, 0, out, to);
  }
}
