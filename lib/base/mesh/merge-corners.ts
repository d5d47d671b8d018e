// Faces, and for each vertex the vertex that replaces it → the faces that keep three different corners.

export interface MergedFaces {
  readonly faces: Uint32Array;
  /** By face that is left: its number before; ascending. */
  readonly numbers: Uint32Array;
}

/**
 * Faces keep their order and their first corner. One with two equal corners is left out: it has no area, and it runs
 * along each of its edges once in either direction, so that edges that were balanced stay balanced.
 * @param replacement for each vertex a vertex number.
 */
export function mergeCorners(faces: Uint32Array, replacement: Uint32Array): MergedFaces {
  const merged = new Uint32Array(faces.length);
  const numbers = new Uint32Array(faces.length / 3);
  let count = 0;
  for (let face = 0; face < numbers.length; face++) {
    const a = replacement[faces[3 * face]];
    const b = replacement[faces[3 * face + 1]];
    const c = replacement[faces[3 * face + 2]];
    if (a === b || b === c || c === a) continue;
    merged[3 * count] = a;
    merged[3 * count + 1] = b;
    merged[3 * count + 2] = c;
    numbers[count++] = face;
  }
  const isAll = count === numbers.length;
  return isAll ? { faces: merged, numbers } : { faces: merged.slice(0, 3 * count), numbers: numbers.slice(0, count) };
}
