// A leaf and the faces near it → the nearest face, its distance, and whether the leaf may share a point with one.
//
// The faces are tried in order, each with the cheapest test first, against the current limit:
//
//   box gap ─→ gap along the leaf's normal ─→ along the face's ─→ nearest points ─→ a known distance
//          each "no" ends the face's turn; each nearer face lowers the limit, to its distance + slack
//
// Invariant: a skipped face is farther than the nearest by more than rounding, or beyond the requested distance.

import { faceNormal } from '../../../../geometry/triangles/face-normal';
import {
  gapAlong,
  measureTriangles,
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
} from '../../../../geometry/triangles/triangle-distance';
import { copy6 } from '../records/copy';
import { knownDistance } from '../records/host';
import * as leaves from '../records/leaves';
import { knownGap, maxDistance, OTHER, OTHER_STAMP, others, slack } from '../records/question';
import { floats, indexOf, MEMORY } from '../records/floats';

/** Nine numbers, the corners: write them before a leaf is measured. */
export const leafPoint: usize = memory.data(72, 16);
/** The nearest pair. */
export const best = changetype<usize>(floats(TRIANGLE_DISTANCE_SIZE));
/** The place of its face; −1 if none is within the requested distance. */
export let nearestPlace: i32 = -1;
/** Distance to it, mm: no other listed face is nearer, up to distanceError. Infinity if there is none. */
export let nearestDistance: f64 = 0;
/** Whether a point shared with a face could not be ruled out; possibly only the leaf's rounded triangle shares it. */
export let mayShare = false;

const pair = floats(TRIANGLE_DISTANCE_SIZE);
const pairPlace = changetype<usize>(pair);
const normal = floats(3);

/**
 * @param start among the leaves' near faces: those of the leaf are entries start … start + count − 1.
 * @param onlyCrossing no distance beyond slack is wanted, only whether, and with which face, it may share a point.
 * @param stamp marks the faces that share a point with the leaf's parent.
 */
export function measureLeaf(start: i32, count: i32, onlyCrossing: bool, stamp: u32): void {
  nearestPlace = -1;
  nearestDistance = Infinity;
  mayShare = false;
  // Three of four leaves of a deep cut have nothing near them.
  if (count === 0) return;
  const rounding = slack;
  const lowX = lowest(0);
  const lowY = lowest(8);
  const lowZ = lowest(16);
  const highX = highest(0);
  const highY = highest(8);
  const highZ = highest(16);
  const leaf = indexOf(leafPoint);
  faceNormal(MEMORY, leaf, leaf + 3, leaf + 6, normal, 0);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  let limit = onlyCrossing ? rounding : maxDistance + rounding;
  for (let i = start; i < start + count; i++) {
    const place = load<u32>(leaves.nearPlace + 4 * i);
    const face = others + OTHER * place;
    const gaps = gapSquared(lowX, highX, face) + gapSquared(lowY, highY, face + 8) + gapSquared(lowZ, highZ, face + 16);
    if (gaps > limit * limit) continue;
    // If the gap along a normal exceeds this, the pair's lower bound exceeds the limit, which is at least slack.
    const beyond = limit + 2 * rounding;
    const g = indexOf(face);
    if (gapAlong(MEMORY, leaf, g, nx, ny, nz) > beyond) continue;
    faceNormal(MEMORY, g, g + 3, g + 6, normal, 0);
    if (gapAlong(MEMORY, g, leaf, normal[0], normal[1], normal[2]) > beyond) continue;
    measureTriangles(MEMORY, leaf, g, load<u32>(face, OTHER_STAMP) === stamp, pair);
    if (pair[PAIR_LOWER] > beyond) continue;
    let distance = sqrt(pair[PAIR_SQUARED]);
    if (!(distance - pair[PAIR_LOWER] <= knownGap)) distance = knownDistance(leafPoint, face, pairPlace);
    if (distance > limit || distance >= nearestDistance) continue;
    copy6(best, pairPlace);
    nearestPlace = place;
    nearestDistance = distance;
    mayShare = distance <= rounding;
    // A shared point: nothing is nearer, and an equally near face comes later.
    if (distance === 0) return;
    limit = min(limit, distance + rounding);
  }
}

function lowest(k: usize): f64 {
  return min(load<f64>(leafPoint + k), min(load<f64>(leafPoint + k, 24), load<f64>(leafPoint + k, 48)));
}
function highest(k: usize): f64 {
  return max(load<f64>(leafPoint + k), max(load<f64>(leafPoint + k, 24), load<f64>(leafPoint + k, 48)));
}

/** The squared gap between an interval and a triangle's extent along one axis. */
function gapSquared(low: f64, high: f64, corner: usize): f64 {
  const u = load<f64>(corner);
  const v = load<f64>(corner, 24);
  const w = load<f64>(corner, 48);
  const gap = max(low - max(u, max(v, w)), min(u, min(v, w)) - high);
  return gap > 0 ? gap * gap : 0;
}
