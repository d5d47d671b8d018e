// Triangle corners that repeat their vertices → shared vertices and faces.

import { type Positions, PositionTable, weldVertices } from '#mesh';
import { GrowingFloat64, GrowingUint32 } from './growing-array.ts';

/**
 * Corners with equal bits (−0 equals 0) become one vertex; there is no tolerance. Vertices keep the order and the
 * stored value of their first corner. Faces keep their order, and remain even if two corners of one coincide.
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

/** The same for corners added one by one. It needs the memory of the result and of the hash table. */
export class CornerWelder {
  readonly #positions: GrowingFloat64;
  readonly #faces: GrowingUint32;
  readonly #held = new PositionTable(0);

  constructor(source: string) {
    this.#positions = new GrowingFloat64(`"${source}": the coordinates of the surface`);
    this.#faces = new GrowingUint32(`"${source}": the corners of the surface`);
  }

  /** Adds the next corner of a triangle, which must be finite. @throws FormatError TOO_LARGE. */
  add(x: number, y: number, z: number): void {
    const positions = this.#positions;
    const vertex = positions.length / 3;
    positions.push(x);
    positions.push(y);
    positions.push(z);
    const first = this.#held.add(positions.values, vertex);
    if (first !== vertex) positions.length -= 3;
    this.#faces.push(first);
  }

  result(): { positions: Float64Array; faces: Uint32Array } {
    return { positions: this.#positions.toArray(), faces: this.#faces.toArray() };
  }
}
