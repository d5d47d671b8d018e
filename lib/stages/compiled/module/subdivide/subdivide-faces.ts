// Rows of the question → leaves of the adaptive face subdivision, each with the faces near it.
//
// Depth first, face by face, as its division says; a piece's children follow it, in the order of paths. A piece that
// keeps no near face (sub-triangle.ts) is farther than the requested distance from the other surface, hence wholly on
// one side. If that is outside, it is dropped; if inside, it is split without a list down to its leaves, or to pieces
// that lie so deep that they may be larger (deep-piece.ts).

import { copy3 } from '../records/copy';
import { bitsOf, childOf, childrenOf, depthOf, splitOf } from '../records/divisions';
import * as leaves from '../records/leaves';
import { spend } from '../records/looks';
import { OTHER, OTHER_FACE, others, rowAt, rowCount } from '../records/question';
import { isDeep } from './deep-piece';
import { beginRow, enterChild, isPointInside, keepNear, latticeAt, lists } from './sub-triangle';

/** The most leaves of one query, as in lib/stages/subdivide/leaf-lattice.ts. */
export const MOST_LEAVES = 1 << 22;

/** The present row: its number, its face. */
let row = 0;
let face: u32 = 0;
let visited: i32 = 0;

/** @returns the number of pieces visited; −1 if there were too many leaves. */
export function subdivide(): i32 {
  leaves.clearLeaves();
  visited = 0;
  for (row = 0; row < rowCount; row++) {
    const at = rowAt(row);
    face = load<u32>(at);
    const node = load<u32>(at, 4);
    beginRow(row, node);
    if (!visit(node, 0, 0, 0, 0, load<i32>(at, 16), load<i32>(at, 8))) return -1;
  }
  return visited;
}

/**
 * Visits a piece whose parent's list is start … start + count.
 * @param bits of `path` in use, which is left-aligned.
 * @returns false if there are too many leaves.
 */
function visit(node: u32, depth: i32, bits: i32, path: u32, start: i32, count: i32, known: i32): bool {
  visited++;
  const split = splitOf(node);
  const isLeaf = childrenOf(split) === 0;
  if (count === 0) return visitInside(node, split, depth, bits, path, known);
  const kept = keepNear(depth, start, count);
  if (kept === 0) return !isPointInside() || visitInside(node, split, depth, bits, path, 1);
  const end = start + count;
  if (!isLeaf) return divide(node, split, depth, bits, path, end, kept, known);
  const first = leaves.appendNear(kept);
  for (let i = 0; i < kept; i++) {
    const place = load<u32>(lists + 4 * (end + i));
    store<u32>(leaves.nearPlace + 4 * (first + i), place);
    store<u32>(leaves.nearFace + 4 * (first + i), load<u32>(others + OTHER * place, OTHER_FACE));
  }
  return emit(node, depth, bits, path, first, kept, known);
}

/** A piece that is near no face, and inside. */
function visitInside(node: u32, split: usize, depth: i32, bits: i32, path: u32, inside: i32): bool {
  spend(16);
  if (childrenOf(split) === 0 || isDeep(depth)) return emit(node, depth, bits, path, leaves.nearLength, 0, inside);
  return divide(node, split, depth, bits, path, 0, 0, inside);
}

function divide(node: u32, split: usize, depth: i32, bits: i32, path: u32, start: i32, count: i32, inside: i32): bool {
  const children = childrenOf(split);
  const more = bitsOf(split);
  for (let child = 0; child < children; child++) {
    enterChild(depth, split, child);
    const own = path | (child << (32 - bits - more));
    if (!visit(childOf(node, child), depth + 1, bits + more, own, start, count, inside)) return false;
  }
  return true;
}

function emit(node: u32, depth: i32, bits: i32, path: u32, firstNear: i32, kept: i32, inside: i32): bool {
  if (leaves.count >= MOST_LEAVES) return false;
  const at = leaves.appendLeaf();
  store<u32>(leaves.row + 4 * at, row);
  store<u32>(leaves.face + 4 * at, face);
  store<u8>(leaves.level + at, bits);
  store<u32>(leaves.path + 4 * at, path);
  copy3(leaves.lattice + 24 * at, latticeAt(depth));
  store<u32>(leaves.start + 4 * at, firstNear);
  store<u32>(leaves.nearCount + 4 * at, kept);
  store<u8>(leaves.inside + at, inside);
  store<u8>(leaves.further + at, depthOf(node));
  return true;
}
