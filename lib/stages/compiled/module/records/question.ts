// What the host writes for one side of a pose: numbers, faces of both bodies, rows of faces to subdivide.
//
//   own       corners of the body's active faces, nine f64 each, one per row
//   others    faces of the other body: corners, nine f64; number, u32; stamp, u32: OTHER bytes each
//   rows      seven u32 each: face, node of its division, 1 if it is inside, start and count of its near faces among
//             `near`, start and count of those that share a point with it among `crossings`
//   near      places in `others`, u32
//   crossings places in `others`, u32

import { capacityFor, moved, take } from './memory';

/** mm: the distance by which a sub-triangle's sphere is inflated; the report distance; the slack of lengths. */
export let inflate: f64 = 0;
export let maxDistance: f64 = 0;
export let slack: f64 = 0;
/** The excess of a distance over its lower bound up to which it is known, mm. */
export let knownGap: f64 = 0;
/** H, mm: the longest edge that a leaf may have where it lies deep inside; 0 if none may be longer than h. */
export let interior: f64 = 0;
/** Edge of a cell of lists, mm. */
export let cellSize: f64 = 0;
/** The least factor by which the map to the other body's own frame shortens. */
export let shrink: f64 = 0;
/** Whether the other body has an inside. */
export let isSigned = false;
export let bodyIsTool = false;
/** Twelve numbers: the map from the bone's frame to the other body's own. */
export const inverse: usize = memory.data(8 * 12, 16);

export function setDistances(inflated: f64, most: f64, rounding: f64, gap: f64, deep: f64): void {
  inflate = inflated;
  maxDistance = most;
  slack = rounding;
  knownGap = gap;
  interior = deep;
}

/** @param edge of a cell of lists, mm. @param least shrink. */
export function setBodies(edge: f64, least: f64, signed: bool, isTool: bool): void {
  cellSize = edge;
  shrink = least;
  isSigned = signed;
  bodyIsTool = isTool;
}

export const CORNERS: usize = 72;
export const OTHER: usize = 80;
export const OTHER_FACE: usize = 72;
export const OTHER_STAMP: usize = 76;
const ROW: usize = 28;

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

/** The place of a row. */
export function rowAt(row: i32): usize {
  return rows + ROW * row;
}

export function reserveRows(count: i32): void {
  rowCount = count;
  if (count <= rowCapacity) return;
  rowCapacity = capacityFor(count, rowCapacity);
  rows = take(ROW * rowCapacity);
}

/** @param start, count of its near faces. */
export function setRow(row: i32, face: u32, node: u32, inside: i32, start: i32, count: i32): void {
  const at = rowAt(row);
  store<u32>(at, face);
  store<u32>(at, node, 4);
  store<i32>(at, inside, 8);
  store<i32>(at, start, 12);
  store<i32>(at, count, 16);
  setCrossings(row, 0, 0);
}

/** @param start, count of the faces that share a point with it. */
export function setCrossings(row: i32, start: i32, count: i32): void {
  store<i32>(rowAt(row), start, 20);
  store<i32>(rowAt(row), count, 24);
}

/** @returns where the table begins; likewise for the functions below. */
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
export function reserveOthers(count: i32): void {
  if (count <= otherCapacity) return;
  const used = otherCapacity;
  otherCapacity = capacityFor(count, otherCapacity);
  others = moved(others, OTHER * used, OTHER * otherCapacity);
}

/** A face of the other body at a place that is reserved. @returns where its corners go. */
export function setOther(place: i32, face: u32): usize {
  const at = others + OTHER * place;
  store<u32>(at, face, OTHER_FACE);
  store<u32>(at, 0, OTHER_STAMP);
  return at;
}

/** Where the corners of a face of the other body are. */
export function otherAt(place: i32): usize {
  return others + OTHER * place;
}

export function forgetStamps(): void {
  for (let place = 0; place < otherCapacity; place++) store<u32>(others + OTHER * place, 0, OTHER_STAMP);
}
