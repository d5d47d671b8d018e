// Triangle corners that repeat their vertices → shared vertices and faces.

import { type Positions, weldVertices } from '../mesh/index.ts';

/**
 * Corners with equal bits (−0 equal to 0) become one vertex, without a tolerance. Vertices keep the order and the stored
 * value of their first corner; faces keep theirs, also where two corners of one fall together.
 * @param corners xyz of three corners a triangle, finite.
 */
export function weldCorners<Storage extends Positions>(corners: Storage): { positions: Storage; faces: Uint32Array } {
  const faces = weldVertices(corners);
  const positions = corners.slice() as Storage;
  let vertices = 0;
  for (let corner = 0; corner < faces.length; corner++) {
    const first = faces[corner];
    if (first < corner) faces[corner] = faces[first];
    else {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertices + axis] = corners[3 * corner + axis];
      faces[corner] = vertices++;
    }
  }
  return { positions: positions.slice(0, 3 * vertices) as Storage, faces };
}
