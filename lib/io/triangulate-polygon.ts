// One planar polygon → triangles over its own corners.

import type { GrowingUint32 } from './growing-array.ts';

/** Ear clipping is O(n²) to O(n³): beyond this many corners a concave polygon is refused. */
const MOST_CONCAVE_CORNERS = 4096;

/**
 * Adds the n − 2 triangles of the polygon corners[start … end − 1] to `faces`, in its turning sense, no vertex added. A
 * polygon that turns one way only (any convex one) gives the fan from its first corner; a concave one is cut ear by ear in
 * the projection along its normal's largest component (G. H. Meisters, "Polygons have ears", 1975), signs in f64.
 * Returns false, with an unspecified part added, when no ear is left to cut: the polygon crosses itself.
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
  const sign = Math.sign(normal[axis]);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const turn = (a: number, b: number, c: number): number =>
    sign *
    ((positions[3 * b + u] - positions[3 * a + u]) * (positions[3 * c + v] - positions[3 * a + v]) -
      (positions[3 * b + v] - positions[3 * a + v]) * (positions[3 * c + u] - positions[3 * a + u]));
  const ring = Array.from(corners.subarray(start, end));
  while (ring.length > 3) {
    const ear = ring.findIndex((_, i) => isEar(ring, i, turn));
    if (ear < 0) return false;
    faces.push(ring[(ear + ring.length - 1) % ring.length]);
    faces.push(ring[ear]);
    faces.push(ring[(ear + 1) % ring.length]);
    ring.splice(ear, 1);
  }
  if (turn(ring[0], ring[1], ring[2]) < 0) return false;
  for (const vertex of ring) faces.push(vertex);
  return true;
}

function fan(corners: Uint32Array, start: number, end: number, faces: GrowingUint32): boolean {
  for (let i = start + 1; i + 1 < end; i++) {
    faces.push(corners[start]);
    faces.push(corners[i]);
    faces.push(corners[i + 1]);
  }
  return true;
}

/** A corner that turns left and whose triangle holds no other vertex of the ring. */
function isEar(ring: number[], i: number, turn: (a: number, b: number, c: number) => number): boolean {
  const a = ring[(i + ring.length - 1) % ring.length];
  const b = ring[i];
  const c = ring[(i + 1) % ring.length];
  if (!(turn(a, b, c) > 0)) return false;
  for (const p of ring) {
    if (p === a || p === b || p === c) continue;
    if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
  }
  return true;
}

/** Twice the polygon's area vector: M. E. Newell's sum, each term relative to the first corner. */
function newellNormal(positions: ArrayLike<number>, corners: Uint32Array, start: number, end: number): number[] {
  const sum = [0, 0, 0];
  for (let i = start + 1; i + 1 < end; i++) {
    const n = triangleNormal(positions, corners[start], corners[i], corners[i + 1]);
    for (let k = 0; k < 3; k++) sum[k] += n[k];
  }
  return sum;
}

function fanFollowsNormal(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  start: number,
  end: number,
  normal: number[],
): boolean {
  for (let i = start + 1; i + 1 < end; i++) {
    const n = triangleNormal(positions, corners[start], corners[i], corners[i + 1]);
    if (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] < 0) return false;
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
