// Faces → how many repeat an earlier one.

import { HashTable, hashWith } from '#core';

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
    cornerSet(face, faces, welded, own);
    if (isRepeated()) duplicates++;
    else table.put(face);
  }
  return duplicates;
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
