// How faces are divided, as the host writes it: the splits' children, and the nodes of lib/geometry/divisions.
//
//   splits   SPLIT_BYTES each, as splits.ts says
//   nodes    NODE bytes each: split, u32; depth, u32; four children, u32; leaves, f64

import { capacityFor, moved } from './memory';

/** As in lib/geometry/divisions/splits.ts. */
const SPLIT_BYTES: usize = 38;
const CORNER_COUNTS: usize = 32;
const CHILD_COUNT: usize = 36;
const SPLIT_BITS: usize = 37;
const SPLIT_COUNT = 13;
const CHILD_BYTES: usize = 8;

const NODE: usize = 32;
export const splits: usize = memory.data(38 * SPLIT_COUNT);
let nodes: usize = 0;
let capacity = 0;

/** Room for that many nodes; existing ones stay. @returns where the table begins. */
export function reserveNodes(count: i32): usize {
  if (count > capacity) {
    const used = capacity;
    capacity = capacityFor(count, capacity);
    nodes = moved(nodes, NODE * used, NODE * capacity);
  }
  return nodes;
}

/** Where the split of a node is. */
export function splitOf(node: u32): usize {
  return splits + SPLIT_BYTES * load<u32>(nodes + NODE * node);
}
/** By how many splits the deepest leaf of a node lies below it. */
export function depthOf(node: u32): i32 {
  return load<i32>(nodes + NODE * node, 4);
}
export function childOf(node: u32, child: i32): u32 {
  return load<u32>(nodes + NODE * node + 4 * child, 8);
}
export function leavesOf(node: u32): f64 {
  return load<f64>(nodes + NODE * node, 24);
}

/** Of a split: how many children there are, and the bits of a path that number them; 0 for a leaf. */
export function childrenOf(split: usize): i32 {
  return load<u8>(split, CHILD_COUNT);
}
export function bitsOf(split: usize): i32 {
  return load<u8>(split, SPLIT_BITS);
}
/** How many corners a child has; where the ends of these are, two bytes each. */
export function cornersOfChild(split: usize, child: i32): i32 {
  return load<u8>(split + child, CORNER_COUNTS);
}
export function endsOfChild(split: usize, child: i32): usize {
  return split + CHILD_BYTES * child;
}
