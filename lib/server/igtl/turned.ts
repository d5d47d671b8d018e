// Poses and points in LPS ↔ in RAS: half a turn about z, H = diag(−1, −1, 1), exact, its own inverse.

/**
 * The pose of a tool whose mesh, like the bone's, is given in one of the frames, in the other one: H·M·H, for the mesh
 * is turned as the bone is. That is how 3D Slicer keeps transforms, too.
 * @param pose 16 numbers, column-major.
 */
export function turnedPose(pose: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: 16 }, (_, i) => {
    const isTurned = (at: number) => at < 2;
    return isTurned(i % 4) === isTurned(Math.floor(i / 4)) ? pose[i] : 0 - pose[i];
  });
}

/** @param points xyz each. */
export function turnedPoints(points: ArrayLike<number>): Float64Array {
  const turned = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    turned[i] = 0 - points[i];
    turned[i + 1] = 0 - points[i + 1];
    turned[i + 2] = points[i + 2];
  }
  return turned;
}
