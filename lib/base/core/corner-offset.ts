// A face and which of its corners → where that corner's coordinates begin.

/**
 * Offset in `positions` of corner k = 0, 1, 2 of a face: its x, y, z are at the offset and the two places after it. V8
 * inlines it. Code that a query runs for every pair of faces writes out `3 * faces[f + k]`, with f = 3·face, where
 * other inlined calls are near V8's limit.
 */
export function cornerOffset(faces: Uint32Array, face: number, k: number): number {
  return 3 * faces[3 * face + k];
}
