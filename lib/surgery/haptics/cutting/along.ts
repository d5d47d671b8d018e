// Vectors, one of them, and an axis → the vector's part along the axis.

/** @param vectors xyz each. @param i which of them. */
export function along(vectors: ArrayLike<number>, i: number, axis: ArrayLike<number>): number {
  return vectors[3 * i] * axis[0] + vectors[3 * i + 1] * axis[1] + vectors[3 * i + 2] * axis[2];
}
