// Corners → vtk's cell array: each cell's size, then its points.

/** @param count corners, `size` a cell. @param points which ones; one after the other without. */
export function cellsOf(count: number, size: number, points?: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array((count / size) * (size + 1));
  for (let cell = 0; cell * size < count; cell++) {
    out[cell * (size + 1)] = size;
    for (let k = 0; k < size; k++) out[cell * (size + 1) + 1 + k] = points?.[cell * size + k] ?? cell * size + k;
  }
  return out;
}
