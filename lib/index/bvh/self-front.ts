// A tree of k-DOPs → pairs of its leaves that may touch, by a front that is kept from step to step.
//
// Pairs of nodes form a tree as well: below (a, a) are the pairs of a's children, below (a, b) those of one's children
// with the other. The front is where a descent from the root pair has ended, at pairs that are apart and at pairs of
// leaves:
//
//              (0,0)                 ●  has been descended
//            ╱   │   ╲               ○  apart: in the front
//       (1,1)  (1,2)  (2,2)          ■  two leaves: in the front, reported as a pair if they are not apart
//         ●      ○      ●
//
// Invariant: every pair of different leaves is below or at exactly one pair of the front, or is dropped. So a step
// begins at the front of the step before, and not at the root; it only goes down, never back up (S. A. Ehmann, M. C.
// Lin, "Accurate and fast proximity queries between polyhedra using convex surface decomposition", CGF 20(3), 2001; on
// the GPU: M. Tang et al., Chinese J. Computers, 2010). If things were once closer than they are now, the front is
// longer than necessary; the caller then begins anew.

import { GrowingArray } from '#core';
import type { DopTree } from './dop-tree.ts';

/** A share of all pairs: every `of`-th part, from part `index` on. */
export interface FrontShare {
  readonly index: number;
  readonly of: number;
}

/** The most pairs that a front holds: a longer one is not kept, and the next step begins at the root. */
const MOST_KEPT = 2 ** 24;
/** Parts per share, so that shares have about the same amount of work. */
const PARTS_A_SHARE = 2048;

export class SelfFront {
  /** Pairs of nodes that were tested in the last step. */
  tested = 0;
  readonly #dops: DopTree;
  readonly #share: FrontShare;
  readonly #isDropped: (item: number, other: number) => boolean;
  #kept = new PairList();
  #next = new PairList();
  readonly #stack = new PairList();
  #hasBegun = false;
  #isOverfull = false;

  /**
   * @param isDropped whether a pair of items is never reported, in any step: it leaves the front for good.
   * @param share its parts do not depend on the boxes, so all shares together have every pair once.
   */
  constructor(dops: DopTree, isDropped: (item: number, other: number) => boolean, share: FrontShare) {
    this.#dops = dops;
    this.#isDropped = isDropped;
    this.#share = share;
  }

  get length(): number {
    return this.#kept.length;
  }

  /** Forgets the front: the next step begins at the root. */
  clear(): void {
    this.#kept.length = 0;
    this.#hasBegun = false;
  }

  /** @param take called with the two items of every pair of leaves whose k-DOPs are not apart, each pair once. */
  update(take: (item: number, other: number) => void): void {
    this.tested = 0;
    this.#next.length = 0;
    // If `take` threw in the last step, that step does not count: the front before it is still complete.
    this.#stack.length = 0;
    this.#isOverfull = false;
    if (this.#hasBegun) this.#advance(take);
    else this.#begin(take);
    [this.#kept, this.#next] = [this.#next, this.#kept];
    this.#hasBegun = !this.#isOverfull;
    if (this.#isOverfull) this.#kept.length = 0;
  }

  #begin(take: (item: number, other: number) => void): void {
    const parts = partsOf(this.#dops, this.#share);
    for (let i = 0; i < parts.length; i++) this.#visit(parts.first.values[i], parts.second.values[i], take);
  }

  #advance(take: (item: number, other: number) => void): void {
    const { first, second, length } = this.#kept;
    for (let i = 0; i < length; i++) this.#visit(first.values[i], second.values[i], take);
  }

  /** Goes down from one pair, and adds the pairs at which it ends to the next front. */
  #visit(a: number, b: number, take: (item: number, other: number) => void): void {
    if (a !== b && this.#areApart(a, b)) {
      this.#keep(a, b);
      return;
    }
    const { inner, tree } = this.#dops;
    const { children, order } = tree;
    const stack = this.#stack;
    stack.push(a, b);
    while (stack.length > 0) {
      const i = stack.first.values[stack.length - 1];
      const j = stack.second.values[stack.length - 1];
      stack.drop();
      if (i === j) {
        // A leaf has no pair with itself.
        if (i >= inner) continue;
        const [left, right] = [children[2 * i], children[2 * i + 1]];
        stack.push(left, left);
        stack.push(right, right);
        this.#test(left, right);
      } else if (i >= inner && j >= inner) {
        const [item, other] = [order[i - inner], order[j - inner]];
        if (this.#isDropped(item, other)) continue;
        this.#keep(i, j);
        take(item, other);
      } else if (j >= inner || (i < inner && i < j)) {
        // The node with the lower number is higher in the tree, or on the same level.
        this.#test(children[2 * i], j);
        this.#test(children[2 * i + 1], j);
      } else {
        this.#test(i, children[2 * j]);
        this.#test(i, children[2 * j + 1]);
      }
    }
  }

  #test(a: number, b: number): void {
    if (this.#areApart(a, b)) this.#keep(a, b);
    else this.#stack.push(a, b);
  }

  #areApart(a: number, b: number): boolean {
    this.tested++;
    return this.#dops.areApart(a, b);
  }

  #keep(a: number, b: number): void {
    if (this.#next.length < MOST_KEPT) this.#next.push(a, b);
    else this.#isOverfull = true;
  }
}

class PairList {
  readonly first = new GrowingArray(new Uint32Array(1024));
  readonly second = new GrowingArray(new Uint32Array(1024));

  get length(): number {
    return this.first.length;
  }

  set length(length: number) {
    this.first.length = this.second.length = length;
  }

  push(a: number, b: number): void {
    this.first.push(a);
    this.second.push(b);
  }

  drop(): void {
    this.first.length--;
    this.second.length--;
  }
}

/** The share's pairs of nodes at some depth, chosen by the tree's structure alone. */
function partsOf({ inner, tree }: DopTree, { index, of }: FrontShare): PairList {
  let nodes = inner > 0 ? [0] : [];
  const isSplit = (node: number) => node < inner;
  const wanted = of === 1 ? 1 : PARTS_A_SHARE * of;
  while ((nodes.length * (nodes.length + 1)) / 2 < wanted && nodes.some(isSplit))
    nodes = nodes.flatMap((node) => (isSplit(node) ? [tree.children[2 * node], tree.children[2 * node + 1]] : [node]));
  const parts = new PairList();
  let part = 0;
  // A node paired with itself is more work than with another: these are dealt out first.
  for (let apart = 0; apart < nodes.length; apart++)
    for (let i = 0; i + apart < nodes.length; i++) if (part++ % of === index) parts.push(nodes[i], nodes[i + apart]);
  return parts;
}
