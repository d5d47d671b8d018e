// Bodies → groups of nearby bodies, under a hierarchy of boxes: a BVH whose leaves are the groups.
//
// Bodies are in the order of their centres along a Hilbert curve (size-classes.ts), LEAF of them per leaf, and
// BRANCHING nodes of a level per node of the next:
//
//   level 2   ┌──────────── 0 ────────────┐
//   level 1   0 (leaves 0 … 7)      1 (leaves 8 … 15) …
//   level 0   0 (bodies 0 … 15)  1 (bodies 16 … 31) …         places in the order, not bodies' numbers
//
// Coordinates are the bits of f32 numbers ≥ 0, read as integers: they ascend with the numbers, and a difference has the
// right sign. Closed intervals overlap if two differences are not negative, so two boxes overlap if none of six is: if
// the sign bit of all six, or-ed, is 0. This avoids a branch for each axis.

import { BRANCHING, NODE_BITS } from '#records';

/** Bodies per leaf: with more, leaves share fewer neighbours; with fewer, more leaves are visited. */
export const LEAF = 16;
const NODE_MASK = 2 ** NODE_BITS - 1;

/** Six integers per box: low x, y, z, high x, y, z. */
export type IntegerBoxes = Int32Array;

/** The data of a set of leaves; several threads may read it. */
export interface LeafTables {
  /** By place: the body's number, and its box. */
  readonly order: Uint32Array;
  readonly boxes: IntegerBoxes;
  /** Boxes of the nodes of each level, the leaves' first; at least two levels. */
  readonly levels: readonly IntegerBoxes[];
}

/**
 * @param bodies numbers of the bodies of this set, at least one, in the order of the leaves.
 * @param local for all bodies, as returned by localBoxes.
 */
export function leafTables(bodies: Uint32Array, local: Float32Array): LeafTables {
  const integers = new Int32Array(local.buffer);
  const boxes = new Int32Array(6 * bodies.length);
  for (let place = 0; place < bodies.length; place++)
    for (let k = 0; k < 6; k++) boxes[6 * place + k] = integers[6 * bodies[place] + k];
  const leaves = unionBoxes(boxes, LEAF);
  let level = unionBoxes(leaves, BRANCHING);
  const levels = [leaves, level];
  for (; level.length > 6; levels.push(level)) level = unionBoxes(level, BRANCHING);
  return { order: bodies, boxes, levels };
}

export class LeafSet {
  readonly order: Uint32Array;
  readonly boxes: IntegerBoxes;
  readonly #levels: readonly IntegerBoxes[];
  readonly #stack: Int32Array;

  constructor({ order, boxes, levels }: LeafTables) {
    this.order = order;
    this.boxes = boxes;
    this.#levels = levels;
    this.#stack = new Int32Array(BRANCHING * levels.length);
  }

  /** Boxes of the leaves. */
  get leafBoxes(): IntegerBoxes {
    return this.#levels[0];
  }

  /** Boxes of groups of leaves, the nodes above them. */
  get groupBoxes(): IntegerBoxes {
    return this.#levels[1];
  }

  get leafCount(): number {
    return this.leafBoxes.length / 6;
  }

  get groupCount(): number {
    return this.groupBoxes.length / 6;
  }

  /** The places of a leaf's bodies: from start(leaf) to start(leaf + 1), excluding the latter. */
  start(leaf: number): number {
    return Math.min(this.order.length, leaf * LEAF);
  }

  /** The leaves of a group, likewise. */
  groupStart(group: number): number {
    return Math.min(this.leafCount, group * BRANCHING);
  }

  /** Writes the leaves whose boxes overlap the one at boxes[at …] to out. @returns their number. */
  leavesAt(boxes: IntegerBoxes, at: number, out: Int32Array): number {
    const x0 = boxes[at];
    const y0 = boxes[at + 1];
    const z0 = boxes[at + 2];
    const x1 = boxes[at + 3];
    const y1 = boxes[at + 4];
    const z1 = boxes[at + 5];
    const stack = this.#stack;
    let count = 0;
    let depth = 0;
    stack[depth++] = (this.#levels.length - 1) << NODE_BITS;
    while (depth > 0) {
      const entry = stack[--depth];
      const level = entry >>> NODE_BITS;
      const node = entry & NODE_MASK;
      const b = this.#levels[level];
      const i = 6 * node;
      const outside = (x1 - b[i]) | (b[i + 3] - x0) | (y1 - b[i + 1]) | (b[i + 4] - y0) | (z1 - b[i + 2]);
      if ((outside | (b[i + 5] - z0)) < 0) continue;
      if (level === 0) {
        out[count++] = node;
        continue;
      }
      const first = BRANCHING * node;
      const end = Math.min(first + BRANCHING, this.#levels[level - 1].length / 6);
      for (let child = end - 1; child >= first; child--) stack[depth++] = ((level - 1) << NODE_BITS) | child;
    }
    return count;
  }
}

/** The boxes of groups of `size` consecutive boxes. */
function unionBoxes(boxes: IntegerBoxes, size: number): IntegerBoxes {
  const count = boxes.length / 6;
  const unions = new Int32Array(6 * Math.ceil(count / size));
  for (let group = 0; 6 * group < unions.length; group++) {
    const at = 6 * group;
    for (let k = 0; k < 6; k++) unions[at + k] = boxes[6 * size * group + k];
    for (let i = size * group + 1; i < Math.min(count, size * group + size); i++)
      for (let k = 0; k < 3; k++) {
        unions[at + k] = Math.min(unions[at + k], boxes[6 * i + k]);
        unions[at + 3 + k] = Math.max(unions[at + 3 + k], boxes[6 * i + 3 + k]);
      }
  }
  return unions;
}
