// A point in one frame → the same point in the other, by a rigid matrix (column-major, tool → bone). Runs in the
// browser, without Node.

export type Point = [number, number, number];

export function intoBone(m: readonly number[], [x, y, z]: Point): Point {
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  ];
}

export function intoTool(m: readonly number[], [x, y, z]: Point): Point {
  const [dx, dy, dz] = [x - m[12], y - m[13], z - m[14]];
  return [m[0] * dx + m[1] * dy + m[2] * dz, m[4] * dx + m[5] * dy + m[6] * dz, m[8] * dx + m[9] * dy + m[10] * dz];
}
