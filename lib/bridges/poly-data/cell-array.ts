// Points of cells of one size → the array in which vtkCellArray holds them.

/** size, p, p, …, size, p, p, … @param points of the cells, one after another. */
export function cellArrayOf(points: Uint32Array, size: number): Uint32Array {
  const cells = new Uint32Array((points.length / size) * (size + 1));
  for (let from = 0, to = 0; from < points.length; from += size, to += size + 1) {
    cells[to] = size;
    for (let k = 0; k < size; k++) cells[to + 1 + k] = points[from + k];
  }
  return cells;
}
