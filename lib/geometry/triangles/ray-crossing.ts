// A ray and a triangle → what the triangle adds to the winding number of the ray's first point, exactly.
//
// The ray's line crosses the triangle if it passes its three edges on the same side; the ray leaves the solid there if
// its first point p lies behind the face. Each side is the sign of a determinant (plane-side.ts), so a 0 is exact.

import { openAxis, orientation, sideAlong } from './plane-side.ts';

/** p lies on the face. */
export const ON_FACE = 2;
/** The ray meets an edge or a corner, or runs in the face's plane: another ray must be tried. */
export const AMBIGUOUS = 3;

/**
 * What the face (a, b, c) adds to the winding number of p along the ray that begins at p and passes q, exactly: 1 if
 * the ray leaves through it, −1 if it enters, 0 if it misses; or ON_FACE, or AMBIGUOUS.
 * @param ray xyz of p, then of q; more may follow.
 */
export function rayCrossing(A: Float64Array, a: number, b: number, c: number, ray: Float64Array): number {
  const ab = orientation(A, a, A, b, ray, 3, ray, 0);
  const bc = orientation(A, b, A, c, ray, 3, ray, 0);
  if (ab * bc < 0) return 0;
  const ca = orientation(A, c, A, a, ray, 3, ray, 0);
  if (ab * ca < 0 || bc * ca < 0) return 0;
  const behind = orientation(A, a, A, b, A, c, ray, 0);
  if (ab === 0 || bc === 0 || ca === 0) return behind === 0 ? inPlane(A, a, b, c, ray) : AMBIGUOUS;
  if (behind === 0) return ON_FACE;
  // The edges' common sign equals that of `behind` if the crossing lies ahead of p, and is its opposite if behind p.
  return behind === ab ? behind : 0;
}

/**
 * For p, the first of a ray's two points, in the plane of (a, b, c): ON_FACE if it is on the closed face. Otherwise a
 * zero-area face adds nothing (it bounds nothing, and a ray that meets it meets its neighbours' edges), and a ray that
 * runs in a face's plane is AMBIGUOUS.
 */
function inPlane(A: Float64Array, a: number, b: number, c: number, p: Float64Array): number {
  const axis = openAxis(A, a, b, c);
  if (axis < 0) return isOnEdge(A, a, b, p) || isOnEdge(A, b, c, p) || isOnEdge(A, c, a, p) ? ON_FACE : 0;
  const ab = sideAlong(axis, A, a, b, 0, p);
  const bc = sideAlong(axis, A, b, c, 0, p);
  const ca = sideAlong(axis, A, c, a, 0, p);
  return (ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0) ? AMBIGUOUS : ON_FACE;
}

function isOnEdge(A: Float64Array, a: number, b: number, p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (sideAlong(k, A, a, b, 0, p) !== 0) return false;
    if (p[k] < Math.min(A[a + k], A[b + k]) || p[k] > Math.max(A[a + k], A[b + k])) return false;
  }
  return true;
}
