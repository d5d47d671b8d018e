// One planar polygon → triangles over its own corners.
//
// Two libraries were tried and are not used. earcut 3.2 leaves out corners on straight edges, accepts a ring that winds
// twice, and takes 21 s for a square spiral of 20,000 corners. Delaunator 5.1 with constraints inverts triangles along
// the sides of a rotated box.

import { clipEars, meetsItself } from '#mesh';
import type { GrowingUint32 } from './growing-array.ts';

/**
 * A concave polygon with more corners than this is refused, since its time grows with up to the square of their number.
 */
export const MOST_CONCAVE_CORNERS = 2 ** 17;

/**
 * Adds the n − 2 triangles of the polygon corners[start … end − 1] to `faces`, with the polygon's orientation and
 * without new vertices. A polygon that turns one way only (any convex one) gives the fan from its first corner. A
 * concave polygon is cut ear by ear in the projection along its normal's largest component, by exact signs. Returns
 * false, after an unspecified part was added, if the polygon crosses or touches itself in the projection, or has too
 * many corners.
 */
export function triangulatePolygon(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  start: number,
  end: number,
  faces: GrowingUint32,
): boolean {
  if (end - start === 3) return fan(corners, start, end, faces);
  const normal = newellNormal(positions, corners, start, end);
  if (fanFollowsNormal(positions, corners, start, end, normal)) return fan(corners, start, end, faces);
  if (end - start > MOST_CONCAVE_CORNERS) return false;
  const axis = largestAxis(normal);
  const [u, v] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const ring = corners.subarray(start, end);
  const flat = { x: new Float64Array(ring.length), y: new Float64Array(ring.length) };
  for (let i = 0; i < ring.length; i++) {
    flat.x[i] = positions[3 * ring[i] + u];
    flat.y[i] = positions[3 * ring[i] + v];
  }
  if (meetsItself(flat)) return false;
  return clipEars(flat, (a, b, c) => {
    faces.push(ring[a]);
    faces.push(ring[b]);
    faces.push(ring[c]);
  });
}

function fan(corners: Uint32Array, start: number, end: number, faces: GrowingUint32): boolean {
  for (let i = start + 1; i + 1 < end; i++) {
    faces.push(corners[start]);
    faces.push(corners[i]);
    faces.push(corners[i + 1]);
  }
  return true;
}

/** Twice the polygon's area vector: M. E. Newell's sum, with each term relative to the first corner. */
function newellNormal(positions: ArrayLike<number>, corners: Uint32Array, start: number, end: number): number[] {
  const sum = [0, 0, 0];
  for (let i = start + 1; i + 1 < end; i++) {
    const n = triangleNormal(positions, corners[start], corners[i], corners[i + 1]);
    for (let k = 0; k < 3; k++) sum[k] += n[k];
  }
  return sum;
}

/**
 * Whether no triangle of the fan turns back, and the fan goes round its first corner at most once and does not pass
 * through it.
 */
function fanFollowsNormal(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  start: number,
  end: number,
  normal: number[],
): boolean {
  const hasNoArea = normal.every((component) => component === 0);
  const facing = (b: number, c: number): number => {
    const n = triangleNormal(positions, corners[start], corners[b], corners[c]);
    return n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2];
  };
  let isPastHalf = false;
  for (let i = start + 1; i < end; i++) {
    if (i + 1 < end && facing(i, i + 1) < 0) return false;
    if (hasNoArea) continue;
    const isBehind = facing(start + 1, i) < 0;
    if (isPastHalf && !isBehind) return false;
    isPastHalf = isBehind;
    if ([0, 1, 2].every((k) => positions[3 * corners[i] + k] === positions[3 * corners[start] + k])) return false;
  }
  return true;
}

function triangleNormal(positions: ArrayLike<number>, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => positions[3 * c + k] - positions[3 * a + k]);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function largestAxis(normal: number[]): number {
  const size = normal.map(Math.abs);
  return size.indexOf(Math.max(...size));
}
