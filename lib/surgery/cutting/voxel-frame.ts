// A surface and a volume's frame → the surface's faces in the volume's index space, and how far off they may be.
//
// A voxel's centre is the point A·i + t of its whole numbers i, exactly: A and t are the frame's numbers as stored. So
// the side of the mesh on which it lies is a fact, and only rounding stands between it and what is computed. With
// B ≈ A⁻¹, in f64, u the unit roundoff, norms as the largest sum of a row, and Q ≥ |q|:
//
//     q' = fl(B·fl(x − t)) is off by  5u·|B||A|·Q  from the products and sums, and by  F·q,  F = B·A − I,  from B.
//
// F as computed is off by 4u·|B||A|. line-hits.ts then places the ends of a face in a row to 11u·Q, and points between
// to 10u·Q. Since |B||A| ≥ 1, all of it is at most
//
//     error = (|F| + 32u·||B||A||)·Q.
//
// A surface whose vertices and rows are moved by at most that, without a leak, has the same winding number around every
// centre that is farther from the true one: moving it there in a straight line never crosses the centre.

import { UNIT_ROUNDOFF } from '#core';

export interface VoxelFrame {
  /** Voxels along i, j, k. */
  readonly dimensions: readonly [number, number, number];
  /** Voxel (i, j, k) → mm, row-major 3×4. */
  readonly indexToWorld: readonly number[];
  /** About its inverse; only the linear part is used. */
  readonly toIndex: readonly number[];
}

/** Faces one by one, three corners each: the same vertex has the same bits in each of its faces. */
export interface FacesInFrame {
  /** 9 numbers per face. */
  readonly points: Float64Array;
  /** 0, 1, 2, …: three corners per face. */
  readonly corners: Uint32Array;
  readonly count: number;
  /** Index space: see above. */
  readonly error: number;
}

/** @param numbers of the faces; all if null. */
export function facesInFrame(
  { dimensions, indexToWorld: m, toIndex: b }: VoxelFrame,
  positions: ArrayLike<number>,
  faces: ArrayLike<number>,
  numbers: ArrayLike<number> | null,
): FacesInFrame {
  const count = numbers === null ? faces.length / 3 : numbers.length;
  const points = new Float64Array(9 * count);
  let farthest = Math.max(...dimensions);
  for (let corner = 0; corner < 3 * count; corner++) {
    const n = Math.floor(corner / 3);
    const vertex = 3 * faces[numbers === null ? corner : 3 * numbers[n] + (corner - 3 * n)];
    const x = positions[vertex] - m[3];
    const y = positions[vertex + 1] - m[7];
    const z = positions[vertex + 2] - m[11];
    for (let k = 0; k < 3; k++) {
      const place = b[4 * k] * x + b[4 * k + 1] * y + b[4 * k + 2] * z;
      points[3 * corner + k] = place;
      farthest = Math.max(farthest, Math.abs(place));
    }
  }
  return {
    ...{ points, count },
    corners: Uint32Array.from({ length: 3 * count }, (_, corner) => corner),
    error: relativeError(m, b) * farthest,
  };
}

/** |F| + 32u·||B||A||. */
function relativeError(m: readonly number[], b: readonly number[]): number {
  const rows = (term: (row: number, column: number, k: number) => number, diagonal: number) =>
    [0, 1, 2].map((row) =>
      [0, 1, 2].reduce((sum, column) => {
        const entry = [0, 1, 2].reduce((product, k) => product + term(row, column, k), 0);
        return sum + Math.abs(entry - (row === column ? diagonal : 0));
      }, 0),
    );
  const offset = Math.max(...rows((row, column, k) => b[4 * row + k] * m[4 * k + column], 1));
  const size = Math.max(...rows((row, column, k) => Math.abs(b[4 * row + k] * m[4 * k + column]), 0));
  return offset + 32 * UNIT_ROUNDOFF * size;
}
