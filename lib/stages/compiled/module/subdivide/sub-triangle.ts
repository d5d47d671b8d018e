// The present sub-triangles of a row, one per level of the descent: lattice numbers, and lists of the faces near them.
//
//   lists     │ row's list │ child's │ grandchild's │ …       a stack: each list follows its parent's, and
//             └─ level 0   └─ 1      └─ 2                      siblings overwrite each other's
//   lattice   │ six i32 per level: (i, j) of three corners, in 2^level parts of the face's edges
//
// A sub-triangle keeps those faces of its parent's list that its bounding sphere, inflated by the requested distance,
// may meet. Invariant: a face within that distance of some point of a sub-triangle is in that sub-triangle's list.

import { latticeCorner } from '../../../../geometry/triangles/lattice-corner';
import { isApartInside, slotOf } from '../proximity/point-table';
import { indexOf, MEMORY } from '../records/floats';
import { capacityFor, take } from '../records/memory';
import { CORNERS, isSigned, near, OTHER, others, own, rowAt } from '../records/question';
import { mayMeet, sphereOf } from './sphere-face';

export const CHILDREN = 4;
/** Levels 0 to DEEPEST_LEVEL of lib, which the host has checked. */
const lattice: usize = memory.data(24 * 17, 16);
/** (0, 0), (1, 0), (0, 1): a face's own corners. */
const WHOLE_FACE: usize = memory.data<i32>([0, 0, 1, 0, 0, 1]);
/**
 * Corners of the four children, each a corner of the parent or the midpoint of two (offsets of (i, j) in the parent's
 * six numbers, two per corner): children 0, 1, 2 keep a corner, 3 is the middle.
 */
const ENDS: usize = memory.data<u8>([0, 0, 0, 8, 0, 16, 0, 8, 8, 8, 8, 16, 0, 16, 8, 16, 16, 16, 8, 16, 0, 16, 0, 8]);
/** Corners of the sub-triangle entered last, nine numbers. */
export const point: usize = memory.data(72, 16);
export let lists: usize = 0;
let listsCapacity = 0;
/** Where the row's corners are. */
let parent: usize = 0;

/** Begins with a whole face. @param leaf its leaf level. */
export function beginRow(row: i32, leaf: i32): void {
  const at = rowAt(row);
  const start = load<i32>(at, 12);
  const count = load<i32>(at, 16);
  parent = own + CORNERS * row;
  memory.copy(lattice, WHOLE_FACE, 24);
  // A list for each level and one after them, and one entry that a pair of lanes may read beyond the last.
  const wanted = count * (leaf + 2) + 1;
  if (wanted > listsCapacity) {
    listsCapacity = capacityFor(wanted, listsCapacity);
    lists = take(4 * listsCapacity);
  }
  memory.copy(lists, near + 4 * start, 4 * count);
}

/** Where the numbers of a level's present sub-triangle are. */
export function latticeAt(level: i32): usize {
  return lattice + 24 * level;
}

/** Makes a child of a level's present sub-triangle the next level's. */
export function enterChild(level: i32, child: i32): void {
  const from = latticeAt(level);
  let to = from + 24;
  let ends = ENDS + 6 * child;
  for (let k = 0; k < 3; k++) {
    // Corner k of the child is the midpoint of two corners of this part, or one of its corners (u = v). In the next
    // level's numbers it is the sum of the two.
    const u = from + <usize>load<u8>(ends);
    const v = from + <usize>load<u8>(ends, 1);
    store<i32>(to, load<i32>(u) + load<i32>(v));
    store<i32>(to, load<i32>(u, 4) + load<i32>(v, 4), 4);
    to += 8;
    ends += 2;
  }
}

/**
 * Writes the corners of a level's present sub-triangle to `point`, and behind its parent's list, which is start …
 * start + count, those faces of it that the sub-triangle keeps.
 * @returns how many.
 */
export function keepNear(level: i32, start: i32, count: i32): i32 {
  cornersOf(parent, latticeAt(level), level, point);
  sphereOf(point);
  const end = start + count;
  const to = lists + 4 * end;
  let kept = 0;
  for (let i = start; i < end; i += 2) {
    const from = lists + 4 * i;
    const a = load<u32>(from);
    const b = i + 1 < end ? load<u32>(from, 4) : a;
    const may = mayMeet(others + OTHER * a, others + OTHER * b);
    store<u32>(to + 4 * kept, a);
    kept += may & 1;
    if (i + 1 < end) {
      store<u32>(to + 4 * kept, b);
      kept += may >> 1;
    }
  }
  return kept;
}

/** Whether the sub-triangle entered last, which is near no face, is inside the other solid. */
export function isPointInside(): bool {
  if (!isSigned) return false;
  const a = slotOf(point);
  const b = slotOf(point + 24);
  const c = slotOf(point + 48);
  return isApartInside(a, b, c);
}

/** Writes the corners of a sub-triangle. @param numbers (i, j) of each corner, i32. @param out nine numbers. */
export function cornersOf(face: usize, numbers: usize, level: i32, out: usize): void {
  const n = <f64>(1 << level);
  const f = indexOf(face);
  const to = indexOf(out);
  latticeCorner(MEMORY, f, load<i32>(numbers), load<i32>(numbers, 4), n, MEMORY, to);
  latticeCorner(MEMORY, f, load<i32>(numbers, 8), load<i32>(numbers, 12), n, MEMORY, to + 3);
  latticeCorner(MEMORY, f, load<i32>(numbers, 16), load<i32>(numbers, 20), n, MEMORY, to + 6);
}
