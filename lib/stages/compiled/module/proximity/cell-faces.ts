// A point → the nearest face of the other body, from the list of its cell. Twin of lib/index/proximity/cell-faces.ts,
// which explains it: the host gathers the lists and passes them on; here they are kept and searched.
//
//   cell      0 its three numbers   24 its size   32 its slack   40 first entry   44 their number; −1: crowded
//             48 the edition that it was last checked against
//   entry     two faces side by side, so that a vector's lanes are faces: L L  gx gx  gy gy  gz gz, f64 each
//   places    of the faces, u32

import { copy3 } from '../records/copy';
import { hashOf } from '../records/hash';
import { listAt, nearestTo, sharpen } from '../records/host';
import { spend } from '../records/looks';
import { capacityFor, moved, take } from '../records/memory';
import { cellSize, inverse, knownGap, OTHER, OTHER_FACE, others, shrink } from '../records/question';
import { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../../../geometry/triangles/point-triangle';
import { floats, indexOf, MEMORY } from '../records/floats';

const CELL: usize = 56;
const SIZE: usize = 24;
const SLACK: usize = 32;
const FIRST: usize = 40;
const COUNT: usize = 44;
const EDITION: usize = 48;
const CROWDED = -1;
/** Instead of a count: the host's list is the same as the one here. */
const SAME = -2;
const MOST_HALVINGS = 6;
/** Bytes of the bounds of two faces. */
export const PAIR_BOUNDS: usize = 64;
let cells: usize = 0;
let cellCount = 0;
let cellCapacity = 0;
let buckets: usize = 0;
let bucketCount = 0;
/** The cell of the last point. */
let last = -1;
/** Counts the times that the other body may have been edited. */
let edition = 0;
let bounds: usize = 0;
let places: usize = 0;
/** Faces, an even number. */
let listed = 0;
let listedCapacity = 0;
/** Lower bounds by place in the list: as many as lib's NearestFace gathers, and one to fill the last pair. */
const least: usize = memory.data(8 * 258, 16);
const result = floats(POINT_TRIANGLE_SIZE);
const resultPlace = changetype<usize>(result);

/** The last answer. */
export const foundPoint: usize = memory.data(24, 16);
export let foundSquared: f64 = 0;
export let foundPlace: u32 = 0;
let foundFace: u32 = 0;
/** For the current search: a face whose lower bound is above it is not sharpened. */
let farthest: f64 = 0;

/** Forgets every list. */
export function clearLists(): void {
  if (bucketCount === 0) {
    bucketCount = 1 << 12;
    buckets = take(4 * bucketCount);
  }
  memory.fill(buckets, 0, 4 * bucketCount);
  cellCount = 0;
  listed = 0;
  last = -1;
}

/** Makes each list be checked against the other body's edits when it is next used. */
export function recheckLists(): void {
  edition++;
  last = -1;
}

/**
 * Reserves room for the list that the host passes. @returns where its bounds go; `listPlaces` returns where the faces'
 * places go.
 */
export function reserveList(faces: i32): usize {
  const even = (faces + 1) & ~1;
  if (listed + even > listedCapacity) {
    const used = listed;
    listedCapacity = capacityFor(listed + even, max(listedCapacity, 4096));
    bounds = moved(bounds, 32 * used, 32 * listedCapacity);
    places = moved(places, 4 * used, 4 * listedCapacity);
  }
  return bounds + 32 * listed;
}

export function listPlaces(): usize {
  return places + 4 * listed;
}

/** @param p xyz, bone frame. */
export function findNearest(p: usize): void {
  const px = load<f64>(p);
  const py = load<f64>(p, 8);
  const pz = load<f64>(p, 16);
  const ox =
    load<f64>(inverse) * px + load<f64>(inverse, 8) * py + load<f64>(inverse, 16) * pz + load<f64>(inverse, 24);
  const oy =
    load<f64>(inverse, 32) * px + load<f64>(inverse, 40) * py + load<f64>(inverse, 48) * pz + load<f64>(inverse, 56);
  const oz =
    load<f64>(inverse, 64) * px + load<f64>(inverse, 72) * py + load<f64>(inverse, 80) * pz + load<f64>(inverse, 88);
  let size = cellSize;
  for (let halved = 0; halved <= MOST_HALVINGS; halved++) {
    // Called before the cell's address is computed: the table of cells may move.
    const number = cellOf(ox, oy, oz, size);
    const cell = cells + CELL * number;
    if (load<i32>(cell, COUNT) !== CROWDED) {
      const half = size / 2;
      const x = ox - (load<f64>(cell) + 0.5) * size;
      const y = oy - (load<f64>(cell, 8) + 0.5) * size;
      const z = oz - (load<f64>(cell, 16) + 0.5) * size;
      if (abs(x) > half || abs(y) > half || abs(z) > half) break;
      findIn(cell, p, x, y, z);
      return;
    }
    size /= 2;
  }
  foundPlace = nearestTo(p, resultPlace);
  copy3(foundPoint, resultPlace);
  foundSquared = result[SQUARED];
}

function findIn(cell: usize, p: usize, x: f64, y: f64, z: f64): void {
  const first = load<i32>(cell, FIRST);
  const count = load<i32>(cell, COUNT);
  const low = boundsAt(bounds + 32 * first, count, x, y, z);
  let nearest = 0;
  while (load<f64>(least + 8 * nearest) !== low) nearest++;
  foundFace = 0xffffffff;
  foundSquared = Infinity;
  const slack = 4 * load<f64>(cell, SLACK);
  farthest = Infinity;
  const list = places + 4 * first;
  const width = shrink;
  let limit = (tryFace(load<u32>(list + 4 * nearest), p, slack) + slack) / width;
  for (let i = 0; i < count; i += 2) {
    if (!isOneWithin(least + 8 * i, limit)) continue;
    if (load<f64>(least + 8 * i) <= limit && i !== nearest)
      limit = min(limit, (tryFace(load<u32>(list + 4 * i), p, slack) + slack) / width);
    if (load<f64>(least + 8 * i, 8) <= limit && i + 1 !== nearest && i + 1 < count)
      limit = min(limit, (tryFace(load<u32>(list + 4 * i, 4), p, slack) + slack) / width);
  }
}

/** Writes the bounds of a list's faces to `least`. @returns the lowest. */
function boundsAt(list: usize, count: i32, x: f64, y: f64, z: f64): f64 {
  let at = list;
  if (!ASC_FEATURE_SIMD) {
    let low: f64 = Infinity;
    for (let i = 0; i < ((count + 1) & ~1); i++, at += i & 1 ? 8 : 56) {
      const sum = load<f64>(at) + load<f64>(at, 16) * x + load<f64>(at, 32) * y + load<f64>(at, 48) * z;
      store<f64>(least + 8 * i, sum);
      low = min(low, sum);
    }
    return low;
  }
  const vx = f64x2.splat(x);
  const vy = f64x2.splat(y);
  const vz = f64x2.splat(z);
  let most = f64x2.splat(Infinity);
  for (let i = 0; i < count; i += 2, at += PAIR_BOUNDS) {
    let sum = f64x2.add(v128.load(at), f64x2.mul(v128.load(at, 16), vx));
    sum = f64x2.add(sum, f64x2.mul(v128.load(at, 32), vy));
    sum = f64x2.add(sum, f64x2.mul(v128.load(at, 48), vz));
    v128.store(least + 8 * i, sum);
    most = f64x2.pmin(most, sum);
  }
  return min(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/** Whether one of two numbers is at most `limit`. */
function isOneWithin(at: usize, limit: f64): bool {
  return ASC_FEATURE_SIMD
    ? v128.any_true(f64x2.le(v128.load(at), f64x2.splat(limit)))
    : load<f64>(at) <= limit || load<f64>(at, 8) <= limit;
}

/** @returns the distance to the face. */
function tryFace(place: u32, p: usize, margin: f64): f64 {
  const triangle = others + OTHER * place;
  const a = indexOf(triangle);
  pointTriangle(MEMORY, indexOf(p), MEMORY, a, a + 3, a + 6, result);
  let distance = sqrt(result[SQUARED]);
  const lower = result[LOWER];
  if (distance - lower > knownGap) {
    if (lower > farthest) return distance;
    sharpen(p, triangle, resultPlace);
    distance = sqrt(result[SQUARED]);
  }
  const squared = result[SQUARED];
  const face = load<u32>(triangle, OTHER_FACE);
  if (squared < foundSquared || (squared === foundSquared && face < foundFace)) {
    foundSquared = squared;
    foundFace = face;
    foundPlace = place;
    copy3(foundPoint, resultPlace);
    farthest = distance + margin;
  }
  return distance;
}

/** The cell that contains a point, given in the other body's own frame. */
function cellOf(px: f64, py: f64, pz: f64, size: f64): i32 {
  const i = floor(px / size);
  const j = floor(py / size);
  const k = floor(pz / size);
  if (last >= 0 && isCell(last, i, j, k, size)) return last;
  const mask = bucketCount - 1;
  let h = hashOf(i, j, k) & mask;
  for (; ; h = (h + 1) & mask) {
    const cell = load<i32>(buckets + 4 * h) - 1;
    if (cell < 0) break;
    if (isCell(cell, i, j, k, size)) {
      if (load<i32>(cells + CELL * cell, EDITION) !== edition) renew(cell, size, px, py, pz);
      last = cell;
      return cell;
    }
  }
  return append(h, i, j, k, size, px, py, pz);
}

function isCell(cell: i32, i: f64, j: f64, k: f64, size: f64): bool {
  const at = cells + CELL * cell;
  return load<f64>(at) === i && load<f64>(at, 8) === j && load<f64>(at, 16) === k && load<f64>(at, SIZE) === size;
}

function append(h: i32, i: f64, j: f64, k: f64, size: f64, px: f64, py: f64, pz: f64): i32 {
  // Called before anything is changed: the host may trap, and may make room for faces.
  const count = listAt(px, py, pz, size, 0);
  const cell = cellCount++;
  if (cell === cellCapacity) {
    const used = cellCapacity;
    cellCapacity = capacityFor(cell + 1, max(cellCapacity, 256));
    cells = moved(cells, CELL * used, CELL * cellCapacity);
  }
  const at = cells + CELL * cell;
  store<f64>(at, i);
  store<f64>(at, j, 8);
  store<f64>(at, k, 16);
  store<f64>(at, size, SIZE);
  store<f64>(at, listSlack, SLACK);
  store<i32>(at, listed, FIRST);
  store<i32>(at, count, COUNT);
  store<i32>(at, edition, EDITION);
  listed += filled(count);
  if (2 * cellCount > bucketCount) rehash();
  else store<i32>(buckets + 4 * h, cell + 1);
  last = cell;
  return cell;
}

/** Asks the host whether a list is unchanged. A new list replaces it in place if it fits, and is appended otherwise. */
function renew(cell: i32, size: f64, px: f64, py: f64, pz: f64): void {
  const count = listAt(px, py, pz, size, 1);
  const at = cells + CELL * cell;
  store<i32>(at, edition, EDITION);
  if (count === SAME) return;
  const even = filled(count);
  const held = load<i32>(at, COUNT);
  store<f64>(at, listSlack, SLACK);
  store<i32>(at, count, COUNT);
  if (count <= held) {
    const first = load<i32>(at, FIRST);
    memory.copy(bounds + 32 * first, bounds + 32 * listed, 32 * even);
    memory.copy(places + 4 * first, places + 4 * listed, 4 * even);
  } else {
    store<i32>(at, listed, FIRST);
    listed += even;
  }
}

/** Fills the last pair of the list that was passed. @returns the number of entries that the list takes. */
function filled(count: i32): i32 {
  if (count <= 0) return 0;
  if (count & 1) {
    // The filler of the last pair is never near.
    const at = bounds + 32 * (listed + count - 1);
    store<f64>(at, Infinity, 8);
    store<f64>(at, 0, 24);
    store<f64>(at, 0, 40);
    store<f64>(at, 0, 56);
  }
  return (count + 1) & ~1;
}

/** Slack of the list that the host passes, mm. */
let listSlack: f64 = 0;
export function setListSlack(slack: f64): void {
  listSlack = slack;
}

function rehash(): void {
  bucketCount *= 2;
  buckets = take(4 * bucketCount);
  memory.fill(buckets, 0, 4 * bucketCount);
  const mask = bucketCount - 1;
  for (let cell = 0; cell < cellCount; cell++) {
    spend(4);
    const at = cells + CELL * cell;
    let h = hashOf(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16)) & mask;
    while (load<i32>(buckets + 4 * h) !== 0) h = (h + 1) & mask;
    store<i32>(buckets + 4 * h, cell + 1);
  }
}
