// Boxes → overlapping pairs, by joining a tree of boxes with itself.
//
//   within(node)      = within(first) + within(second) + between(first, second)
//   between(a, b)     = nothing if their boxes are apart; the pair if both are one item; else between each child of
//                       the larger and the other
//
// Every two items are separated by exactly one node's two children, so each pair is found once. The tree's boxes are
// rounded outward; items are compared as they were given.
//
// Source: G. van den Bergen, "Efficient collision detection of complex deformable models using AABB trees", Journal of
// Graphics Tools 2(4), 1997: boxes that move keep their tree, which is refitted, until it is worn.

import { buildBoxTree, buildMortonTree, childBoxes, refitBoxTree } from '#bvh';
import { type BoxTree, FIRST_COUNT } from '#records';
import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';
import type { PairFinder } from './pair-finder.ts';
import { PairList } from './pair-list.ts';

/** A tree is worn when its answer took this many times the comparisons per body or pair that it took when new. */
const WORN = 2;
/** Levels of both trees on one descent, at most. */
const DEEPEST = 256;

export class TreeJoin implements PairFinder {
  readonly #boxes: Boxes;
  readonly #pairs = new PairList();
  readonly #build: (local: Float32Array, count: number) => BoxTree;
  #tree: BoxTree;
  #isFitted = true;
  /** Comparisons of the current answer; and per body or pair, when the tree was new. */
  #compared = 0;
  #share = 0;
  /** Boxes of the current descent, a pair of children per level. */
  readonly #stack = new Float32Array(12 * DEEPEST);

  /** @param by 'area' for fewer comparisons, 'codes' for a tree that is built faster. */
  constructor(boxes: Boxes, by: 'area' | 'codes' = 'area') {
    this.#boxes = boxes;
    this.#build = by === 'area' ? buildBoxTree : buildMortonTree;
    this.#tree = this.#build(localBoxes(boxes), boxes.count);
  }

  update(): void {
    this.#isFitted = false;
  }

  pairs(): Uint32Array {
    const { count } = this.#boxes;
    if (!this.#isFitted) this.#fit();
    this.#isFitted = true;
    this.#compared = 0;
    if (count > 1) {
      this.#stack.set(this.#tree.root);
      this.#within(0, 0, count, 0, 12);
    }
    this.#compared /= Math.max(1, count + this.#pairs.length);
    if (this.#share === 0) this.#share = this.#compared;
    return this.#pairs.take(count);
  }

  /** Refits the tree, or builds a new one if it is worn. */
  #fit(): void {
    const local = localBoxes(this.#boxes);
    if (this.#compared <= WORN * this.#share) {
      refitBoxTree(this.#tree, local);
      return;
    }
    this.#tree = this.#build(local, this.#boxes.count);
    this.#share = 0;
  }

  /** @param at the node's box in #stack. @param free where #stack is free. */
  #within(node: number, start: number, count: number, at: number, free: number): void {
    const first = this.#tree.words[node] & FIRST_COUNT;
    const second = count - first;
    childBoxes(this.#tree, node, this.#stack, at, this.#stack, free);
    if (first > 1) this.#within(node + 1, start, first, free, free + 12);
    if (second > 1) this.#within(node + first, start + first, second, free + 6, free + 12);
    this.#between(node + 1, start, first, free, node + first, start + first, second, free + 6, free + 12);
  }

  /** Nodes or items a and b: number, first place in the order, number of items, box in #stack. */
  #between(
    a: number,
    aStart: number,
    aCount: number,
    aBox: number,
    b: number,
    bStart: number,
    bCount: number,
    bBox: number,
    free: number,
  ): void {
    const stack = this.#stack;
    this.#compared++;
    if (
      stack[aBox] > stack[bBox + 3] ||
      stack[bBox] > stack[aBox + 3] ||
      stack[aBox + 1] > stack[bBox + 4] ||
      stack[bBox + 1] > stack[aBox + 4] ||
      stack[aBox + 2] > stack[bBox + 5] ||
      stack[bBox + 2] > stack[aBox + 5]
    )
      return;
    const { order, words } = this.#tree;
    if (aCount === 1 && bCount === 1) {
      if (overlap(this.#boxes, order[aStart], order[bStart])) this.#pairs.add(order[aStart], order[bStart]);
      return;
    }
    if (aCount < bCount) {
      const first = words[b] & FIRST_COUNT;
      childBoxes(this.#tree, b, stack, bBox, stack, free);
      this.#between(a, aStart, aCount, aBox, b + 1, bStart, first, free, free + 12);
      this.#between(a, aStart, aCount, aBox, b + first, bStart + first, bCount - first, free + 6, free + 12);
    } else {
      const first = words[a] & FIRST_COUNT;
      childBoxes(this.#tree, a, stack, aBox, stack, free);
      this.#between(a + 1, aStart, first, free, b, bStart, bCount, bBox, free + 12);
      this.#between(a + first, aStart + first, aCount - first, free + 6, b, bStart, bCount, bBox, free + 12);
    }
  }
}
