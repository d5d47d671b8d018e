// Sub-triangles and their patches → the segments that bound each patch: those that no other sub-triangle of it shares.

/** @param corners nine numbers a sub-triangle. @param patch, body of each. @returns six numbers a segment. */
export function outlines(corners: Float64Array, patch: Uint32Array, body: Uint8Array): Float32Array {
  const edges = new Map<string, number[]>();
  for (let i = 0; i < patch.length; i++)
    for (let k = 0; k < 3; k++) {
      const ends = [k, (k + 1) % 3].map((c) => corners.subarray(9 * i + 3 * c, 9 * i + 3 * c + 3));
      const key = `${body[i]} ${patch[i]} ${ends
        .map((end) => end.join())
        .sort()
        .join()}`;
      if (edges.has(key)) edges.set(key, []);
      else edges.set(key, [...ends[0], ...ends[1]]);
    }
  return Float32Array.from([...edges.values()].flat());
}
