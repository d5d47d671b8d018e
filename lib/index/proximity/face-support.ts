// A face and a point c → a direction g and the least L of g·(c − v) over the face's corners v, so that every point p is
// at least L + g·(p − c) away from the face, whatever the rounding of g.

import { cornerOffset } from '#core';
import type { Surface } from '#records';
import type { NearestFace } from './nearest-face.ts';

/** Numbers of a bound: L, g. */
export const BOUND = 4;

/**
 * Writes the bound of the n-th of some faces in the surface's own frame. g points to c from the point given with the
 * face: the bound is best if that is its point nearest to c.
 * @param c offset in C.
 */
export function faceSupport(
  surface: Surface,
  nearest: Pick<NearestFace, 'faces' | 'points'>,
  n: number,
  C: Float64Array,
  c: number,
  out: Float64Array,
  at: number,
): void {
  const { faces } = surface;
  const face = nearest.faces[n];
  const a = cornerOffset(faces, face, 0);
  const b = cornerOffset(faces, face, 1);
  const d = cornerOffset(faces, face, 2);
  triangleSupport(surface.ownPositions(), a, b, d, nearest.points, 3 * n, C, c, out, at);
}

/** The same for a triangle with corners a, b, d of A, seen from q of Q. */
export function triangleSupport(
  A: Float64Array,
  a: number,
  b: number,
  d: number,
  Q: Float64Array,
  q: number,
  C: Float64Array,
  c: number,
  out: Float64Array,
  at: number,
): void {
  const cx = C[c];
  const cy = C[c + 1];
  const cz = C[c + 2];
  let gx = cx - Q[q];
  let gy = cy - Q[q + 1];
  let gz = cz - Q[q + 2];
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (length > 0) {
    gx /= length;
    gy /= length;
    gz /= length;
  }
  out[at] = Math.min(
    gx * (cx - A[a]) + gy * (cy - A[a + 1]) + gz * (cz - A[a + 2]),
    gx * (cx - A[b]) + gy * (cy - A[b + 1]) + gz * (cz - A[b + 2]),
    gx * (cx - A[d]) + gy * (cy - A[d + 1]) + gz * (cz - A[d + 2]),
  );
  out[at + 1] = gx;
  out[at + 2] = gy;
  out[at + 3] = gz;
}
