// A leaf and the faces near it → the nearest face, its distance, and whether the leaf may share a point with one. Twin
// of lib/stages/measure/leaf-pairs.ts, which explains it.

import { copy6 } from '../records/copy';
import { knownDistance } from '../records/host';
import * as leaves from '../records/leaves';
import { knownGap, maxDistance, OTHER, OTHER_STAMP, others, slack } from '../records/question';
import {
  gapAlong,
  measurePair,
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
} from '../triangles/triangle-distance';
import { faceNormal } from '../triangles/vectors';

/** Nine numbers, the corners: write them before a leaf is measured. */
export const leafPoint: usize = memory.data(72, 16);
/** The nearest pair. */
export const best: usize = memory.data(TRIANGLE_DISTANCE_SIZE, 16);
/** The place of its face; −1 if none is within the requested distance. */
export let nearestPlace: i32 = -1;
export let nearestDistance: f64 = 0;
export let mayShare = false;

const pair: usize = memory.data(TRIANGLE_DISTANCE_SIZE, 16);
const normal: usize = memory.data(24, 16);

/** @param stamp marks the faces that share a point with the leaf's parent. */
export function measureLeaf(start: i32, count: i32, onlyCrossing: bool, stamp: u32): void {
  nearestPlace = -1;
  nearestDistance = Infinity;
  mayShare = false;
  if (count === 0) return;
  const rounding = slack();
  const lowX = lowest(0);
  const lowY = lowest(8);
  const lowZ = lowest(16);
  const highX = highest(0);
  const highY = highest(8);
  const highZ = highest(16);
  faceNormal(leafPoint, normal);
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  let limit = onlyCrossing ? rounding : maxDistance() + rounding;
  for (let i = start; i < start + count; i++) {
    const place = load<u32>(leaves.nearPlace + 4 * i);
    const face = others + OTHER * place;
    const gaps = gapSquared(lowX, highX, face) + gapSquared(lowY, highY, face + 8) + gapSquared(lowZ, highZ, face + 16);
    if (gaps > limit * limit) continue;
    const beyond = limit + 2 * rounding;
    if (gapAlong(leafPoint, face, nx, ny, nz) > beyond) continue;
    faceNormal(face, normal);
    if (gapAlong(face, leafPoint, load<f64>(normal), load<f64>(normal, 8), load<f64>(normal, 16)) > beyond) continue;
    measurePair(leafPoint, face, load<u32>(face, OTHER_STAMP) === stamp, pair);
    if (load<f64>(pair, PAIR_LOWER) > beyond) continue;
    let distance = sqrt(load<f64>(pair, PAIR_SQUARED));
    if (!(distance - load<f64>(pair, PAIR_LOWER) <= knownGap())) distance = knownDistance(leafPoint, face, pair);
    if (distance > limit || distance >= nearestDistance) continue;
    copy6(best, pair);
    nearestPlace = place;
    nearestDistance = distance;
    mayShare = distance <= rounding;
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
