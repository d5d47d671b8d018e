// Vectors, one of them, and an axis → the vector's part along the axis; a point's distance from it.

/** @param vectors xyz each. @param i which of them. */
export function along(vectors: ArrayLike<number>, i: number, axis: ArrayLike<number>): number {
  return vectors[3 * i] * axis[0] + vectors[3 * i + 1] * axis[1] + vectors[3 * i + 2] * axis[2];
}

/** How far a point is from the axis through `centre`. */
export function fromAxis(points: Float64Array, i: number, axis: Float64Array, centre: Float64Array): number {
  const height = along(points, i, axis) - along(centre, 0, axis);
  return Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k] - centre[k] - height * axis[k]));
}
