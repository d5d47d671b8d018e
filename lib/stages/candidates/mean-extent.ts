// A surface → the size of its faces: the mean extent along an axis, over a sample of them.

/** The approximate number of faces sampled. */
const SAMPLE = 1024;

/** @returns mm; 0 if there is no face. */
export function meanExtent(positions: Float64Array, faces: Uint32Array, faceCount: number): number {
  const step = Math.max(1, Math.floor(faceCount / SAMPLE));
  let sum = 0;
  let extents = 0;
  for (let face = 0; face < faceCount; face += step)
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * faces[3 * face] + k];
      const b = positions[3 * faces[3 * face + 1] + k];
      const c = positions[3 * faces[3 * face + 2] + k];
      sum += Math.max(a, b, c) - Math.min(a, b, c);
      extents++;
    }
  return extents === 0 ? 0 : sum / extents;
}
