// What the host writes for one side of a pose: numbers, faces of both bodies, rows of faces to subdivide.
//
//   numbers   f64 each, in the order in which lib/detect/detector/cpu/compiled-side.ts writes them
//   own       corners of the body's active faces, nine f64 each, one per row
//   others    faces of the other body: corners, nine f64; number, u32; stamp, u32: OTHER bytes each
//   rows      eight u32 each: face, level, 1 if it is inside, start and count of its near faces among `near`, start
//             and count of those that share a point with it among `crossings`; one is free
//   near      places in `others`, u32
//   crossings places in `others`, u32

import { capacityFor, moved, take } from './memory';

export const numbers: usize = memory.data(8 * 20, 16);

export function inflate(): f64 {
  return load<f64>(numbers, 0);
}
export function maxDistance(): f64 {
  return load<f64>(numbers, 8);
}
export function slack(): f64 {
  return load<f64>(numbers, 16);
}
export function knownGap(): f64 {
  return load<f64>(numbers, 24);
}
export function cellSize(): f64 {
  return load<f64>(numbers, 32);
}
export function shrink(): f64 {
  return load<f64>(numbers, 40);
}
/** 1 if the other body has an inside. */
export function isSigned(): bool {
  return load<f64>(numbers, 48) === 1;
}
export function bodyIsTool(): bool {
  return load<f64>(numbers, 56) === 1;
}
/** Twelve numbers: the map from the bone's frame to the other body's own. */
export const inverse: usize = numbers + 64;

export const CORNERS: usize = 72;
export const OTHER: usize = 80;
export const OTHER_FACE: usize = 72;
export const OTHER_STAMP: usize = 76;
export const ROW: usize = 32;

export let own: usize = 0;
let ownCapacity = 0;
export let others: usize = 0;
let otherCapacity = 0;
export let rows: usize = 0;
export let rowCount = 0;
let rowCapacity = 0;
export let near: usize = 0;
let nearCapacity = 0;
export let crossings: usize = 0;
let crossingCapacity = 0;

/** @returns where the question's rows begin; likewise for the functions below. */
export function reserveRows(count: i32): usize {
  rowCount = count;
  if (count > rowCapacity) {
    rowCapacity = capacityFor(count, rowCapacity);
    rows = take(ROW * rowCapacity);
  }
  return rows;
}

export function reserveOwn(count: i32): usize {
  if (count > ownCapacity) {
    ownCapacity = capacityFor(count, ownCapacity);
    own = take(CORNERS * ownCapacity);
  }
  return own;
}

export function reserveNear(count: i32): usize {
  if (count > nearCapacity) {
    nearCapacity = capacityFor(count, nearCapacity);
    near = take(4 * nearCapacity);
  }
  return near;
}

export function reserveCrossings(count: i32): usize {
  if (count > crossingCapacity) {
    crossingCapacity = capacityFor(count, crossingCapacity);
    crossings = take(4 * crossingCapacity);
  }
  return crossings;
}

/** Room for that many faces of the other body; existing ones stay. */
export function reserveOthers(count: i32): usize {
  if (count > otherCapacity) {
    const used = otherCapacity;
    otherCapacity = capacityFor(count, otherCapacity);
    others = moved(others, OTHER * used, OTHER * otherCapacity);
  }
  return others;
}

export function forgetStamps(): void {
  for (let place = 0; place < otherCapacity; place++) store<u32>(others + OTHER * place, 0, OTHER_STAMP);
}
