// Coordinates → their box and their largest magnitude, mm.

/** Box over the vertices that faces use: low x, y, z, high x, y, z. */
export function boundsOfFaces(positions: Float64Array, faces: Uint32Array): Float64Array {
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < faces.length; i++) used[faces[i]] = 1;
  const bounds = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let v = 0; v < used.length; v++)
    if (used[v] === 1) for (let k = 0; k < 3; k++) widen(bounds, k, positions[3 * v + k]);
  return bounds;
}

/** Makes a box hold the coordinate x of axis k. */
export function widen(bounds: Float64Array, k: number, x: number): void {
  if (x < bounds[k]) bounds[k] = x;
  if (x > bounds[3 + k]) bounds[3 + k] = x;
}

/** The largest magnitude among numbers. */
export function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest) largest = size;
  }
  return largest;
}
