// A face and lattice numbers → a point of the face.

import type { f64, Floats, i32 } from './floats.ts';

/**
 * Writes lattice point (i, j), which is ((n − i − j)·a + i·b + j·c) / n, at out[at …]. The two faces of a shared edge
 * give the same bits.
 * @param F xyz of a, b, c from F[f] on.
 * @param n a power of two. Corners are the same for any: its multiples only move the exponents of i, j and n.
 */
export function latticeCorner(F: Floats, f: i32, i: f64, j: f64, n: f64, out: Floats, at: i32): void {
  const w = n - i - j;
  // n is a power of two, so the product has the same bits as the quotient.
  const part = 1 / n;
  out[at] = (w * F[f] + i * F[f + 3] + j * F[f + 6]) * part;
  out[at + 1] = (w * F[f + 1] + i * F[f + 4] + j * F[f + 7]) * part;
  out[at + 2] = (w * F[f + 2] + i * F[f + 5] + j * F[f + 8]) * part;
}
