// Rows of the question → how many leaves they have, before the first is made.
//
// As subdivide-faces.ts, but not into a piece whose leaf count is certain:
//
//   no face is near it, and it lies inside the other solid  ── all leaves of its division, unless some may be larger
//   its corners lie within the distance of one face         ── as many: the distance to a triangle, which is convex, is
//                                                              greatest at a corner, so each leaf is within it
//   a leaf that is not ruled out                            ── 1
//
// Only the border of the contact is followed: the count is the number of leaves, in time that grows with 1/h, not with
// 1/h². A corner's distance is rounded by less than the slack that the sphere's test allows.

import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../../../geometry/triangles/point-triangle';
import { childOf, childrenOf, leavesOf, splitOf } from '../records/divisions';
import { floats, indexOf, MEMORY } from '../records/floats';
import { interior, maxDistance, OTHER, others, rowAt, rowCount } from '../records/question';
import { isDeep } from './deep-piece';
import { beginRow, cornersAt, enterChild, isPointInside, keepNear, lists, point } from './sub-triangle';
import { MOST_LEAVES } from './subdivide-faces';

/** The most pieces visited once there are too many leaves: the count is then a lower bound. */
const MOST_VISITED = 1 << 16;

const nearest = floats(POINT_TRIANGLE_SIZE);
let counted: f64 = 0;
let visited = 0;

/** Pieces that the last count visited. */
export function visitedToCount(): i32 {
  return visited;
}

/** @returns the number of leaves, or some number above MOST_LEAVES. */
export function countLeaves(): f64 {
  counted = 0;
  visited = 0;
  for (let row = 0; row < rowCount; row++) {
    const at = rowAt(row);
    const node = load<u32>(at, 4);
    beginRow(row, node);
    visit(node, 0, 0, load<i32>(at, 16), load<i32>(at, 8));
  }
  return counted;
}

function visit(node: u32, depth: i32, start: i32, count: i32, known: i32): void {
  if (counted > <f64>MOST_LEAVES && visited > MOST_VISITED) return;
  visited++;
  const kept = keepNear(depth, start, count);
  const isInside = kept === 0 && (known === 1 || isPointInside());
  if (kept === 0 && !isInside) return;
  const end = start + count;
  const split = splitOf(node);
  const children = childrenOf(split);
  if (isInside && interior > 0) {
    if (children === 0 || isDeep(depth)) {
      counted += 1;
      return;
    }
  } else if (isInside || children === 0 || isWithin(end, kept, cornersAt(depth))) {
    counted += leavesOf(node);
    return;
  }
  for (let child = 0; child < children; child++) {
    enterChild(depth, split, child);
    visit(childOf(node, child), depth + 1, end, kept, isInside ? 1 : known);
  }
}

/** Whether one of the near faces is within the distance of all corners. */
function isWithin(from: i32, count: i32, corners: i32): bool {
  for (let i = from; i < from + count; i++) if (isWithinOf(load<u32>(lists + 4 * i), corners)) return true;
  return false;
}

function isWithinOf(place: u32, corners: i32): bool {
  const g = indexOf(others + OTHER * place);
  const p = indexOf(point);
  const squared = maxDistance * maxDistance;
  for (let k = 0; k < 3 * corners; k += 3) {
    pointTriangle(MEMORY, p + k, MEMORY, g, g + 3, g + 6, nearest);
    if (!(nearest[SQUARED] <= squared)) return false;
  }
  return true;
}
