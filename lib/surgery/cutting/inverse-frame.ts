// The map from a volume's index space to mm → the map back.

/** Inverse of an affine map, row-major 3×4, whose determinant is not 0. */
export function inverseOf(m: readonly number[]): number[] {
  const cofactor = (row: number, column: number) => {
    const [a, b] = [(row + 1) % 3, (row + 2) % 3];
    const [c, d] = [(column + 1) % 3, (column + 2) % 3];
    return m[4 * a + c] * m[4 * b + d] - m[4 * a + d] * m[4 * b + c];
  };
  const determinant = m[0] * cofactor(0, 0) + m[1] * cofactor(0, 1) + m[2] * cofactor(0, 2);
  return [0, 1, 2].flatMap((row) => {
    const linear = [0, 1, 2].map((column) => cofactor(column, row) / determinant);
    return [...linear, 0 - (linear[0] * m[3] + linear[1] * m[7] + linear[2] * m[11])];
  });
}
