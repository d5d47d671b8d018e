// Two triangles → their nearest points, the distance between these, and a certified lower bound on the distance.
//
// Nearest features: two edges, or a corner and the inside of a face; distance 0 if an edge pierces a face:
//
//   9 edges × edge        corner × inside of a face     6 edges × face, only if the pair may cross
//    ╲                            ●                              │
//     ╲┄┄┄┄┐                      ┊                           ───┼───
//      ╲  ─┴────               ───●───                           ●
//
// Source: E. Larsen, S. Gottschalk, M. C. Lin, D. Manocha, "Fast proximity queries with swept sphere volumes", 1999
// (PQP's triangle distance); nearest points of two edges: C. Ericson, *Real-Time Collision Detection*, 2005, 5.1.9.
//  · The nearest points p, q of two edges are also those of the triangles if, along p − q, the third corner of each
//    triangle lies beyond its own point: the planes through p and q perpendicular to p − q then separate the triangles.
//  · If all corners of one triangle lie on one side of the other's plane, only the nearest one can be the answer inside
//    that face: the edge from a higher corner above the face to a lower one beside it comes nearer than the higher
//    corner. If the nearest corner's foot is inside, it is the answer: its distance to the plane is a lower bound.
// Wrong choices due to rounding break no guarantee: the bounds hold for any two points of the triangles.
//
// Upper bound: the distance between the two points found, which lie on the triangles up to rounding. Lower bound,
// whatever the rounding: for any unit g and points x, y, |x − y| ≥ g·(x − y) ≥ min g·v over one triangle's corners v −
// max g·w over the other's: the support along g. Invariant: lower − lengthSlack ≤ exact distance ≤ upper + lengthSlack.

import { isSliver, knownGap, lengthSlack } from '#core';
import { faceNormal } from './face-normal.ts';
import { type f64, type Floats, floats, type i32 } from './floats.ts';
import { clampedRatio, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';

/**
 * Slots of the result: point on the first triangle xyz, on the second xyz, their distance squared, the lower bound (mm,
 * before lengthSlack).
 */
export const POINT_ON_FIRST: i32 = 0;
export const POINT_ON_SECOND: i32 = 3;
export const PAIR_SQUARED: i32 = 6;
export const PAIR_LOWER: i32 = 7;
export const TRIANGLE_DISTANCE_SIZE: i32 = 8;

/** The nearest corner is the answer; or not above the face for sure; or corners are not on one side. */
const SETTLED: i32 = 1;
const BESIDE: i32 = 0;
const ASTRIDE: i32 = -1;

const near = floats(POINT_TRIANGLE_SIZE);
/** The point of a crossing. */
const crossing = floats(3);
const normal = floats(3);

/**
 * Takes any triangles, nine numbers each, from f and from s on in C. If they intersect, the distance is 0 or of the
 * order of rounding, and the lower bound is at most that. If `mayCross` is false (they are known to share no point), no
 * crossing edge is sought.
 */
export function measureTriangles(C: Floats, f: i32, s: i32, mayCross: boolean, out: Floats): void {
  out[PAIR_SQUARED] = Infinity;
  // Crossings first: the first one found settles the pair, without its corners and edges.
  if (mayCross) {
    if (!takeCrossings(C, f, s, true, out)) takeCrossings(C, s, f, false, out);
    if (out[PAIR_SQUARED] === 0) {
      out[PAIR_LOWER] = 0;
      return;
    }
  }
  // Corners before edges: among several nearest points, those at a corner are rounded least.
  const above = takeNearestAbove(C, f, s, POINT_ON_SECOND, out);
  const below = above === SETTLED ? SETTLED : takeNearestAbove(C, s, f, POINT_ON_FIRST, out);
  if (below !== SETTLED && !takeEdges(C, f, 0, 6, s, 0, 6, out)) {
    if (above === ASTRIDE) takeAllFeet(C, f, s, POINT_ON_SECOND, out);
    if (below === ASTRIDE) takeAllFeet(C, s, f, POINT_ON_FIRST, out);
  }
  takeLowerBound(C, f, s, out);
}

/**
 * Takes the nearest points of each edge of the first triangle that begins at corner i0 … i1 (0, 3 or 6) and each of the
 * second that begins at corner k0 … k1, if they are nearer than what was known.
 * @returns whether the planes through the nearest points found separate the triangles, so that nothing is nearer.
 */
export function takeEdges(C: Floats, f: i32, i0: i32, i1: i32, s: i32, k0: i32, k1: i32, out: Floats): boolean {
  for (let i = i0; i <= i1; i += 3) {
    const a = f + i;
    const b = f + after(i);
    const ux = C[b] - C[a];
    const uy = C[b + 1] - C[a + 1];
    const uz = C[b + 2] - C[a + 2];
    const uu = ux * ux + uy * uy + uz * uz;
    for (let k = k0; k <= k1; k += 3) {
      const d = s + k;
      const e = s + after(k);
      const vx = C[e] - C[d];
      const vy = C[e + 1] - C[d + 1];
      const vz = C[e + 2] - C[d + 2];
      const wx = C[a] - C[d];
      const wy = C[a + 1] - C[d + 1];
      const wz = C[a + 2] - C[d + 2];
      const vv = vx * vx + vy * vy + vz * vz;
      const uv = ux * vx + uy * vy + uz * vz;
      const uw = ux * wx + uy * wy + uz * wz;
      const vw = vx * wx + vy * wy + vz * wz;
      const n = clampedRatio(uv * clampedRatio(uv * vw - vv * uw, uu * vv - uv * uv) + vw, vv);
      const m = clampedRatio(uv * n - uw, uu);
      const dx = wx + m * ux - n * vx;
      const dy = wy + m * uy - n * vy;
      const dz = wz + m * uz - n * vz;
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared < out[PAIR_SQUARED])) continue;
      out[PAIR_SQUARED] = squared;
      out[POINT_ON_FIRST] = C[a] + m * ux;
      out[POINT_ON_FIRST + 1] = C[a + 1] + m * uy;
      out[POINT_ON_FIRST + 2] = C[a + 2] + m * uz;
      out[POINT_ON_SECOND] = C[d] + n * vx;
      out[POINT_ON_SECOND + 1] = C[d + 1] + n * vy;
      out[POINT_ON_SECOND + 2] = C[d + 2] + n * vz;
      if (areBeyond(C, f + after(after(i)), s + after(after(k)), out)) return true;
    }
  }
  return false;
}

/** The corner after the one at offset k of a triangle. */
function after(k: i32): i32 {
  return k === 6 ? 0 : k + 3;
}

/** Whether corner k of the first triangle and r of the second lie beyond the two points found, or in line with them. */
function areBeyond(C: Floats, k: i32, r: i32, out: Floats): boolean {
  const x = out[0] - out[3];
  const y = out[1] - out[4];
  const z = out[2] - out[5];
  return (
    x * (C[k] - out[0]) + y * (C[k + 1] - out[1]) + z * (C[k + 2] - out[2]) >= 0 &&
    x * (C[r] - out[3]) + y * (C[r + 1] - out[4]) + z * (C[r + 2] - out[5]) <= 0
  );
}

/**
 * Takes the corners of triangle o nearest to the plane of triangle t, if all lie on one side, these above the face.
 * @param own slot of o's point in the result.
 */
function takeNearestAbove(C: Floats, t: i32, o: i32, own: i32, out: Floats): i32 {
  faceNormal(C, t, t + 3, t + 6, normal, 0);
  const nn = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  if (nn === 0) return BESIDE;
  const a = heightAbove(C, t, o);
  const b = heightAbove(C, t, o + 3);
  const c = heightAbove(C, t, o + 6);
  if (!((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0))) return ASTRIDE;
  const least = Math.min(Math.abs(a), Math.min(Math.abs(b), Math.abs(c)));
  if (Math.abs(a) === least && takeFoot(C, o, t, own, nn, out)) return SETTLED;
  if (Math.abs(b) === least && takeFoot(C, o + 3, t, own, nn, out)) return SETTLED;
  return Math.abs(c) === least && takeFoot(C, o + 6, t, own, nn, out) ? SETTLED : BESIDE;
}

/** The height of corner i above the plane of triangle t, times the length of its normal, which is `normal`. */
function heightAbove(C: Floats, t: i32, i: i32): f64 {
  return normal[0] * (C[i] - C[t]) + normal[1] * (C[i + 1] - C[t + 1]) + normal[2] * (C[i + 2] - C[t + 2]);
}

/** Takes all corners of triangle o whose feet are inside triangle t. */
function takeAllFeet(C: Floats, t: i32, o: i32, own: i32, out: Floats): void {
  faceNormal(C, t, t + 3, t + 6, normal, 0);
  const nn = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  for (let i = o; i <= o + 6; i += 3) takeFoot(C, i, t, own, nn, out);
}

/**
 * Takes corner i and its foot on the face of triangle t, if the foot is inside it.
 * @param own slot of the corner in the result. @param nn squared length of `normal`, which is that of t.
 * @returns whether it is inside; false for a sliver, whose weights are not trusted.
 */
function takeFoot(C: Floats, i: i32, t: i32, own: i32, nn: f64, out: Floats): boolean {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const ux = C[t + 3] - C[t];
  const uy = C[t + 4] - C[t + 1];
  const uz = C[t + 5] - C[t + 2];
  const vx = C[t + 6] - C[t];
  const vy = C[t + 7] - C[t + 1];
  const vz = C[t + 8] - C[t + 2];
  const wx = C[i] - C[t];
  const wy = C[i + 1] - C[t + 1];
  const wz = C[i + 2] - C[t + 2];
  const weightC = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx);
  const weightB = nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx);
  if (weightB < 0 || weightC < 0 || weightB + weightC > nn) return false;
  const p = weightB / nn;
  const q = Math.min(weightC / nn, 1 - p);
  const fx = p * ux + q * vx;
  const fy = p * uy + q * vy;
  const fz = p * uz + q * vz;
  const dx = wx - fx;
  const dy = wy - fy;
  const dz = wz - fz;
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared < out[PAIR_SQUARED]) {
    const opposite = POINT_ON_SECOND - own;
    out[PAIR_SQUARED] = squared;
    out[own] = C[i];
    out[own + 1] = C[i + 1];
    out[own + 2] = C[i + 2];
    out[opposite] = C[t] + fx;
    out[opposite + 1] = C[t + 1] + fy;
    out[opposite + 2] = C[t + 2] + fz;
  }
  return !isSliver(nn, Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
}

/**
 * Takes corner i of one triangle and its nearest point on triangle o, if these are nearer than what was known.
 * @param own slot of the corner in the result.
 */
export function takeCorner(C: Floats, i: i32, o: i32, own: i32, out: Floats): void {
  pointTriangle(C, i, C, o, o + 3, o + 6, near);
  if (!(near[SQUARED] < out[PAIR_SQUARED])) return;
  out[PAIR_SQUARED] = near[SQUARED];
  const opposite = POINT_ON_SECOND - own;
  for (let k: i32 = 0; k < 3; k++) {
    out[own + k] = C[i + k];
    out[opposite + k] = near[k];
  }
}

/** Tries the edges of triangle t until one pierces the face of triangle o. @returns whether one does. */
function takeCrossings(C: Floats, t: i32, o: i32, isFirst: boolean, out: Floats): boolean {
  for (let i: i32 = 0; i <= 6; i += 3) {
    takeCrossing(C, t + i, t + after(i), o, isFirst, out);
    if (!(out[PAIR_SQUARED] > 0)) return true;
  }
  return false;
}

/**
 * Takes the point x where, in plain f64, edge ij pierces the face of triangle o. On a thin face x may be off by more
 * than rounding, so its distance to the face decides: within 8u·M it is a shared point, at distance 0.
 * @param isFirst whether the edge is the first triangle's.
 */
function takeCrossing(C: Floats, i: i32, j: i32, o: i32, isFirst: boolean, out: Floats): void {
  faceNormal(C, o, o + 3, o + 6, normal, 0);
  if (!pierce(C, i, j, o)) return;
  pointTriangle(crossing, 0, C, o, o + 3, o + 6, near);
  let magnitude: f64 = 0;
  for (let k: i32 = 0; k < 3; k++) {
    const corners = Math.max(Math.abs(C[o + k]), Math.max(Math.abs(C[o + 3 + k]), Math.abs(C[o + 6 + k])));
    magnitude = Math.max(magnitude, Math.max(Math.abs(crossing[k]), corners));
  }
  const limit = lengthSlack(magnitude) / 8;
  const shared = near[SQUARED] <= limit * limit;
  if (!shared && near[SQUARED] >= out[PAIR_SQUARED]) return;
  out[PAIR_SQUARED] = shared ? 0 : near[SQUARED];
  for (let k: i32 = 0; k < 3; k++) {
    out[POINT_ON_FIRST + k] = shared || isFirst ? crossing[k] : near[k];
    out[POINT_ON_SECOND + k] = shared || !isFirst ? crossing[k] : near[k];
  }
}

/**
 * Whether, in plain f64, edge ij passes through the face of triangle t, whose normal is `normal`; if so, `crossing` is
 * the point where it does.
 */
function pierce(C: Floats, i: i32, j: i32, t: i32): boolean {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const wx = C[i] - C[t];
  const wy = C[i + 1] - C[t + 1];
  const wz = C[i + 2] - C[t + 2];
  const from = nx * wx + ny * wy + nz * wz;
  const to = nx * (C[j] - C[t]) + ny * (C[j + 1] - C[t + 1]) + nz * (C[j + 2] - C[t + 2]);
  if (from > 0 === to > 0 || from === to) return false;
  const ux = C[t + 3] - C[t];
  const uy = C[t + 4] - C[t + 1];
  const uz = C[t + 5] - C[t + 2];
  const vx = C[t + 6] - C[t];
  const vy = C[t + 7] - C[t + 1];
  const vz = C[t + 8] - C[t + 2];
  const r = from / (from - to);
  const x = wx + r * (C[j] - C[i]);
  const y = wy + r * (C[j + 1] - C[i + 1]);
  const z = wz + r * (C[j + 2] - C[i + 2]);
  const nn = nx * nx + ny * ny + nz * nz;
  const weightF = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
  const weightE = nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx);
  if (weightF < 0 || weightE < 0 || weightE + weightF > nn) return false;
  for (let k: i32 = 0; k < 3; k++) crossing[k] = C[i + k] + r * (C[j + k] - C[i + k]);
  return true;
}

/**
 * The support along the direction of the nearest points. If that does not determine the distance to within knownGap
 * (here of the first corner's coordinates), the greatest of it and the supports along both faces' normals.
 */
export function takeLowerBound(C: Floats, f: i32, s: i32, out: Floats): void {
  out[PAIR_LOWER] = 0;
  const upper = Math.sqrt(out[PAIR_SQUARED]);
  if (upper === 0) return;
  const x = out[0] - out[3];
  const y = out[1] - out[4];
  const z = out[2] - out[5];
  let lower = support(C, f, s, x, y, z);
  const enough = upper - knownGap(Math.max(Math.abs(C[f]), Math.max(Math.abs(C[f + 1]), Math.abs(C[f + 2]))));
  for (let k: i32 = 0; k < 2 && lower < enough; k++) {
    const t = k === 0 ? f : s;
    faceNormal(C, t, t + 3, t + 6, normal, 0);
    const toward: f64 = normal[0] * x + normal[1] * y + normal[2] * z < 0 ? -1 : 1;
    lower = Math.max(lower, support(C, f, s, toward * normal[0], toward * normal[1], toward * normal[2]));
  }
  out[PAIR_LOWER] = lower;
}

/**
 * Gap between the triangles along n, either way, ≥ 0; 0 if n has no length. Computed relative to one corner of triangle
 * o, so that a far origin costs no accuracy.
 * @param t the triangle whose normal is n. @param o the other.
 */
export function gapAlong(C: Floats, t: i32, o: i32, nx: f64, ny: f64, nz: f64): f64 {
  const x = C[o];
  const y = C[o + 1];
  const z = C[o + 2];
  const a = nx * (C[t] - x) + ny * (C[t + 1] - y) + nz * (C[t + 2] - z);
  const b = nx * (C[t + 3] - x) + ny * (C[t + 4] - y) + nz * (C[t + 5] - z);
  const c = nx * (C[t + 6] - x) + ny * (C[t + 7] - y) + nz * (C[t + 8] - z);
  const e = nx * (C[o + 3] - x) + ny * (C[o + 4] - y) + nz * (C[o + 5] - z);
  const f = nx * (C[o + 6] - x) + ny * (C[o + 7] - y) + nz * (C[o + 8] - z);
  const most = Math.max(a, Math.max(b, c));
  const least = Math.min(a, Math.min(b, c));
  const gap = Math.max(least - Math.max(0, Math.max(e, f)), Math.min(0, Math.min(e, f)) - most);
  return gap > 0 ? gap / Math.sqrt(nx * nx + ny * ny + nz * nz) : 0;
}

/**
 * Gap between the triangles along g, ≥ 0: from triangle o to triangle t. Computed relative to one corner of o, so that
 * a far origin costs no accuracy.
 */
export function support(C: Floats, t: i32, o: i32, gx: f64, gy: f64, gz: f64): f64 {
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (!(length > 0)) return 0;
  const x = C[o];
  const y = C[o + 1];
  const z = C[o + 2];
  const a = gx * (C[t] - x) + gy * (C[t + 1] - y) + gz * (C[t + 2] - z);
  const b = gx * (C[t + 3] - x) + gy * (C[t + 4] - y) + gz * (C[t + 5] - z);
  const c = gx * (C[t + 6] - x) + gy * (C[t + 7] - y) + gz * (C[t + 8] - z);
  const e = gx * (C[o + 3] - x) + gy * (C[o + 4] - y) + gz * (C[o + 5] - z);
  const f = gx * (C[o + 6] - x) + gy * (C[o + 7] - y) + gz * (C[o + 8] - z);
  const least = Math.min(a, Math.min(b, c));
  const most = Math.max(0, Math.max(e, f));
  return least > most ? (least - most) / length : 0;
}
