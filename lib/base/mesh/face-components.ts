// Faces → the component that each belongs to.

import { DisjointSets } from '#core';

/** of: for each face the number of its component, counted from 0 in the order of their first faces. */
interface FaceComponents {
  readonly count: number;
  readonly of: Uint32Array;
}

/** Faces connected through shared vertices. @param faces of welded vertices, below vertexCount. */
export function faceComponents(faces: Uint32Array, vertexCount: number): FaceComponents {
  const sets = new DisjointSets(vertexCount);
  for (let i = 0; i < faces.length; i += 3) {
    sets.join(faces[i], faces[i + 1]);
    sets.join(faces[i], faces[i + 2]);
  }
  const numbers = new Int32Array(vertexCount).fill(-1);
  const of = new Uint32Array(faces.length / 3);
  let count = 0;
  for (let face = 0; face < of.length; face++) {
    const root = sets.find(faces[3 * face]);
    if (numbers[root] < 0) numbers[root] = count++;
    of[face] = numbers[root];
  }
  return { count, of };
}
