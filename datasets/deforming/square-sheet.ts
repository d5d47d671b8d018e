// Cells per side → the faces of a square sheet, and the place of each of its vertices.

/** A square sheet of `cells` × `cells` squares, two faces each: (cells + 1)² vertices, row by row. */
export interface SquareSheet {
  readonly vertexCount: number;
  readonly faces: readonly number[];
  /** Place of a vertex on the sheet: u and v from −side / 2 to side / 2, mm. */
  place(vertex: number): readonly [u: number, v: number];
}

/** The sheet's diagonals alternate as on a chessboard, so that neither diagonal direction is stiffer. */
export function squareSheet(cells: number, side: number): SquareSheet {
  const row = cells + 1;
  const faces: number[] = [];
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const a = j * row + i;
      const [b, c, d] = [a + 1, a + row + 1, a + row];
      if ((i + j) % 2 === 0) faces.push(a, b, c, a, c, d);
      else faces.push(a, b, d, b, c, d);
    }
  return {
    vertexCount: row * row,
    faces,
    place(vertex) {
      const i = vertex % row;
      return [side * (i / cells - 0.5), side * ((vertex - i) / row / cells - 0.5)];
    },
  };
}
