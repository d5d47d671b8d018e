// How faces are divided → a node for each different division, shared by all pieces that are divided so.
//
//   face 7 ──▶ node 5: quartered                   node 0 is a leaf. A division has its split and a node for each
//                │ │ │ └──▶ node 3                 child. Pieces of one shape and size are divided alike, so a face
//                │ │ └────▶ node 3: halved         of 4^k equal leaves has k + 1 nodes, and faces of a mesh share
//                │ └──────▶ node 3   │ └──▶ 0      most of theirs.
//                └────────▶ node 3   └────▶ 0
//
// A node says neither where a piece lies nor how large it is: whoever walks down keeps the corners.

import { grown, HashTable, hashWith, type OptionError } from '#core';
import { bitsOf, LEAF, MOST_CHILDREN, TOO_FINE } from './splits.ts';

/** The node of a leaf, and that of a piece that may not be divided as finely as it is asked for. */
export const LEAF_NODE = 0;
export const TOO_FINE_NODE = 1;

/** The divisions of a body's faces at a resolution. */
export interface FaceDivisions {
  readonly divisions: Divisions;
  /**
   * The node of a face's division; TOO_FINE_NODE if it may not be divided so finely. Nodes may be made for it, and the
   * arrays of `divisions` be replaced by longer ones.
   */
  nodeOf(face: number): number;
  /** The error for a face whose node is TOO_FINE_NODE. @param name the body's. */
  tooFine(face: number, name: string): OptionError;
}

export class Divisions {
  /** Nodes so far: nodes are added, never changed. */
  count = 0;
  /** By node: its split, by how many splits its deepest leaf lies below it, and how many bits their paths take. */
  splits = new Uint8Array(64);
  depths = new Uint8Array(64);
  bits = new Uint8Array(64);
  /** By node: the number of leaves. */
  leaves = new Float64Array(64);
  /** MOST_CHILDREN nodes a node. */
  children = new Uint32Array(64 * MOST_CHILDREN);
  readonly #table = new HashTable();

  constructor() {
    this.#add(LEAF, [], 1);
    this.#add(TOO_FINE, [], Number.POSITIVE_INFINITY);
  }

  /** The node of a piece that is split so. @param children their nodes, as many as the split has. */
  nodeOf(split: number, children: readonly number[]): number {
    const table = this.#table;
    for (let node = table.first(hashOf(split, children, 0)); node >= 0; node = table.next())
      if (
        this.splits[node] === split &&
        children.every((child, k) => this.children[MOST_CHILDREN * node + k] === child)
      )
        return node;
    table.put(this.count);
    const node = this.#add(
      split,
      children,
      children.reduce((sum, child) => sum + this.leaves[child], 0),
    );
    if (table.isCrowded) table.widen((held) => hashOf(this.splits[held], this.children, MOST_CHILDREN * held));
    return node;
  }

  #add(split: number, children: readonly number[], leaves: number): number {
    const node = this.count++;
    this.splits = grown(this.splits, node, this.count);
    this.depths = grown(this.depths, node, this.count);
    this.bits = grown(this.bits, node, this.count);
    this.leaves = grown(this.leaves, node, this.count);
    this.children = grown(this.children, MOST_CHILDREN * node, MOST_CHILDREN * this.count);
    this.splits[node] = split;
    this.leaves[node] = leaves;
    children.forEach((child, k) => {
      this.children[MOST_CHILDREN * node + k] = child;
      this.depths[node] = Math.max(this.depths[node], this.depths[child] + 1);
      this.bits[node] = Math.max(this.bits[node], this.bits[child] + bitsOf(split));
    });
    return node;
  }
}

/** All splits have two children at least. */
function hashOf(split: number, children: ArrayLike<number>, at: number): number {
  return hashWith(hashWith(hashWith(0, split), children[at]), children[at + 1]);
}
