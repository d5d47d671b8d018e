// Poses and points in LPS ↔ in RAS: half a turn about z, H = diag(−1, −1, 1), exact, its own inverse.

/**
 * Converts a pose from one frame to the other for a tool whose mesh is in the bone's frame: H·M·H, since the mesh is
 * turned as the bone is. 3D Slicer stores transforms in the same way.
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
