// Leaves and the faces near them → for each leaf within δ, where it is nearest or deepest, and a certified interval for
// its minimum signed distance.
//
//   leaf + faces near it ──leaf-pairs──→ nearest face, its distance, may they share a point?
//                                │         (if a corner is inside, only faces within slack are sought)
//            ┌───────────────────┴──────────────────────┐
//    apart and outside                          inside, or a shared point is not ruled out
//    the two triangles' nearest points          the three corners' signed distances
//    [d − slack, d + slack]                     [max(least corner − R, face bound) − slack, least + slack]
//
// These intervals contain the minimum because the signed distance sd is 1-Lipschitz. Over a leaf whose points are at
// most R from a corner (corner-distance), min sd ≥ least over corners of sd − R, and min sd ≤ sd at any of its points.
//  · Apart from the surface and outside, min sd is the distance triangle to triangles, certified by separating axes.
//  · Inside or crossing, sd ≥ −|x − g| for every face g, and the distance to a convex set is greatest at a corner, so
//    min sd ≥ −max over corners of |corner − g|: the face bound, exact if one face is the nearest to all three.
// R ≤ h/√3, so high − low ≤ h/√3 + 2·lengthSlack (G4).

import { greatestCornerDistance } from '../../../../geometry/triangles/corner-distance';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../../../geometry/triangles/point-triangle';
import {
  distanceOf,
  isApartInside,
  isInside,
  isOneInside,
  markInside,
  measurePoint,
  nearestOf,
  placeOf,
  slotOf,
} from '../proximity/point-table';
import { copy3, copy6, copy9 } from '../records/copy';
import { isWithin as askWithin } from '../records/host';
import * as leaves from '../records/leaves';
import { spend } from '../records/looks';
import {
  CORNERS,
  crossings,
  forgetStamps,
  isSigned,
  maxDistance,
  OTHER,
  OTHER_FACE,
  OTHER_STAMP,
  others,
  own,
  rowAt,
  slack,
} from '../records/question';
import * as results from '../records/results';
import { cornersOf } from '../subdivide/sub-triangle';
import { floats, indexOf, MEMORY } from '../records/floats';
import { contactNormal } from './contact-normal';
import { best, leafPoint, mayShare, measureLeaf, nearestDistance, nearestPlace } from './leaf-pairs';

const near = floats(POINT_TRIANGLE_SIZE);
/** The current leaf: the slots of its corners; its record: point and opposite point, then the rest. */
let a: usize = 0;
let b: usize = 0;
let c: usize = 0;
const ends: usize = memory.data(48, 16);
let oppositePlace: u32 = 0;
let distance: f64 = 0;
let low: f64 = 0;
let high: f64 = 0;
/** Marks the faces that share a point with the leaf's face. */
let stamp: u32 = 0;
/** Where the corners of the leaf's face are. */
let parent: usize = 0;

/**
 * Makes one record for each leaf whose first corner lies inside the other solid or whose exact gap to the faces near it
 * is at most the report distance, in the leaves' order. A leaf that shares no point with the surface lies on one side
 * of it, so any of its corners decides which.
 * @returns their number.
 */
export function measure(): i32 {
  results.clearResults();
  if (stamp > 0xf0000000) {
    forgetStamps();
    stamp = 0;
  }
  let row = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const itsRow = load<i32>(leaves.row + 4 * leaf);
    if (itsRow !== row) {
      row = itsRow;
      beginFace(row);
    }
    if (find(leaf)) write(leaf);
  }
  return results.count;
}

function beginFace(row: i32): void {
  parent = own + CORNERS * row;
  stamp++;
  const at = rowAt(row);
  const start = load<i32>(at, 20);
  const end = start + load<i32>(at, 24);
  for (let i = start; i < end; i++) store<u32>(others + OTHER * load<u32>(crossings + 4 * i), stamp, OTHER_STAMP);
}

/** Measures a leaf. @returns whether it has a record. */
function find(leaf: i32): bool {
  const start = load<i32>(leaves.start + 4 * leaf);
  const count = load<i32>(leaves.nearCount + 4 * leaf);
  spend(256 + 32 * count);
  cornersOf(parent, leaves.lattice + 24 * leaf, leafPoint);
  a = slotOf(leafPoint);
  b = slotOf(leafPoint + 24);
  c = slotOf(leafPoint + 48);
  if (load<u8>(leaves.inside + leaf) === 1) {
    markInside(a);
    markInside(b);
    markInside(c);
  }
  // If a corner lies inside, the corners determine the interval. The faces are then tested only for a shared point.
  measureLeaf(start, count, isOneInside(a, b, c), stamp);
  const inside = mayShare ? isInside(a) : isApartInside(a, b, c);
  if (!inside && !isWithin(start, count)) return false;
  if (inside || mayShare) byCorners();
  else apart();
  return true;
}

/**
 * Whether the exact distance to one of the leaf's faces is at most the report distance. Integers decide what f64
 * cannot.
 */
export function isWithin(start: i32, count: i32): bool {
  const most = maxDistance;
  if (nearestDistance - slack > most) return false;
  if (nearestDistance + slack <= most) return true;
  return askWithin(leafPoint, start, count) === 1;
}

/** Outside, sharing no point: the nearest points of the triangles. */
function apart(): void {
  oppositePlace = nearestPlace;
  distance = nearestDistance;
  low = max<f64>(0, distance - slack);
  high = distance + slack;
  copy6(ends, best);
}

/** Inside, or a shared point cannot be ruled out: the corner of least distance, or the shared point if it is less. */
function byCorners(): void {
  low = 0;
  high = Infinity;
  let least: f64 = Infinity;
  let deepest = a;
  let at = leafPoint;
  if (isSigned) {
    least = signedAt(a);
    const second = signedAt(b);
    if (second < least) {
      least = second;
      deepest = b;
      at = leafPoint + 24;
    }
    const third = signedAt(c);
    if (third < least) {
      least = third;
      deepest = c;
      at = leafPoint + 48;
    }
    const first = indexOf(leafPoint);
    const beyond = greatestCornerDistance(MEMORY, first, first + 3, first + 6);
    low = max(least - beyond, faceBound()) - slack;
    high = least + slack;
  }
  const shared: f64 = mayShare ? nearestDistance : Infinity;
  if (shared < least) {
    oppositePlace = nearestPlace;
    distance = shared;
    high = min(high, shared + slack);
    copy6(ends, best);
    return;
  }
  oppositePlace = placeOf(deepest);
  distance = least;
  copy3(ends, at);
  copy3(ends + 24, nearestOf(deepest));
}

function signedAt(slot: usize): f64 {
  measurePoint(slot);
  return isInside(slot) ? -distanceOf(slot) : distanceOf(slot);
}

/** −max over corners of the distance to one face: the best of the faces nearest to the corners. */
function faceBound(): f64 {
  const p = placeOf(a);
  const q = placeOf(b);
  const r = placeOf(c);
  let bound = max<f64>(-Infinity, -farthest(p, -Infinity));
  if (q !== p) bound = max(bound, -farthest(q, bound));
  if (r !== q) bound = max(bound, -farthest(r, bound));
  return bound;
}

/** The greatest distance of a corner to a face, or one that is no better than `bound`. */
function farthest(place: u32, bound: f64): f64 {
  let most: f64 = 0;
  if (most < -bound) most = max(most, cornerTo(place, a, leafPoint));
  if (most < -bound) most = max(most, cornerTo(place, b, leafPoint + 24));
  if (most < -bound) most = max(most, cornerTo(place, c, leafPoint + 48));
  return most;
}

function cornerTo(place: u32, slot: usize, point: usize): f64 {
  if (placeOf(slot) === place) return distanceOf(slot);
  const g = indexOf(others + OTHER * place);
  pointTriangle(MEMORY, indexOf(point), MEMORY, g, g + 3, g + 6, near);
  return sqrt(near[SQUARED]);
}

function write(leaf: i32): void {
  const row = results.appendResult();
  store<u32>(results.subTriangle + 4 * row, leaf);
  copy9(results.corners + 72 * row, leafPoint);
  copy3(results.point + 24 * row, ends);
  copy3(results.opposite + 24 * row, ends + 24);
  const other = others + OTHER * oppositePlace;
  store<u32>(results.oppositeFace + 4 * row, load<u32>(other, OTHER_FACE));
  store<f64>(results.distance + 8 * row, distance);
  store<f64>(results.low + 8 * row, low);
  store<f64>(results.high + 8 * row, high);
  contactNormal(parent, other, ends, distance, slack, results.normal + 24 * row);
}
