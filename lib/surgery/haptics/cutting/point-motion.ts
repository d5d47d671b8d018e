// A motion of the tool as a twist, and a point of the tool → how the point moves.

/**
 * Writes ω × r + v. @param way v and ω: six numbers, about the placement. @param points xyz of the point from `at` on.
 * @param out three numbers; an array, since a returned number may be put on the heap.
 */
export function pointMotion(
  way: Float64Array,
  points: Float64Array,
  at: number,
  placement: Float64Array,
  out: Float64Array,
): void {
  const rx = points[at] - placement[0];
  const ry = points[at + 1] - placement[1];
  const rz = points[at + 2] - placement[2];
  out[0] = way[0] + way[4] * rz - way[5] * ry;
  out[1] = way[1] + way[5] * rx - way[3] * rz;
  out[2] = way[2] + way[3] * ry - way[4] * rx;
}
