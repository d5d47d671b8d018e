// Nodes of a body's cluster tree: as numbers, and what lies below them.

import { FAN, type Surface } from '../records/index.ts';

const LEVEL = 2 ** 28;

/** A node in one number: level·2^28 + node. */
export function nodeItem(level: number, node: number): number {
  return level * LEVEL + node;
}

export function levelOf(item: number): number {
  return Math.floor(item / LEVEL);
}

export function placeOf(item: number): number {
  return item % LEVEL;
}

export function rootItem({ clusters }: Surface): number {
  return nodeItem(clusters.levels.length - 1, 0);
}

/** Calls back with the children of a node of a level above 0: nodes of the level below. */
export function eachChild({ clusters }: Surface, level: number, node: number, visit: (child: number) => void): void {
  const end = Math.min(clusters.sizes[level - 1], FAN * (node + 1));
  for (let child = FAN * node; child < end; child++) visit(child);
}

/** Calls back with each face of a leaf that no edit has removed. */
export function eachFace({ clusters, retired }: Surface, leaf: number, visit: (face: number) => void): void {
  const end = Math.min(clusters.count, FAN * (leaf + 1));
  for (let slot = FAN * leaf; slot < end; slot++) {
    const face = clusters.order[slot];
    if (retired === null || retired[face] === 0) visit(face);
  }
}

/** Which nodes of a body's tree hold a face that is wanted. */
export class NodeMarks {
  #levels: Uint8Array[] = [];

  mark({ clusters }: Surface, isWanted: (face: number) => boolean): void {
    if (this.#levels.length !== clusters.sizes.length)
      this.#levels = clusters.sizes.map((size) => new Uint8Array(size));
    const levels = this.#levels;
    for (const marks of levels) marks.fill(0);
    for (let slot = 0; slot < clusters.count; slot++)
      if (isWanted(clusters.order[slot])) levels[0][Math.floor(slot / FAN)] = 1;
    for (let level = 1; level < levels.length; level++)
      for (const [node, mark] of levels[level - 1].entries()) if (mark === 1) levels[level][Math.floor(node / FAN)] = 1;
  }

  has(level: number, node: number): boolean {
    return this.#levels[level][node] === 1;
  }
}
