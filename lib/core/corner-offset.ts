// A face and which of its corners → where that corner's coordinates begin.

/**
 * Offset in `positions` of corner k = 0, 1, 2 of a face: its x, y, z stand at the offset and the two places behind it.
 * V8 inlines it. Code that a query runs for every pair of faces writes `3 * faces[f + k]` out, with f = 3·face, where
 * the inlining of other calls is near its limit.
 */
export function cornerOffset(faces: Uint32Array, face: number, k: number): number {
  return 3 * faces[3 * face + k];
}
