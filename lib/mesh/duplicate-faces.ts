// Faces → how many repeat an earlier one.

/**
 * Faces whose set of welded corners equals an earlier face's, in whatever order and orientation.
 * Open-addressing hash of faces by their ascending corners: at most half full, 8 to 16 bytes a face while it runs.
 */
export function countDuplicateFaces(faces: Uint32Array, welded: Uint32Array): number {
  const faceCount = faces.length / 3;
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(8, 2 * faceCount))));
  const mask = slots.length - 1;
  const own = new Uint32Array(3);
  const other = new Uint32Array(3);
  let duplicates = 0;
  for (let face = 0; face < faceCount; face++) {
    cornerSet(face, faces, welded, own);
    let slot = hashCorners(own) & mask;
    let repeats = false;
    for (; slots[slot] !== 0 && !repeats; slot = (slot + 1) & mask) {
      cornerSet(slots[slot] - 1, faces, welded, other);
      repeats = own[0] === other[0] && own[1] === other[1] && own[2] === other[2];
    }
    if (repeats) duplicates++;
    else slots[slot] = face + 1;
  }
  return duplicates;
}

/** Ascending distinct corners; where there are fewer than three, the last fills up. */
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

function hashCorners(corners: Uint32Array): number {
  let hash = 0;
  for (let i = 0; i < 3; i++) {
    hash = Math.imul(hash ^ corners[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
