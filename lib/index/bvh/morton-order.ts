// Boxes → a leafless tree of boxes, by the Morton codes of their centres (LBVH).
//
// C. Lauterbach et al., "Fast BVH construction on GPUs", Computer Graphics Forum 28(2), 2009; T. Karras, "Maximizing
// parallelism in the construction of BVHs, octrees, and k-d trees", HPG 2012. Sorted codes (morton-code.ts) run through
// space octant by octant:
//
//     z y x  z y x  …      A node's codes share a prefix. Its first child has those whose next bit is 0, found by a
//     1 0 1  0 1 1  …      binary search, its second child those whose next bit is 1. Codes that are all equal are
//     └────┘ prefix        halved by number: Karras appends the item's place for that.
//
// It costs a sort and a pass over the nodes; surface area costs a pass over the items for each level.

import { sortByKey } from '#core';
import type { BoxTree } from '#records';
import { boxCodes } from './box-codes.ts';
import { assembleBoxTree, type Partition } from './box-tree.ts';
import { mortonCode } from './morton-code.ts';

/** @param boxes 6 f32 per item: low x, y, z, high x, y, z. @param count items, fewer than 2^26. */
export function buildMortonTree(boxes: Float32Array, count: number): BoxTree {
  const codes = boxCodes(boxes, count, mortonCode);
  return assembleBoxTree(boxes, sortByKey(codes, count), new CommonPrefix(codes));
}

/** Splits items that are in the order of their codes. */
class CommonPrefix implements Partition {
  readonly #codes: Uint32Array;

  constructor(codes: Uint32Array) {
    this.#codes = codes;
  }

  part(order: Uint32Array, start: number, end: number): number {
    const codes = this.#codes;
    const first = codes[order[start]];
    const last = codes[order[end - 1]];
    if (first === last) return (end - start) >> 1;
    // The highest bit that differs among them, and the first item that has it set.
    const bit = 1 << (31 - Math.clz32(first ^ last));
    let low = start;
    let high = end - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((codes[order[middle]] & bit) === 0) low = middle;
      else high = middle;
    }
    return high - start;
  }
}
