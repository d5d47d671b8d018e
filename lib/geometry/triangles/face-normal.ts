// A triangle → a vector across its plane, as long as twice its area.

import type { Floats, i32 } from './floats.ts';

/**
 * Writes (b − a) × (c − a) at out[at]: its length is twice the area, and it points to the side from which a, b, c run
 * counter-clockwise.
 */
export function faceNormal(A: Floats, a: i32, b: i32, c: i32, out: Floats, at: i32): void {
  const x = A[a];
  const y = A[a + 1];
  const z = A[a + 2];
  const ux = A[b] - x;
  const uy = A[b + 1] - y;
  const uz = A[b + 2] - z;
  const vx = A[c] - x;
  const vy = A[c + 1] - y;
  const vz = A[c + 2] - z;
  out[at] = uy * vz - uz * vy;
  out[at + 1] = uz * vx - ux * vz;
  out[at + 2] = ux * vy - uy * vx;
}
