// Corners of faces → the same faces as exact integer triangles, on their own grid or a finer one.

import { commonUnit } from './exact-numbers.ts';
import { type Triangle, vectorsOnGrid } from './integer-vectors.ts';

const GRIDS_KEPT = 4;

/** Faces in the order given, numbered from 0; whole or part of a mesh. */
export class FaceList {
  readonly faceCount: number;
  /** Nine coordinates per face, mm. */
  readonly corners: Float64Array;
  #ownUnit: bigint | undefined;
  readonly #grids = new Map<bigint, readonly Triangle[]>();

  constructor(corners: Float64Array) {
    this.corners = corners;
    this.faceCount = corners.length / 9;
  }

  cornersOf(face: number): Float64Array {
    return this.corners.subarray(9 * face, 9 * face + 9);
  }

  /** Some of the faces as a separate list: number i there is number faces[i] here. */
  part(faces: readonly number[]): FaceList {
    const corners = new Float64Array(9 * faces.length);
    faces.forEach((face, i) => {
      corners.set(this.cornersOf(face), 9 * i);
    });
    return new FaceList(corners);
  }

  /** Grid units per mm: every coordinate times this is an integer. */
  get unit(): bigint {
    this.#ownUnit ??= commonUnit(this.corners);
    return this.#ownUnit;
  }

  /** The faces as integer triangles on the list's own grid or a multiple of it. */
  onGrid(unit: bigint): readonly Triangle[] {
    let triangles = this.#grids.get(unit);
    if (triangles === undefined) {
      const vectors = vectorsOnGrid(this.corners, unit);
      triangles = Array.from(
        { length: this.faceCount },
        (_, face): Triangle => [vectors[3 * face], vectors[3 * face + 1], vectors[3 * face + 2]],
      );
      if (this.#grids.size >= GRIDS_KEPT) this.#grids.clear();
      this.#grids.set(unit, triangles);
    }
    return triangles;
  }
}
