// The leaves of the subdivision, in columns like those of SubTriangles (lib/base/records/tables.ts), and two that only
// the module reads: the question's row for a leaf's face, and its near faces' places.

import { capacityFor, moved } from './memory';

/** The most near faces of all leaves: 4 bytes each, so that their two columns fit the memory beside the rest. */
const MOST_NEAR = 1 << 26;

export let count = 0;
let capacity = 0;
export let row: usize = 0;
export let face: usize = 0;
export let level: usize = 0;
export let path: usize = 0;
export let lattice: usize = 0;
export let start: usize = 0;
export let nearCount: usize = 0;
export let inside: usize = 0;
export let further: usize = 0;

/** Near faces of all leaves: numbers, and places in `others`. */
export let nearFace: usize = 0;
export let nearPlace: usize = 0;
export let nearLength = 0;
let nearCapacity = 0;

export function clearLeaves(): void {
  count = 0;
  nearLength = 0;
}

/** Room for one more leaf. @returns its number. */
export function appendLeaf(): i32 {
  reserve(count + 1);
  return count++;
}

/** Leaves that the host writes, with their near faces, column by column. */
export function reserveLeaves(leaves: i32, nearFaces: i32): void {
  clearLeaves();
  reserve(leaves);
  count = leaves;
  appendNear(nearFaces);
}

function reserve(wanted: i32): void {
  if (wanted > capacity) {
    const used = capacity;
    capacity = capacityFor(wanted, max(capacity, 1024));
    row = moved(row, 4 * used, 4 * capacity);
    face = moved(face, 4 * used, 4 * capacity);
    level = moved(level, used, capacity);
    path = moved(path, 4 * used, 4 * capacity);
    lattice = moved(lattice, 24 * used, 24 * capacity);
    start = moved(start, 4 * used, 4 * capacity);
    nearCount = moved(nearCount, 4 * used, 4 * capacity);
    inside = moved(inside, used, capacity);
    further = moved(further, used, capacity);
  }
}

/** Room for near faces. @returns the number of the first. */
export function appendNear(more: i32): i32 {
  const first = nearLength;
  nearLength += more;
  if (nearLength > nearCapacity) {
    nearCapacity = capacityFor(nearLength, max(nearCapacity, 1024), MOST_NEAR);
    nearFace = moved(nearFace, 4 * first, 4 * nearCapacity);
    nearPlace = moved(nearPlace, 4 * first, 4 * nearCapacity);
  }
  return first;
}
