// Corners → vtk's cell array: each cell's size, then its points.

/** @param count of corners, `size` per cell. @param points the corners' points; in sequence by default. */
export function cellsOf(count: number, size: number, points?: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array((count / size) * (size + 1));
  for (let cell = 0; cell * size < count; cell++) {
    out[cell * (size + 1)] = size;
    for (let k = 0; k < size; k++) out[cell * (size + 1) + 1 + k] = points?.[cell * size + k] ?? cell * size + k;
  }
  return out;
}
