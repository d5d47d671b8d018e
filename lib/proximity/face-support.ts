// A face and a point c → a direction g and the least L of g·(c − v) over the face's corners v, so that every point p is
// at least L + g·(p − c) away from the face, whatever rounding did to g.

import { cornerOffset } from '../core/index.ts';
import type { Surface } from '../records/index.ts';
import type { NearestFace } from './nearest-face.ts';

/** Numbers of a bound: L, g. */
export const BOUND = 4;

/**
 * Writes the bound of the n-th of some faces in the surface's own frame. g points to c from the point that is given
 * with the face: the bound is best where that is its point nearest to c.
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
  const A = surface.ownPositions();
  const face = nearest.faces[n];
  const cx = C[c];
  const cy = C[c + 1];
  const cz = C[c + 2];
  let gx = cx - nearest.points[3 * n];
  let gy = cy - nearest.points[3 * n + 1];
  let gz = cz - nearest.points[3 * n + 2];
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (length > 0) {
    gx /= length;
    gy /= length;
    gz /= length;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const v = cornerOffset(faces, face, k);
    least = Math.min(least, gx * (cx - A[v]) + gy * (cy - A[v + 1]) + gz * (cz - A[v + 2]));
  }
  out[at] = least;
  out[at + 1] = gx;
  out[at + 2] = gy;
  out[at + 3] = gz;
}
