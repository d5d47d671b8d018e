// A BVH → the words of its GPU buffer, with boxes as integers rounded outward; an appended edit → the words that it
// changes.
//
//   a header   HEADER_WORDS: at BVH_LEVELS, BVH_FACES and BVH_ORDER the levels in use, the faces and the first word of
//              the order; from BVH_LEVEL_HEADS on a BVH_LEVEL for each of MOST_BVH_LEVELS levels
//   then       for each level, from the faces' groups up: a BVH_BOX a node
//   then       order: face numbers, BRANCHING a group
// wgsl/proximity/node-box.access.wgsl reads it.

import {
  BRANCHING,
  BVH_BOX,
  BVH_FACES,
  BVH_LEVEL,
  BVH_LEVEL_HEADS,
  BVH_LEVELS,
  BVH_ORDER,
  type Bvh,
  MOST_BVH_LEVELS,
  wordOffsets,
  wordsOf,
} from '#records';
import { levelSizes } from './level-sizes.ts';

/**
 * GPUs read memory in sectors of 32 bytes. If the header fills whole sectors, so does each group of boxes of the first
 * level: eight of 24 bytes.
 */
const SECTOR_WORDS = 8;
const HEADER_WORDS = SECTOR_WORDS * Math.ceil((BVH_LEVEL_HEADS + wordsOf(BVH_LEVEL) * MOST_BVH_LEVELS) / SECTOR_WORDS);
const BOX_WORDS = wordsOf(BVH_BOX);
const LEVEL_AT = wordOffsets(BVH_LEVEL);

/** Offsets in the buffer, in words. Capacity beyond the counts is for edits. */
export interface BvhLayout {
  readonly faceCapacity: number;
  /** First word of each level's boxes. */
  readonly levelOffsets: readonly number[];
  readonly orderOffset: number;
  readonly words: number;
}

/** Words to write to the buffer from word `at` on. */
interface BvhChange {
  readonly at: number;
  readonly words: Int32Array;
}

/** @param spare share of the present faces to leave free, 0 for a body that is never edited. */
export function bvhLayout({ count }: Bvh, spare: number): BvhLayout {
  const faceCapacity = Math.ceil(count * (1 + spare));
  const levelOffsets: number[] = [];
  let at = HEADER_WORDS;
  for (const size of levelSizes(faceCapacity)) {
    levelOffsets.push(at);
    at += BOX_WORDS * size;
  }
  return { faceCapacity, levelOffsets, orderOffset: at, words: at + faceCapacity };
}

/** All words. @param centre the grid's origin for the bone, the tool's centre for the tool, mm. @param unit mm. */
export function bvhWords(
  tree: Bvh,
  layout: BvhLayout,
  centre: readonly [number, number, number],
  unit: number,
): Int32Array {
  const out = new Int32Array(layout.words);
  for (const { at, words } of bvhChanges(tree, layout, 0, centre, unit)) out.set(words, at);
  return out;
}

/**
 * The words that changed since the tree held `from` faces, none of which has moved. Boxes of removed faces stay as
 * written: they only cost tests. The caller has checked that tree.count ≤ layout.faceCapacity.
 */
export function bvhChanges(
  tree: Bvh,
  layout: BvhLayout,
  from: number,
  centre: readonly [number, number, number],
  unit: number,
): BvhChange[] {
  const changes: BvhChange[] = [{ at: 0, words: header(tree, layout) }];
  if (tree.count === from) return changes;
  const before = from === 0 ? 0 : levelSizes(from).length;
  let low = Math.floor(from / BRANCHING);
  for (let level = 0; level < tree.sizes.length; level++) {
    // A level that was not there before is new from its first node on.
    if (level >= before) low = 0;
    const words = boxWords(tree, level, low, centre, unit);
    changes.push({ at: layout.levelOffsets[level] + BOX_WORDS * low, words });
    low = Math.floor(low / BRANCHING);
  }
  changes.push({ at: layout.orderOffset + from, words: Int32Array.from(tree.order.subarray(from, tree.count)) });
  return changes;
}

function header(tree: Bvh, layout: BvhLayout): Int32Array {
  const out = new Int32Array(HEADER_WORDS);
  out[BVH_LEVELS] = tree.sizes.length;
  out[BVH_FACES] = tree.count;
  out[BVH_ORDER] = layout.orderOffset;
  tree.sizes.forEach((size, level) => {
    const head = BVH_LEVEL_HEADS + wordsOf(BVH_LEVEL) * level;
    out[head + LEVEL_AT.boxes] = layout.levelOffsets[level];
    out[head + LEVEL_AT.nodes] = size;
  });
  return out;
}

/**
 * Boxes of a level from node `first` on. A coordinate has an error of 2u·M / unit ≤ 1/16 of a unit
 * (lib/base/gpu/grid.ts) before it is rounded outward by one to two: the box holds the stored faces, and their vertices
 * as the grid rounds them.
 */
function boxWords(
  tree: Bvh,
  level: number,
  first: number,
  centre: readonly [number, number, number],
  unit: number,
): Int32Array {
  const boxes = tree.levels[level];
  const from = BOX_WORDS * first;
  const out = new Int32Array(BOX_WORDS * tree.sizes[level] - from);
  for (let i = 0; i < out.length; i += BOX_WORDS)
    for (let k = 0; k < 3; k++) {
      // An empty box, whose faces have all been removed, has no integers: it stays a box at the centre.
      if (boxes[from + i + k] > boxes[from + i + 3 + k]) continue;
      out[i + k] = Math.floor((boxes[from + i + k] - centre[k]) / unit) - 1;
      out[i + 3 + k] = Math.ceil((boxes[from + i + 3 + k] - centre[k]) / unit) + 1;
    }
  return out;
}
