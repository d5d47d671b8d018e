// Some faces of a surface → the surface of these alone, without the vertices that only other faces use.

import type { Positions } from './triangle-mesh.ts';

interface KeptFaces<Storage extends Positions> {
  positions: Storage;
  faces: Uint32Array;
}

/** Faces and vertices keep their order. */
export function keptFaces<Storage extends Positions>(
  positions: Storage,
  faces: Uint32Array,
  isKept: (face: number) => boolean,
): KeptFaces<Storage> {
  const { vertexNumbers: _, ...kept } = keptAndNumbered(positions, faces, isKept);
  return kept;
}

/** The same. @returns vertexNumbers: by vertex as given its number now; 2^32 − 1 if it is left out. */
export function keptAndNumbered<Storage extends Positions>(
  positions: Storage,
  faces: Uint32Array,
  isKept: (face: number) => boolean,
): KeptFaces<Storage> & { readonly vertexNumbers: Uint32Array } {
  const isUsed = new Uint8Array(positions.length / 3);
  let end = 0;
  const own = new Uint32Array(faces.length);
  for (let face = 0; face < faces.length / 3; face++) {
    if (!isKept(face)) continue;
    for (let k = 0; k < 3; k++) {
      own[end] = faces[3 * face + k];
      isUsed[own[end++]] = 1;
    }
  }
  const vertexNumbers = new Uint32Array(isUsed.length).fill(2 ** 32 - 1);
  const kept = positions.slice() as Storage;
  let vertices = 0;
  for (let vertex = 0; vertex < isUsed.length; vertex++) {
    if (isUsed[vertex] === 0) continue;
    for (let k = 0; k < 3; k++) kept[3 * vertices + k] = positions[3 * vertex + k];
    vertexNumbers[vertex] = vertices++;
  }
  for (let i = 0; i < end; i++) own[i] = vertexNumbers[own[i]];
  return { positions: kept.slice(0, 3 * vertices) as Storage, faces: own.slice(0, end), vertexNumbers };
}
