// A face's corners and lattice numbers → the corners of a sub-triangle. Twin of leafCorners in
// lib/stages/subdivide/subdivide-faces.ts.

/** @param lattice (i, j) of each corner, i32. @param n 2^level. @param out nine numbers. */
export function leafCorners(face: usize, lattice: usize, n: i32, out: usize): void {
  const part = 1 / <f64>n;
  for (let k = 0; k < 3; k++) {
    const i = load<i32>(lattice);
    const j = load<i32>(lattice, 4);
    const w = <f64>(n - i - j);
    const u = <f64>i;
    const v = <f64>j;
    store<f64>(out, (w * load<f64>(face) + u * load<f64>(face, 24) + v * load<f64>(face, 48)) * part);
    store<f64>(out, (w * load<f64>(face, 8) + u * load<f64>(face, 32) + v * load<f64>(face, 56)) * part, 8);
    store<f64>(out, (w * load<f64>(face, 16) + u * load<f64>(face, 40) + v * load<f64>(face, 64)) * part, 16);
    lattice += 8;
    out += 24;
  }
}
