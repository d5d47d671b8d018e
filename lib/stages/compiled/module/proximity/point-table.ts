// Points → signed distances to the other body: to the nearest point of any of its faces (faces inside the solid, where
// parts overlap, count as surface too), negative if the winding number is not 0. Answers are remembered by the point's
// bits, so that a corner shared by sub-triangles and faces is measured once. Signs are exact; if the body has no
// inside, they are +. A slot is one line of a cache:
//
//   0 point xyz   24 nearest point xyz   48 distance ≥ 0   56 the face's place, −1 until measured   60 sign

import { copy3 } from '../records/copy';
import { hashOf } from '../records/hash';
import { isInside as askInside } from '../records/host';
import { spend } from '../records/looks';
import { capacityFor, moved, take } from '../records/memory';
import { isSigned } from '../records/question';
import { findNearest, foundPlace, foundPoint, foundSquared } from './cell-faces';

export const SLOT: usize = 64;
export const NEAREST: usize = 24;
export const DISTANCE: usize = 48;
const PLACE: usize = 56;
const SIGN: usize = 60;
const UNKNOWN = 2;

let slots: usize = 0;
let count = 0;
let capacity = 0;
/** Open addressing: a slot's number + 1, 0 if free; the length is a power of two, at least twice that of slots. */
let buckets: usize = 0;
let bucketCount = 0;

export function clearPoints(): void {
  count = 0;
  if (bucketCount === 0) {
    bucketCount = 1 << 14;
    buckets = take(4 * bucketCount);
  }
  memory.fill(buckets, 0, 4 * bucketCount);
}

/** @param p xyz; −0 and 0 are the same. @returns the byte offset of the point's slot from the first. */
export function slotOf(p: usize): usize {
  const x = load<f64>(p) + 0;
  const y = load<f64>(p, 8) + 0;
  const z = load<f64>(p, 16) + 0;
  const mask = bucketCount - 1;
  let h = hashOf(x, y, z) & mask;
  let slot = load<i32>(buckets + 4 * h) - 1;
  while (slot >= 0) {
    const at = slots + SLOT * slot;
    if (load<f64>(at) === x && load<f64>(at, 8) === y && load<f64>(at, 16) === z) return SLOT * slot;
    h = (h + 1) & mask;
    slot = load<i32>(buckets + 4 * h) - 1;
  }
  return append(h, x, y, z);
}

function append(h: i32, x: f64, y: f64, z: f64): usize {
  const slot = count++;
  if (slot === capacity) {
    const used = capacity;
    capacity = capacityFor(slot + 1, max(capacity, 1024));
    slots = moved(slots, SLOT * used, SLOT * capacity);
  }
  const at = slots + SLOT * slot;
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
  store<i32>(at, -1, PLACE);
  store<i32>(at, UNKNOWN, SIGN);
  if (2 * count > bucketCount) rehash();
  else store<i32>(buckets + 4 * h, slot + 1);
  return SLOT * slot;
}

function rehash(): void {
  bucketCount *= 2;
  buckets = take(4 * bucketCount);
  memory.fill(buckets, 0, 4 * bucketCount);
  const mask = bucketCount - 1;
  for (let slot = 0; slot < count; slot++) {
    spend(4);
    const at = slots + SLOT * slot;
    let h = hashOf(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16)) & mask;
    while (load<i32>(buckets + 4 * h) !== 0) h = (h + 1) & mask;
    store<i32>(buckets + 4 * h, slot + 1);
  }
}

export function isInside(slot: usize): bool {
  if (!isSigned) return false;
  const at = slots + slot;
  if (load<i32>(at, SIGN) === UNKNOWN)
    store<i32>(at, askInside(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16)), SIGN);
  return load<i32>(at, SIGN) === 1;
}

/** One sign for all corners of a triangle that shares no point with the surface. */
export function isApartInside(a: usize, b: usize, c: usize): bool {
  const inside = isOneInside(a, b, c);
  if (isSigned) {
    store<i32>(slots + a, inside ? 1 : 0, SIGN);
    store<i32>(slots + b, inside ? 1 : 0, SIGN);
    store<i32>(slots + c, inside ? 1 : 0, SIGN);
  }
  return inside;
}

/** Whether one of three corners is inside: one whose sign is known, or else the first. */
export function isOneInside(a: usize, b: usize, c: usize): bool {
  return isInside(isKnown(a) ? a : isKnown(b) ? b : isKnown(c) ? c : a);
}

function isKnown(slot: usize): bool {
  return load<i32>(slots + slot, SIGN) !== UNKNOWN;
}

export function markInside(slot: usize): void {
  store<i32>(slots + slot, 1, SIGN);
}

/** Measures the point if that was not done yet. */
export function measurePoint(slot: usize): void {
  const at = slots + slot;
  if (load<i32>(at, PLACE) >= 0) return;
  findNearest(at);
  copy3(at + NEAREST, foundPoint);
  store<f64>(at, sqrt(foundSquared), DISTANCE);
  store<i32>(at, foundPlace, PLACE);
}

export function distanceOf(slot: usize): f64 {
  return load<f64>(slots + slot, DISTANCE);
}
export function placeOf(slot: usize): u32 {
  return load<u32>(slots + slot, PLACE);
}
export function nearestOf(slot: usize): usize {
  return slots + slot + NEAREST;
}
