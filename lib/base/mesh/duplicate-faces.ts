// Faces → how many repeat an earlier one, in any orientation or in the same one.

import { HashTable, hashWith, stopIfUnwanted } from '#core';
import { isProper } from './improper-faces.ts';

/**
 * The number of faces whose set of welded corners equals an earlier face's, in any order and orientation. Takes 8 to 16
 * bytes per face while it runs.
 */
export function countDuplicateFaces(faces: Uint32Array, welded: Uint32Array): number {
  const faceCount = faces.length / 3;
  const table = new HashTable(faceCount);
  const own = new Uint32Array(3);
  const other = new Uint32Array(3);
  const isRepeated = (): boolean => {
    for (let face = table.first(hashOf(own)); face >= 0; face = table.next()) {
      cornerSet(face, faces, welded, other);
      if (own[0] === other[0] && own[1] === other[1] && own[2] === other[2]) return true;
    }
    return false;
  };
  let duplicates = 0;
  for (let face = 0; face < faceCount; face++) {
    if (face % 8192 === 0) stopIfUnwanted();
    cornerSet(face, faces, welded, own);
    if (isRepeated()) duplicates++;
    else table.put(face);
  }
  return duplicates;
}

interface RepeatedFaces {
  /** By face: 1 if an earlier face has the same welded corners in the same cyclic order. */
  readonly isRepeated: Uint8Array;
  readonly repeated: number;
  /** Faces that are not repeated, and whose corners an earlier face has in the opposite order. */
  readonly opposite: number;
}

/** A face with two equal corners has no orientation: it may be repeated, but it is never opposite. */
export function findRepeatedFaces(faces: Uint32Array, welded: Uint32Array): RepeatedFaces {
  const isRepeated = new Uint8Array(faces.length / 3);
  const table = new HashTable(isRepeated.length);
  const set = new Uint32Array(3);
  const own = new Uint32Array(3);
  let [repeated, opposite] = [0, 0];
  for (let face = 0; face < isRepeated.length; face++) {
    for (let k = 0; k < 3; k++) own[k] = welded[faces[3 * face + k]];
    const [a, b, c] = own;
    cornerSet(face, faces, welded, set);
    let hasOpposite = false;
    for (let other = table.first(hashOf(set)); other >= 0; other = table.next()) {
      if (hasCycle(other, faces, welded, a, b, c)) isRepeated[face] = 1;
      else if (isProper(a, b, c) && hasCycle(other, faces, welded, c, b, a)) hasOpposite = true;
    }
    if (isRepeated[face] === 1) {
      repeated++;
      continue;
    }
    table.put(face);
    if (hasOpposite) opposite++;
  }
  return { isRepeated, repeated, opposite };
}

/** Whether the face's welded corners are a, b, c in this cyclic order. */
function hasCycle(face: number, faces: Uint32Array, welded: Uint32Array, a: number, b: number, c: number): boolean {
  const p = welded[faces[3 * face]];
  const q = welded[faces[3 * face + 1]];
  const r = welded[faces[3 * face + 2]];
  return (p === a && q === b && r === c) || (p === b && q === c && r === a) || (p === c && q === a && r === b);
}

/** Ascending distinct corners; if there are fewer than three, the last is repeated. */
function cornerSet(face: number, faces: Uint32Array, welded: Uint32Array, out: Uint32Array): void {
  const a = welded[faces[3 * face]];
  const b = welded[faces[3 * face + 1]];
  const c = welded[faces[3 * face + 2]];
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const middle = a !== low && a !== high ? a : b !== low && b !== high ? b : c;
  out[0] = low;
  out[1] = middle === low ? high : middle;
  out[2] = high;
}

function hashOf(corners: Uint32Array): number {
  return hashWith(hashWith(hashWith(0, corners[0]), corners[1]), corners[2]);
}
