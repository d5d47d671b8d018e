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
import { clampedRatio, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';
import { FIRST, faceNormal, nextCorner, otherTriangle, SECOND, type TrianglePair } from './triangle-pair.ts';

/**
 * Slots of the result: point on the first triangle xyz, on the second xyz, their distance squared, the lower bound (mm,
 * before lengthSlack).
 */
const POINT_ON_FIRST = 0;
export const POINT_ON_SECOND = 3;
export const PAIR_SQUARED = 6;
export const PAIR_LOWER = 7;
export const TRIANGLE_DISTANCE_SIZE = 8;

/** The nearest corner is the answer; or not above the face for sure; or corners are not on one side. */
const SETTLED = 1;
const BESIDE = 0;
const ASTRIDE = -1;

export class TriangleDistance {
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  /** The point of a crossing. */
  readonly #crossing = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  /**
   * Takes any triangles. If they intersect, the distance is 0 or of the order of rounding, and the lower bound is at
   * most that. If `mayCross` is false (they are known to share no point), no crossing edge is sought.
   */
  measure(pair: TrianglePair, mayCross: boolean, out: Float64Array): void {
    const C = pair.corners;
    out[PAIR_SQUARED] = Number.POSITIVE_INFINITY;
    // Crossings first: the first one found settles the pair, without its corners and edges.
    if (mayCross) {
      for (let i = FIRST; i <= FIRST + 6 && out[PAIR_SQUARED] > 0; i += 3) this.#takeCrossing(C, i, SECOND, out);
      for (let i = SECOND; i <= SECOND + 6 && out[PAIR_SQUARED] > 0; i += 3) this.#takeCrossing(C, i, FIRST, out);
      if (out[PAIR_SQUARED] === 0) {
        out[PAIR_LOWER] = 0;
        return;
      }
    }
    // Corners before edges: among several nearest points, those at a corner are rounded least.
    const above = this.#takeNearestAbove(C, FIRST, out);
    const below = above === SETTLED ? SETTLED : this.#takeNearestAbove(C, SECOND, out);
    if (below !== SETTLED && !this.#takeEdges(C, FIRST, FIRST + 6, SECOND, SECOND + 6, out)) {
      if (above === ASTRIDE) this.#takeAllFeet(C, FIRST, out);
      if (below === ASTRIDE) this.#takeAllFeet(C, SECOND, out);
    }
    this.#takeLowerBound(C, out);
  }

  /**
   * Takes the nearest points of each edge of the first triangle that begins at corner i0 … i1 and each of the second
   * that begins at corner s0 … s1, if they are nearer than what was known.
   * @returns whether the planes through the nearest points found separate the triangles, so that nothing is nearer.
   */
  #takeEdges(C: Float64Array, i0: number, i1: number, s0: number, s1: number, out: Float64Array): boolean {
    for (let i = i0; i <= i1; i += 3) {
      const j = nextCorner(i);
      const ux = C[j] - C[i];
      const uy = C[j + 1] - C[i + 1];
      const uz = C[j + 2] - C[i + 2];
      const uu = ux * ux + uy * uy + uz * uz;
      for (let s = s0; s <= s1; s += 3) {
        const t = nextCorner(s);
        const vx = C[t] - C[s];
        const vy = C[t + 1] - C[s + 1];
        const vz = C[t + 2] - C[s + 2];
        const wx = C[i] - C[s];
        const wy = C[i + 1] - C[s + 1];
        const wz = C[i + 2] - C[s + 2];
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
        out[POINT_ON_FIRST] = C[i] + m * ux;
        out[POINT_ON_FIRST + 1] = C[i + 1] + m * uy;
        out[POINT_ON_FIRST + 2] = C[i + 2] + m * uz;
        out[POINT_ON_SECOND] = C[s] + n * vx;
        out[POINT_ON_SECOND + 1] = C[s + 1] + n * vy;
        out[POINT_ON_SECOND + 2] = C[s + 2] + n * vz;
        if (areBeyond(C, nextCorner(j), nextCorner(t), out)) return true;
      }
    }
    return false;
  }

  /** Takes the other triangle's corners nearest to this one's plane, if all lie on one side, these above the face. */
  #takeNearestAbove(C: Float64Array, triangle: number, out: Float64Array): number {
    const n = this.#normal;
    faceNormal(C, triangle, triangle + 3, triangle + 6, n, 0);
    const nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (nn === 0) return BESIDE;
    const other = otherTriangle(triangle);
    const a = heightAbove(C, triangle, other, n);
    const b = heightAbove(C, triangle, other + 3, n);
    const c = heightAbove(C, triangle, other + 6, n);
    if (!((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0))) return ASTRIDE;
    const least = Math.min(Math.abs(a), Math.abs(b), Math.abs(c));
    if (Math.abs(a) === least && this.#takeFoot(C, other, triangle, nn, out)) return SETTLED;
    if (Math.abs(b) === least && this.#takeFoot(C, other + 3, triangle, nn, out)) return SETTLED;
    return Math.abs(c) === least && this.#takeFoot(C, other + 6, triangle, nn, out) ? SETTLED : BESIDE;
  }

  /** Takes all corners of the other triangle whose feet are inside this one. */
  #takeAllFeet(C: Float64Array, triangle: number, out: Float64Array): void {
    const n = this.#normal;
    faceNormal(C, triangle, triangle + 3, triangle + 6, n, 0);
    const nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const other = otherTriangle(triangle);
    for (let i = other; i <= other + 6; i += 3) this.#takeFoot(C, i, triangle, nn, out);
  }

  /**
   * Takes corner i and its foot on the face of a triangle, if the foot is inside it.
   * @param nn squared length of #normal.
   * @returns whether it is inside; false for a sliver, whose weights are not trusted.
   */
  #takeFoot(C: Float64Array, i: number, triangle: number, nn: number, out: Float64Array): boolean {
    const n = this.#normal;
    const a = triangle;
    const ux = C[a + 3] - C[a];
    const uy = C[a + 4] - C[a + 1];
    const uz = C[a + 5] - C[a + 2];
    const vx = C[a + 6] - C[a];
    const vy = C[a + 7] - C[a + 1];
    const vz = C[a + 8] - C[a + 2];
    const wx = C[i] - C[a];
    const wy = C[i + 1] - C[a + 1];
    const wz = C[i + 2] - C[a + 2];
    const weightC = n[0] * (uy * wz - uz * wy) + n[1] * (uz * wx - ux * wz) + n[2] * (ux * wy - uy * wx);
    const weightB = n[0] * (wy * vz - wz * vy) + n[1] * (wz * vx - wx * vz) + n[2] * (wx * vy - wy * vx);
    if (weightB < 0 || weightC < 0 || weightB + weightC > nn) return false;
    const s = weightB / nn;
    const t = Math.min(weightC / nn, 1 - s);
    const fx = s * ux + t * vx;
    const fy = s * uy + t * vy;
    const fz = s * uz + t * vz;
    const dx = wx - fx;
    const dy = wy - fy;
    const dz = wz - fz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < out[PAIR_SQUARED]) {
      out[PAIR_SQUARED] = squared;
      const own = i < SECOND ? POINT_ON_FIRST : POINT_ON_SECOND;
      const opposite = i < SECOND ? POINT_ON_SECOND : POINT_ON_FIRST;
      for (let k = 0; k < 3; k++) out[own + k] = C[i + k];
      out[opposite] = C[a] + fx;
      out[opposite + 1] = C[a + 1] + fy;
      out[opposite + 2] = C[a + 2] + fz;
    }
    return !isSliver(nn, Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz));
  }

  /**
   * As `measure`, but only for the corner of one triangle, or else the two edges, that weights of the nearest points
   * name: an upper and a lower bound on the distance. If they name neither, for all corners and edges.
   * @param weights those of b and c, e and f, in f32, from `at` on; 0 for corners that do not contribute to the point.
   */
  measureNamed(pair: TrianglePair, weights: Float32Array, at: number, out: Float64Array): void {
    const C = pair.corners;
    const onFirst = cornersNamed(weights[at], weights[at + 1]);
    const onSecond = cornersNamed(weights[at + 2], weights[at + 3]);
    out[PAIR_SQUARED] = Number.POSITIVE_INFINITY;
    if (CORNER_NAMED[onFirst] >= 0) this.#takeCorner(C, FIRST + CORNER_NAMED[onFirst], out);
    else if (CORNER_NAMED[onSecond] >= 0) this.#takeCorner(C, SECOND + CORNER_NAMED[onSecond], out);
    else if (EDGE_NAMED[onFirst] >= 0 && EDGE_NAMED[onSecond] >= 0) {
      const i = FIRST + EDGE_NAMED[onFirst];
      const s = SECOND + EDGE_NAMED[onSecond];
      this.#takeEdges(C, i, i, s, s, out);
    } else {
      this.measure(pair, false, out);
      return;
    }
    this.#takeLowerBound(C, out);
  }

  /** Takes corner i and its nearest point on the other triangle, if these are nearer than what was known. */
  #takeCorner(C: Float64Array, i: number, out: Float64Array): void {
    const near = this.#near;
    const isFirst = i < SECOND;
    const other = isFirst ? SECOND : FIRST;
    pointTriangle(C, i, C, other, other + 3, other + 6, near);
    if (!(near[SQUARED] < out[PAIR_SQUARED])) return;
    out[PAIR_SQUARED] = near[SQUARED];
    const own = isFirst ? POINT_ON_FIRST : POINT_ON_SECOND;
    const opposite = isFirst ? POINT_ON_SECOND : POINT_ON_FIRST;
    for (let k = 0; k < 3; k++) {
      out[own + k] = C[i + k];
      out[opposite + k] = near[k];
    }
  }

  /**
   * Takes the point x where, in plain f64, the edge that begins at corner i pierces the face of the other triangle. On
   * a thin face x may be off by more than rounding, so its distance to the face decides: within 8u·M it is a shared
   * point, at distance 0.
   */
  #takeCrossing(C: Float64Array, i: number, other: number, out: Float64Array): void {
    const x = this.#crossing;
    faceNormal(C, other, other + 3, other + 6, this.#normal, 0);
    if (!pierce(C, i, nextCorner(i), other, this.#normal, x)) return;
    const near = this.#near;
    pointTriangle(x, 0, C, other, other + 3, other + 6, near);
    let magnitude = 0;
    for (let k = 0; k < 3; k++) {
      const corners = Math.max(Math.abs(C[other + k]), Math.abs(C[other + 3 + k]), Math.abs(C[other + 6 + k]));
      magnitude = Math.max(magnitude, Math.abs(x[k]), corners);
    }
    const limit = lengthSlack(magnitude) / 8;
    const shared = near[SQUARED] <= limit * limit;
    if (!shared && near[SQUARED] >= out[PAIR_SQUARED]) return;
    out[PAIR_SQUARED] = shared ? 0 : near[SQUARED];
    for (let k = 0; k < 3; k++) {
      out[POINT_ON_FIRST + k] = shared || other === SECOND ? x[k] : near[k];
      out[POINT_ON_SECOND + k] = shared || other === FIRST ? x[k] : near[k];
    }
  }

  /**
   * The support along the direction of the nearest points. If that does not determine the distance to within knownGap
   * (here of the first corner's coordinates), the greatest of it and the supports along both faces' normals.
   */
  #takeLowerBound(C: Float64Array, out: Float64Array): void {
    out[PAIR_LOWER] = 0;
    const upper = Math.sqrt(out[PAIR_SQUARED]);
    if (upper === 0) return;
    const x = out[0] - out[3];
    const y = out[1] - out[4];
    const z = out[2] - out[5];
    let lower = support(C, FIRST, x, y, z);
    const enough = upper - knownGap(Math.max(Math.abs(C[0]), Math.abs(C[1]), Math.abs(C[2])));
    const n = this.#normal;
    for (let triangle = FIRST; triangle <= SECOND && lower < enough; triangle += SECOND) {
      faceNormal(C, triangle, triangle + 3, triangle + 6, n, 0);
      const toward = n[0] * x + n[1] * y + n[2] * z < 0 ? -1 : 1;
      lower = Math.max(lower, support(C, FIRST, toward * n[0], toward * n[1], toward * n[2]));
    }
    out[PAIR_LOWER] = lower;
  }
}

/** Whether corner k of the first triangle and r of the second lie beyond the two points found, or in line with them. */
function areBeyond(C: Float64Array, k: number, r: number, out: Float64Array): boolean {
  const x = out[0] - out[3];
  const y = out[1] - out[4];
  const z = out[2] - out[5];
  return (
    x * (C[k] - out[0]) + y * (C[k + 1] - out[1]) + z * (C[k + 2] - out[2]) >= 0 &&
    x * (C[r] - out[3]) + y * (C[r + 1] - out[4]) + z * (C[r + 2] - out[5]) <= 0
  );
}

/** The height of corner i above the plane of a triangle, times the length of its normal n. */
function heightAbove(C: Float64Array, triangle: number, i: number, n: Float64Array): number {
  const a = triangle;
  return n[0] * (C[i] - C[a]) + n[1] * (C[i + 1] - C[a + 1]) + n[2] * (C[i + 2] - C[a + 2]);
}

/**
 * Which of a triangle's corners contribute to a point, one bit each. If a does not, the sum of the f32 weights of b and
 * c may still be off 1 by a rounding or two.
 */
function cornersNamed(b: number, c: number): number {
  return (1 - b - c > 2 ** -22 ? 1 : 0) | (b > 0 ? 2 : 0) | (c > 0 ? 4 : 0);
}

/** By bits of corners: the only one, or where the edge between two begins; −1 if there are more or fewer. */
const CORNER_NAMED = Int8Array.of(-1, 0, 3, -1, 6, -1, -1, -1);
const EDGE_NAMED = Int8Array.of(-1, -1, -1, 0, -1, 6, 3, -1);

/**
 * The gap between the pair's triangles along the normal of one of them, in either direction, ≥ 0. `measure` returns a
 * lower bound of at least this gap − 2·lengthSlack: it evaluates the same support, unless the support along the nearest
 * points' direction is already at least their computed distance − knownGap. That is at least the exact distance −
 * lengthSlack, since the computed distance has an error below distanceError, and 50 + 2 ≤ 64.
 */
export function gapAlongNormal(pair: TrianglePair, triangle: number): number {
  const C = pair.corners;
  // faceNormal, inlined by hand: passing these three numbers through an array costs 3 % of detectSync (paired medians
  // of 24 poses, skull phantom of 50,000 faces and saw of 8,000).
  const ax = C[triangle];
  const ay = C[triangle + 1];
  const az = C[triangle + 2];
  const ux = C[triangle + 3] - ax;
  const uy = C[triangle + 4] - ay;
  const uz = C[triangle + 5] - az;
  const vx = C[triangle + 6] - ax;
  const vy = C[triangle + 7] - ay;
  const vz = C[triangle + 8] - az;
  return gapAlong(pair, triangle, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/**
 * Gap between the pair's triangles along n, either way, ≥ 0; 0 if n has no length. Computed relative to one corner of
 * the triangle whose normal is not n, so that a far origin costs no accuracy.
 * @param triangle the one whose normal is n.
 */
export function gapAlong({ corners: C }: TrianglePair, triangle: number, nx: number, ny: number, nz: number): number {
  const p = triangle;
  const q = otherTriangle(triangle);
  const x = C[q];
  const y = C[q + 1];
  const z = C[q + 2];
  const a = nx * (C[p] - x) + ny * (C[p + 1] - y) + nz * (C[p + 2] - z);
  const b = nx * (C[p + 3] - x) + ny * (C[p + 4] - y) + nz * (C[p + 5] - z);
  const c = nx * (C[p + 6] - x) + ny * (C[p + 7] - y) + nz * (C[p + 8] - z);
  const e = nx * (C[q + 3] - x) + ny * (C[q + 4] - y) + nz * (C[q + 5] - z);
  const f = nx * (C[q + 6] - x) + ny * (C[q + 7] - y) + nz * (C[q + 8] - z);
  const gap = Math.max(Math.min(a, b, c) - Math.max(0, e, f), Math.min(0, e, f) - Math.max(a, b, c));
  return gap > 0 ? gap / Math.sqrt(nx * nx + ny * ny + nz * nz) : 0;
}

/**
 * Gap between the pair's triangles along g, ≥ 0: from the other one to `triangle`. Computed relative to one corner of
 * the other, so that a far origin costs no accuracy.
 */
export function support(C: Float64Array, triangle: number, gx: number, gy: number, gz: number): number {
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (!(length > 0)) return 0;
  const p = triangle;
  const q = otherTriangle(triangle);
  const x = C[q];
  const y = C[q + 1];
  const z = C[q + 2];
  const least = Math.min(
    gx * (C[p] - x) + gy * (C[p + 1] - y) + gz * (C[p + 2] - z),
    gx * (C[p + 3] - x) + gy * (C[p + 4] - y) + gz * (C[p + 5] - z),
    gx * (C[p + 6] - x) + gy * (C[p + 7] - y) + gz * (C[p + 8] - z),
  );
  const most = Math.max(
    0,
    gx * (C[q + 3] - x) + gy * (C[q + 4] - y) + gz * (C[q + 5] - z),
    gx * (C[q + 6] - x) + gy * (C[q + 7] - y) + gz * (C[q + 8] - z),
  );
  return least > most ? (least - most) / length : 0;
}

/**
 * Whether, in plain f64, edge ij passes through the face of a triangle; if so, writes the point where it does.
 * @param n the triangle's normal.
 */
function pierce(C: Float64Array, i: number, j: number, triangle: number, n: Float64Array, out: Float64Array): boolean {
  const d = triangle;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const wx = C[i] - C[d];
  const wy = C[i + 1] - C[d + 1];
  const wz = C[i + 2] - C[d + 2];
  const from = nx * wx + ny * wy + nz * wz;
  const to = nx * (C[j] - C[d]) + ny * (C[j + 1] - C[d + 1]) + nz * (C[j + 2] - C[d + 2]);
  if (from > 0 === to > 0 || from === to) return false;
  const ux = C[d + 3] - C[d];
  const uy = C[d + 4] - C[d + 1];
  const uz = C[d + 5] - C[d + 2];
  const vx = C[d + 6] - C[d];
  const vy = C[d + 7] - C[d + 1];
  const vz = C[d + 8] - C[d + 2];
  const r = from / (from - to);
  const x = wx + r * (C[j] - C[i]);
  const y = wy + r * (C[j + 1] - C[i + 1]);
  const z = wz + r * (C[j + 2] - C[i + 2]);
  const nn = nx * nx + ny * ny + nz * nz;
  const weightF = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
  const weightE = nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx);
  if (weightF < 0 || weightE < 0 || weightE + weightF > nn) return false;
  for (let k = 0; k < 3; k++) out[k] = C[i + k] + r * (C[j + k] - C[i + k]);
  return true;
}
