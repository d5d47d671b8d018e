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
