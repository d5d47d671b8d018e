// Nodes of a body's BVH as numbers, and what lies below them. Level 0 holds the leaves, of BRANCHING faces each; the
// children of node n of a level above are nodes BRANCHING·n … BRANCHING·n + BRANCHING − 1 of the level below.

import { BRANCHING, NODE_BITS, type Surface } from '#records';

const LEVEL = 2 ** NODE_BITS;

/** A node in one number: level·2^NODE_BITS + node. */
export function nodeItem(level: number, node: number): number {
  return level * LEVEL + node;
}

export function levelOf(item: number): number {
  return Math.floor(item / LEVEL);
}

export function placeOf(item: number): number {
  return item % LEVEL;
}

export function rootItem({ bvh }: Surface): number {
  return nodeItem(bvh.levels.length - 1, 0);
}

/** Calls back with the numbers of a node's children on the level below. @param level above 0. */
export function eachChild({ bvh }: Surface, level: number, node: number, visit: (child: number) => void): void {
  const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
  for (let child = BRANCHING * node; child < end; child++) visit(child);
}

/** Calls back with each face of a leaf that no edit has removed. */
export function eachFace({ bvh, retired }: Surface, leaf: number, visit: (face: number) => void): void {
  const end = Math.min(bvh.count, BRANCHING * (leaf + 1));
  for (let slot = BRANCHING * leaf; slot < end; slot++) {
    const face = bvh.order[slot];
    if (retired === null || retired[face] === 0) visit(face);
  }
}

/** Marks the nodes of a BVH that contain a wanted face, so that a search skips the others. */
export class NodeMarks {
  #levels: Uint8Array[] = [];

  mark({ bvh }: Surface, isWanted: (face: number) => boolean): void {
    if (this.#levels.length !== bvh.sizes.length) this.#levels = bvh.sizes.map((size) => new Uint8Array(size));
    const levels = this.#levels;
    for (const marks of levels) marks.fill(0);
    for (let slot = 0; slot < bvh.count; slot++)
      if (isWanted(bvh.order[slot])) levels[0][Math.floor(slot / BRANCHING)] = 1;
    for (let level = 1; level < levels.length; level++)
      for (const [node, mark] of levels[level - 1].entries())
        if (mark === 1) levels[level][Math.floor(node / BRANCHING)] = 1;
  }

  has(level: number, node: number): boolean {
    return this.#levels[level][node] === 1;
  }
}
