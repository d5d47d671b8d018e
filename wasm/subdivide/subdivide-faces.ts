// Rows of the question → leaves of the adaptive face subdivision, each with the faces near it. Twin of
// lib/stages/subdivide/subdivide-faces.ts, which explains it.

import { isApartInside, slotOf } from '../proximity/point-table';
import { copy3 } from '../records/copy';
import * as leaves from '../records/leaves';
import { capacityFor, take } from '../records/memory';
import { CORNERS, isSigned, near, OTHER, OTHER_FACE, others, own, ROW, rowCount, rows } from '../records/question';
import { leafCorners } from './leaf-corners';
import { mayMeet, sphereOf } from './sphere-face';

const CHILDREN = 4;
/** The most leaves of one query, as in lib/stages/subdivide/leaf-lattice.ts. */
const MOST_LEAVES = 1 << 22;
/** Lattice numbers, six per level; levels 0 to DEEPEST_LEVEL of lib, which the host has checked. */
const lattice: usize = memory.data(24 * 17, 16);
const point: usize = memory.data(72, 16);
/** Corners of the four children: offsets of (i, j) in the parent's six numbers, two for each corner. */
const ENDS: usize = memory.data<u8>([0, 0, 0, 8, 0, 16, 0, 8, 8, 8, 8, 16, 0, 16, 8, 16, 16, 16, 8, 16, 0, 16, 0, 8]);

/** Lists of the present sub-triangles, each after its parent's. */
let lists: usize = 0;
let listsCapacity = 0;
/** The present row: its number, its face, where its corners are, its leaf level. */
let row = 0;
let face: u32 = 0;
let parent: usize = 0;
let leaf = 0;
let visited: i32 = 0;

/** @returns the number of sub-triangles visited; −1 if there were too many leaves. */
export function subdivide(): i32 {
  leaves.clearLeaves();
  visited = 0;
  for (row = 0; row < rowCount; row++) {
    const at = rows + ROW * row;
    face = load<u32>(at);
    leaf = load<i32>(at, 4);
    const inside = load<i32>(at, 8);
    const start = load<i32>(at, 12);
    const count = load<i32>(at, 16);
    parent = own + CORNERS * row;
    // (0, 0), (1, 0), (0, 1).
    v128.store(lattice, i32x4(0, 0, 1, 0));
    store<u64>(lattice, 0x100000000, 16);
    // A list for each level and one after them, and one entry that a pair of lanes may read beyond the last.
    const wanted = count * (leaf + 2) + 1;
    if (wanted > listsCapacity) {
      listsCapacity = capacityFor(wanted, listsCapacity);
      lists = take(4 * listsCapacity);
    }
    for (let i = 0; i < count; i++) store<u32>(lists + 4 * i, load<u32>(near + 4 * (start + i)));
    if (!visit(0, 0, 0, count, inside)) return -1;
  }
  return visited;
}

/** @returns false if there are too many leaves. */
function visit(level: i32, path: u32, start: i32, count: i32, known: i32): bool {
  visited++;
  if (count === 0) {
    if (level === leaf) return emit(path, leaves.nearLength, 0, known);
    return split(level, path, start, 0, known);
  }
  leafCorners(parent, lattice + 24 * level, 1 << level, point);
  sphereOf(point);
  const end = start + count;
  let kept = 0;
  for (let i = start; i < end; i += 2) {
    const from = lists + 4 * i;
    const a = load<u32>(from);
    const b = i + 1 < end ? load<u32>(from, 4) : a;
    const may = mayMeet(others + OTHER * a, others + OTHER * b);
    const to = lists + 4 * end;
    store<u32>(to + 4 * kept, a);
    kept += may & 1;
    if (i + 1 < end) {
      store<u32>(to + 4 * kept, b);
      kept += may >> 1;
    }
  }
  let inside = known;
  if (kept === 0) {
    if (!isSigned() || !isPointInside()) return true;
    inside = 1;
  }
  if (level < leaf) return split(level, path, end, kept, inside);
  const first = leaves.appendNear(kept);
  for (let i = 0; i < kept; i++) {
    const place = load<u32>(lists + 4 * (end + i));
    store<u32>(leaves.nearPlace + 4 * (first + i), place);
    store<u32>(leaves.nearFace + 4 * (first + i), load<u32>(others + OTHER * place, OTHER_FACE));
  }
  return emit(path, first, kept, inside);
}

/** Whether the current sub-triangle, which is near no face, is inside. */
function isPointInside(): bool {
  const a = slotOf(point);
  const b = slotOf(point + 24);
  const c = slotOf(point + 48);
  return isApartInside(a, b, c);
}

function split(level: i32, path: u32, start: i32, count: i32, inside: i32): bool {
  const from = lattice + 24 * level;
  for (let child = 0; child < CHILDREN; child++) {
    let to = from + 24;
    let ends = ENDS + 6 * child;
    for (let k = 0; k < 3; k++) {
      const u = from + <usize>load<u8>(ends);
      const v = from + <usize>load<u8>(ends, 1);
      store<i32>(to, load<i32>(u) + load<i32>(v));
      store<i32>(to, load<i32>(u, 4) + load<i32>(v, 4), 4);
      to += 8;
      ends += 2;
    }
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
  copy3(leaves.lattice + 24 * at, lattice + 24 * leaf);
  store<u32>(leaves.start + 4 * at, firstNear);
  store<u32>(leaves.nearCount + 4 * at, kept);
  store<u8>(leaves.inside + at, inside);
  return true;
}
