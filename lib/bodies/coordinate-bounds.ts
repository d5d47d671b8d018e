// Coordinates → their box and their largest magnitude, mm.

/** Box over the vertices that faces use: low x, y, z, high x, y, z. */
export function boundsOfFaces(positions: Float64Array, faces: Uint32Array): Float64Array {
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < faces.length; i++) used[faces[i]] = 1;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let v = 0; v < used.length; v++) {
    if (used[v] === 0) continue;
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  return Float64Array.of(x0, y0, z0, x1, y1, z1);
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
