// Rows of the question → leaves of the adaptive face subdivision, each with the faces near it.
//
// Depth first, face by face; a sub-triangle's children follow it, in the order of paths. A sub-triangle that keeps no
// near face (sub-triangle.ts) is farther than the requested distance from the other surface, hence wholly on one side.
// If that is outside, it is dropped; if inside, it is split down to its leaves without a list. At the face's leaf level
// (edges ≤ h) it is a leaf.

import { copy3 } from '../records/copy';
import * as leaves from '../records/leaves';
import { OTHER, OTHER_FACE, others, rowAt, rowCount } from '../records/question';
import { beginRow, CHILDREN, enterChild, isPointInside, keepNear, latticeAt, lists } from './sub-triangle';

/** The most leaves of one query, as in lib/stages/subdivide/leaf-lattice.ts. */
export const MOST_LEAVES = 1 << 22;

/** The present row: its number, its face, its leaf level. */
let row = 0;
let face: u32 = 0;
let leaf = 0;
let visited: i32 = 0;

/** @returns the number of sub-triangles visited; −1 if there were too many leaves. */
export function subdivide(): i32 {
  leaves.clearLeaves();
  visited = 0;
  for (row = 0; row < rowCount; row++) {
    const at = rowAt(row);
    face = load<u32>(at);
    leaf = load<i32>(at, 4);
    beginRow(row, leaf);
    if (!visit(0, 0, 0, load<i32>(at, 16), load<i32>(at, 8))) return -1;
  }
  return visited;
}

/**
 * Visits a sub-triangle whose parent's list is start … start + count.
 * @returns false if there are too many leaves.
 */
function visit(level: i32, path: u32, start: i32, count: i32, known: i32): bool {
  visited++;
  if (count === 0) {
    if (level === leaf) return emit(path, leaves.nearLength, 0, known);
    return split(level, path, start, 0, known);
  }
  const kept = keepNear(level, start, count);
  if (kept === 0 && !isPointInside()) return true;
  const inside = kept === 0 ? 1 : known;
  const end = start + count;
  if (level < leaf) return split(level, path, end, kept, inside);
  const first = leaves.appendNear(kept);
  for (let i = 0; i < kept; i++) {
    const place = load<u32>(lists + 4 * (end + i));
    store<u32>(leaves.nearPlace + 4 * (first + i), place);
    store<u32>(leaves.nearFace + 4 * (first + i), load<u32>(others + OTHER * place, OTHER_FACE));
  }
  return emit(path, first, kept, inside);
}

function split(level: i32, path: u32, start: i32, count: i32, inside: i32): bool {
  for (let child = 0; child < CHILDREN; child++) {
    enterChild(level, child);
    if (!visit(level + 1, path * CHILDREN + child, start, count, inside)) return false;
  }
  return true;
}

function emit(path: u32, firstNear: i32, kept: i32, inside: i32): bool {
  if (leaves.count >= MOST_LEAVES) return false;
  const at = leaves.appendLeaf();
  store<u32>(leaves.row + 4 * at, row);
  store<u32>(leaves.face + 4 * at, face);
  store<u8>(leaves.level + at, leaf);
  store<u32>(leaves.path + 4 * at, path);
  copy3(leaves.lattice + 24 * at, latticeAt(leaf));
  store<u32>(leaves.start + 4 * at, firstNear);
  store<u32>(leaves.nearCount + 4 * at, kept);
  store<u8>(leaves.inside + at, inside);
  return true;
}
