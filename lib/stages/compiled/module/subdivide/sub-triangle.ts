// The present pieces of a row, one per depth of the descent: lattice numbers, and lists of the faces near them.
//
//   lists     │ row's list │ child's │ grandchild's │ …       a stack: each list follows its parent's, and
//             └─ depth 0   └─ 1      └─ 2                      siblings overwrite each other's
//   lattice   │ eight i32 per depth: (i, j) of three or four corners, in 2^-26 of the face's edges
//
// A piece keeps those faces of its parent's list that its bounding sphere, inflated by the requested distance, may
// meet. Invariant: a face within that distance of some point of a piece is in that piece's list.

import { latticeCorner } from '../../../../geometry/triangles/lattice-corner';
import { isApartInside, slotOf } from '../proximity/point-table';
import { cornersOfChild, depthOf, endsOfChild } from '../records/divisions';
import { indexOf, MEMORY } from '../records/floats';
import { spend } from '../records/looks';
import { capacityFor, take } from '../records/memory';
import { CORNERS, isSigned, near, OTHER, others, own, rowAt } from '../records/question';
import { mayMeet, sphereOf } from './sphere-face';

/** Parts of a face's edges, and the depths of its pieces, as in lib/base/records/lattice.ts. */
const LATTICE: f64 = 67108864;
const DEPTHS = 27;
const LATTICE_BYTES: usize = 32;
const lattice: usize = memory.data(32 * DEPTHS, 16);
/** By depth: how many corners the present piece has. */
const cornerCounts: usize = memory.data(DEPTHS);
/** A face's own corners. */
const WHOLE_FACE: usize = memory.data<i32>([0, 0, 67108864, 0, 0, 67108864]);
/** Corners of the piece entered last, twelve numbers. */
export const point: usize = memory.data(96, 16);
export let lists: usize = 0;
let listsCapacity = 0;
/** Where the row's corners are. */
let parent: usize = 0;

/** Begins with a whole face. @param node its division. */
export function beginRow(row: i32, node: u32): void {
  const at = rowAt(row);
  const start = load<i32>(at, 12);
  const count = load<i32>(at, 16);
  parent = own + CORNERS * row;
  memory.copy(lattice, WHOLE_FACE, 24);
  store<u8>(cornerCounts, 3);
  // A list for each depth and one after them, and one entry that a pair of lanes may read beyond the last.
  const wanted = count * (depthOf(node) + 2) + 1;
  if (wanted > listsCapacity) {
    listsCapacity = capacityFor(wanted, listsCapacity);
    lists = take(4 * listsCapacity);
  }
  memory.copy(lists, near + 4 * start, 4 * count);
}

/** Where the numbers of a depth's present piece are. */
export function latticeAt(depth: i32): usize {
  return lattice + LATTICE_BYTES * depth;
}

/** How many corners the present piece of a depth has: three, or four. */
export function cornersAt(depth: i32): i32 {
  return load<u8>(cornerCounts + depth);
}

/** Makes a child of a depth's present piece the next depth's. @param split of the piece. */
export function enterChild(depth: i32, split: usize, child: i32): void {
  const from = latticeAt(depth);
  let to = from + LATTICE_BYTES;
  let ends = endsOfChild(split, child);
  const corners = cornersOfChild(split, child);
  store<u8>(cornerCounts + depth, corners, 1);
  for (let k = 0; k < corners; k++) {
    // Corner k of the child is the midpoint of two corners of this piece, or one of its corners (u = v).
    const u = from + ((<usize>load<u8>(ends)) << 3);
    const v = from + ((<usize>load<u8>(ends, 1)) << 3);
    store<i32>(to, (load<i32>(u) + load<i32>(v)) >> 1);
    store<i32>(to, (load<i32>(u, 4) + load<i32>(v, 4)) >> 1, 4);
    to += 8;
    ends += 2;
  }
}

/** Writes the corners of a depth's present piece to `point`. */
export function writeCorners(depth: i32): void {
  const from = latticeAt(depth);
  cornersOf(parent, from, point);
  if (cornersAt(depth) === 4) cornerOf(parent, from + 24, point + 72);
}

/**
 * Writes the corners of a depth's present piece to `point`, and behind its parent's list, which is start … start +
 * count, those faces of it that the piece keeps.
 * @returns how many.
 */
export function keepNear(depth: i32, start: i32, count: i32): i32 {
  spend(count + 16);
  writeCorners(depth);
  sphereOf(point, cornersAt(depth));
  const end = start + count;
  const to = lists + 4 * end;
  let kept = 0;
  for (let i = start; i < end; i += 2) {
    const listed = lists + 4 * i;
    const a = load<u32>(listed);
    const b = i + 1 < end ? load<u32>(listed, 4) : a;
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

/** Whether the piece entered last, which is near no face, is inside the other solid. */
export function isPointInside(): bool {
  if (!isSigned) return false;
  const a = slotOf(point);
  const b = slotOf(point + 24);
  const c = slotOf(point + 48);
  return isApartInside(a, b, c);
}

/** Writes the corners of a sub-triangle. @param numbers (i, j) of each corner, i32. @param out nine numbers. */
export function cornersOf(face: usize, numbers: usize, out: usize): void {
  cornerOf(face, numbers, out);
  cornerOf(face, numbers + 8, out + 24);
  cornerOf(face, numbers + 16, out + 48);
}

function cornerOf(face: usize, numbers: usize, out: usize): void {
  latticeCorner(MEMORY, indexOf(face), load<i32>(numbers), load<i32>(numbers, 4), LATTICE, MEMORY, indexOf(out));
}
