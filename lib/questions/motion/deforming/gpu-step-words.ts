// A surface, a tree over its items, and its steps → the words that the kernels read.
//
// On the GPU the tree is complete: 2^levels leaves, so that the children of node i are 2i + 1 and 2i + 2. Its leaves
// are the MedianTree's, which halves its items by number; if a half has none, its nodes stay empty.

import type { MedianTree } from '#bvh';
import { SMALLEST_COORDINATE } from '#core';
import { MOVING_POINT, NO_FACE, UNITS_PER_WIDTH, wordsOf } from '#records';
import type { DeformingSurface } from './deforming-surface.ts';

const POINT_WORDS = wordsOf(MOVING_POINT);
const MOST_UNITS = UNITS_PER_WIDTH / 2;

export function levelsOver(items: number): number {
  return 32 - Math.clz32(items - 1);
}

/** The item of each leaf, or NO_FACE. */
export function leafItems({ order }: MedianTree): Uint32Array {
  const levels = levelsOver(order.length);
  return Uint32Array.from({ length: 2 ** levels }, (_, leaf) => {
    let first = 0;
    let end = order.length;
    for (let level = levels - 1; level >= 0; level--) {
      const middle = (first + end) >>> 1;
      if (Math.floor(leaf / 2 ** level) % 2 === 1) first = middle;
      else end = middle;
    }
    return end > first ? order[first] : NO_FACE;
  });
}

/**
 * The front before the first step: the two children of every node, so that each pair of different leaves is at or below
 * exactly one pair, and all threads have work at once.
 */
export function firstFront(items: Uint32Array): Uint32Array {
  const firstLeaf = items.length - 1;
  const isFull = new Uint8Array(2 * items.length - 1);
  for (let node = isFull.length - 1; node >= 0; node--)
    isFull[node] = node >= firstLeaf ? +(items[node - firstLeaf] !== NO_FACE) : isFull[2 * node + 1] | isFull[2 * node + 2]; // biome-ignore format: one choice
  const pairs: number[] = [];
  for (let node = 0; node < firstLeaf; node++)
    if (isFull[2 * node + 1] && isFull[2 * node + 2]) pairs.push(2 * node + 1, 2 * node + 2);
  return Uint32Array.from(pairs);
}

/** Words of the topology, and where each list begins, as in IMPACT_STEP. */
export function topologyWords(surface: DeformingSurface, items: Uint32Array) {
  const { corners, faceEdges, vertexItems, edgeItems } = surface;
  const lists = {
    itemsAt: items,
    cornersAt: corners,
    sidesAt: faceEdges,
    vertexStartsAt: vertexItems.starts,
    vertexItemsAt: vertexItems.values,
    edgeStartsAt: edgeItems.starts,
    edgeItemsAt: edgeItems.values,
  };
  const words = new Uint32Array(Object.values(lists).reduce((sum, { length }) => sum + length, 0));
  const offsets = { itemsAt: 0, cornersAt: 0, sidesAt: 0, vertexStartsAt: 0, vertexItemsAt: 0, edgeStartsAt: 0, edgeItemsAt: 0 }; // biome-ignore format: a record
  let at = 0;
  for (const name of Object.keys(lists) as (keyof typeof lists)[]) {
    words.set(lists[name], at);
    offsets[name] = at;
    at += lists[name].length;
  }
  return { words, offsets };
}

/**
 * MOVING_POINT of all vertices, in units of a grid about the step, |X| ≤ 2^29.
 *
 * A coordinate x is round((x − o) / unit). The f64 difference is off by u·|x − o| ≤ 2^-53·2^30 units; its quotient by a
 * power of two is exact; rounding adds 1/2: off by 1/2 + 2^-23 in all. Each of these keeps the order of any two
 * coordinates of an axis.
 */
export function writeStep(start: Float64Array, end: Float64Array, out: Int32Array): void {
  const origin = new Float64Array(3);
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < start.length; i += 3) {
      low = Math.min(low, start[i], end[i]);
      high = Math.max(high, start[i], end[i]);
    }
    // Neither the sum nor the difference of the two overflows.
    origin[k] = 0.5 * low + 0.5 * high;
    extent = Math.max(extent, high - origin[k], origin[k] - low);
  }
  const unit = 2 ** Math.ceil(Math.log2(Math.max(extent / MOST_UNITS, SMALLEST_COORDINATE) * (1 + 2 ** -10)));
  for (let i = 0; i < start.length; i++) {
    const at = POINT_WORDS * Math.floor(i / 3) + (i % 3);
    out[at] = Math.round((start[i] - origin[i % 3]) / unit);
    out[at + POINT_WORDS / 2] = Math.round((end[i] - origin[i % 3]) / unit);
  }
}
