// Rows of the question → how many leaves they have, before the first is made.
//
// As subdivide-faces.ts, but not into a sub-triangle whose leaf count is certain:
//
//   no face is near it, and it lies inside the other solid  ── 4^(levels below it) leaves
//   its three corners lie within the distance of one face   ── as many: the distance to a triangle, which is convex, is
//                                                              greatest at a corner, so each leaf is within it
//   one of the leaf level that is not ruled out              ── 1
//
// Only the border of the contact is followed: the count is the number of leaves, in time that grows with 1/h, not with
// 1/h². A corner's distance is rounded by less than the slack that the sphere's test allows.

import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../../../geometry/triangles/point-triangle';
import { floats, indexOf, MEMORY } from '../records/floats';
import { maxDistance, OTHER, others, rowAt, rowCount } from '../records/question';
import { beginRow, CHILDREN, enterChild, isPointInside, keepNear, lists, point } from './sub-triangle';
import { MOST_LEAVES } from './subdivide-faces';

/** The most sub-triangles visited once there are too many leaves: the count is then a lower bound. */
const MOST_VISITED = 1 << 16;

const nearest = floats(POINT_TRIANGLE_SIZE);
let leaf = 0;
let counted: f64 = 0;
let visited = 0;

/** Sub-triangles that the last count visited. */
export function visitedToCount(): i32 {
  return visited;
}

/** @returns the number of leaves, or some number above MOST_LEAVES. */
export function countLeaves(): f64 {
  counted = 0;
  visited = 0;
  for (let row = 0; row < rowCount; row++) {
    const at = rowAt(row);
    leaf = load<i32>(at, 4);
    beginRow(row, leaf);
    visit(0, 0, load<i32>(at, 16), load<i32>(at, 8));
  }
  return counted;
}

function visit(level: i32, start: i32, count: i32, known: i32): void {
  if (counted > <f64>MOST_LEAVES && visited > MOST_VISITED) return;
  visited++;
  const kept = keepNear(level, start, count);
  const isInside = kept === 0 && (known === 1 || isPointInside());
  if (kept === 0 && !isInside) return;
  const end = start + count;
  if (isInside || level === leaf || isWithin(end, kept)) {
    counted += leavesBelow(level);
    return;
  }
  for (let child = 0; child < CHILDREN; child++) {
    enterChild(level, child);
    visit(level + 1, end, kept, known);
  }
}

/** Leaves of a sub-triangle of that level. */
function leavesBelow(level: i32): f64 {
  let count: f64 = 1;
  for (let below = level; below < leaf; below++) count *= CHILDREN;
  return count;
}

/** Whether one of the near faces is within the distance of all three corners. */
function isWithin(from: i32, count: i32): bool {
  for (let i = from; i < from + count; i++) if (isWithinOf(load<u32>(lists + 4 * i))) return true;
  return false;
}

function isWithinOf(place: u32): bool {
  const g = indexOf(others + OTHER * place);
  const p = indexOf(point);
  const squared = maxDistance * maxDistance;
  for (let k = 0; k < 9; k += 3) {
    pointTriangle(MEMORY, p + k, MEMORY, g, g + 3, g + 6, nearest);
    if (!(nearest[SQUARED] <= squared)) return false;
  }
  return true;
}
