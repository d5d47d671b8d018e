// Two triangles → their nearest points, the distance between these, and a certified lower bound of the distance.
//
// Nearest features (C. Ericson, *Real-Time Collision Detection*, 2005, 5.1.5, 5.1.8–5.1.10): a corner and a face, or
// two edges; distance 0 where an edge pierces a face:
//
//   6 corners × face      9 edges × edge       6 edges × face, only where the pair may cross
//        ●                  ╲                          │
//        ┊                   ╲┄┄┄┄┐                 ───┼───
//     ───●───                 ╲  ─┴────                ●
//
// Upper bound: the distance of the two points found, which lie on the triangles but for rounding. Lower bound, whatever
// rounding did: for any unit g, every pair x, y of points has |x − y| ≥ g·(x − y) ≥ min over one's corners of g·v − max
// over the other's of g·w: the support along g. Invariant: lower − lengthSlack ≤ exact distance ≤ upper + lengthSlack.

import { lengthSlack } from '../core/index.ts';
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

export class TriangleDistance {
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  /** Of two edges, how far along each; of a crossing, its point. */
  readonly #edges = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  /**
   * Any triangles. Where they intersect, the distance is 0 or of the order of rounding, and the lower bound at most
   * that; `mayCross` false (they are known to share no point) spares the search for a crossing edge.
   */
  measure(pair: TrianglePair, mayCross: boolean, out: Float64Array): void {
    const C = pair.corners;
    out[PAIR_SQUARED] = Number.POSITIVE_INFINITY;
    // Crossings first: the first that is found settles the pair, whose corners and edges then need no look.
    if (mayCross) {
      for (let i = FIRST; i <= FIRST + 6 && out[PAIR_SQUARED] > 0; i += 3) this.#takeCrossing(C, i, SECOND, out);
      for (let i = SECOND; i <= SECOND + 6 && out[PAIR_SQUARED] > 0; i += 3) this.#takeCrossing(C, i, FIRST, out);
      if (out[PAIR_SQUARED] === 0) {
        out[PAIR_LOWER] = 0;
        return;
      }
    }
    for (let i = FIRST; i <= SECOND + 6; i += 3) this.#takeCorner(C, i, out);
    for (let i = FIRST; i <= FIRST + 6; i += 3)
      for (let s = SECOND; s <= SECOND + 6; s += 3) this.#takeEdges(C, i, nextCorner(i), s, nextCorner(s), out);
    this.#takeLowerBound(C, out);
  }

  /**
   * The same for the corner of one triangle, or else the two edges, that weights of the nearest points name: an upper
   * bound of the distance, and a lower one. Where both points are inside their faces, of all corners and edges.
   * @param weights of b and c, of e and f, in f32; corners without a part in the point weigh 0.
   */
  measureNamed(pair: TrianglePair, weights: Float32Array, out: Float64Array): void {
    const C = pair.corners;
    const onFirst = cornersNamed(weights[0], weights[1], FIRST);
    const onSecond = cornersNamed(weights[2], weights[3], SECOND);
    out[PAIR_SQUARED] = Number.POSITIVE_INFINITY;
    if (onFirst.length === 1) this.#takeCorner(C, onFirst[0], out);
    else if (onSecond.length === 1) this.#takeCorner(C, onSecond[0], out);
    else if (onFirst.length === 2 && onSecond.length === 2)
      this.#takeEdges(C, onFirst[0], onFirst[1], onSecond[0], onSecond[1], out);
    else {
      this.measure(pair, false, out);
      return;
    }
    this.#takeLowerBound(C, out);
  }

  /** Takes corner i and its nearest point of the other triangle, where these are nearer than what was known. */
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

  /** The same of the edges ij of the first triangle and st of the second. */
  #takeEdges(C: Float64Array, i: number, j: number, s: number, t: number, out: Float64Array): void {
    const edges = this.#edges;
    const squared = segmentSegment(C, i, j, s, t, edges);
    if (!(squared < out[PAIR_SQUARED])) return;
    out[PAIR_SQUARED] = squared;
    for (let k = 0; k < 3; k++) {
      out[POINT_ON_FIRST + k] = C[i + k] + edges[0] * (C[j + k] - C[i + k]);
      out[POINT_ON_SECOND + k] = C[s + k] + edges[1] * (C[t + k] - C[s + k]);
    }
  }

  /**
   * The same of the point x in which plain f64 says that the edge from i on pierces the face of the other triangle. On
   * a thin face x may be off by more than rounding, so its distance to the face decides: within 8u·M it is a shared
   * point, at distance 0.
   */
  #takeCrossing(C: Float64Array, i: number, other: number, out: Float64Array): void {
    const x = this.#edges;
    faceNormal(C, other, other + 3, other + 6, this.#normal, 0);
    if (!pierce(C, i, nextCorner(i), other, this.#normal, x)) return;
    const near = this.#near;
    pointTriangle(x, 0, C, other, other + 3, other + 6, near);
    let magnitude = 0;
    for (let k = 0; k < 3; k++) {
      const corners = Math.max(Math.abs(C[other + k]), Math.abs(C[other + 3 + k]), Math.abs(C[other + 6 + k]));
      magnitude = Math.max(magnitude, Math.abs(x[k]), corners);
    }
    const shared = near[SQUARED] <= (lengthSlack(magnitude) / 8) ** 2;
    if (!shared && near[SQUARED] >= out[PAIR_SQUARED]) return;
    out[PAIR_SQUARED] = shared ? 0 : near[SQUARED];
    for (let k = 0; k < 3; k++) {
      out[POINT_ON_FIRST + k] = shared || other === SECOND ? x[k] : near[k];
      out[POINT_ON_SECOND + k] = shared || other === FIRST ? x[k] : near[k];
    }
  }

  #takeLowerBound(C: Float64Array, out: Float64Array): void {
    out[PAIR_LOWER] = out[PAIR_SQUARED] > 0 ? this.#separation(C, out) : 0;
  }

  /** The greatest of the supports along the direction of the nearest points and along both faces' normals. */
  #separation(C: Float64Array, out: Float64Array): number {
    const x = out[0] - out[3];
    const y = out[1] - out[4];
    const z = out[2] - out[5];
    let lower = support(C, FIRST, x, y, z);
    const upper = Math.sqrt(out[PAIR_SQUARED]);
    const n = this.#normal;
    for (let triangle = FIRST; triangle <= SECOND && lower < upper; triangle += SECOND) {
      faceNormal(C, triangle, triangle + 3, triangle + 6, n, 0);
      const toward = n[0] * x + n[1] * y + n[2] * z < 0 ? -1 : 1;
      lower = Math.max(lower, support(C, FIRST, toward * n[0], toward * n[1], toward * n[2]));
    }
    return lower;
  }
}

/**
 * Which of a triangle's corners have a part in a point, ascending; their f32 weights of b and c are off 1 in sum by a
 * rounding or two.
 */
function cornersNamed(b: number, c: number, triangle: number): readonly number[] {
  const named = 1 - b - c > 2 ** -22 ? [triangle] : [];
  if (b > 0) named.push(triangle + 3);
  if (c > 0) named.push(triangle + 6);
  return named;
}

/**
 * The gap between the pair's triangles along the normal of one of them, in either direction, ≥ 0. `measure` returns a
 * lower bound of at least this gap − 2·lengthSlack: it evaluates the same support, unless the support along the nearest
 * points' direction is already at least their computed distance, and so at least the exact distance − lengthSlack.
 */
export function gapAlongNormal(pair: TrianglePair, triangle: number): number {
  const C = pair.corners;
  // faceNormal written out: through an array these three numbers cost 3 % of detectSync (paired medians of 24 poses,
  // skull phantom of 50,000 faces and saw of 8,000).
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
 * Gap between the pair's triangles along n, either way, ≥ 0; 0 where n has no length. Taken about one corner of the
 * triangle that n is not the normal of, so that a far origin costs nothing.
 * @param triangle whose normal n is.
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
 * Gap between the pair's triangles along g, ≥ 0: from the other to `triangle`. Taken about one corner of the other, so
 * that a far origin costs nothing.
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
 * Nearest points of two segments: out = how far along the first and along the second they are, 0 … 1.
 * @returns their distance squared.
 */
function segmentSegment(C: Float64Array, i: number, j: number, s: number, t: number, out: Float64Array): number {
  const ux = C[j] - C[i];
  const uy = C[j + 1] - C[i + 1];
  const uz = C[j + 2] - C[i + 2];
  const vx = C[t] - C[s];
  const vy = C[t + 1] - C[s + 1];
  const vz = C[t + 2] - C[s + 2];
  const wx = C[i] - C[s];
  const wy = C[i + 1] - C[s + 1];
  const wz = C[i + 2] - C[s + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  let m = clampedRatio(uv * vw - vv * uw, uu * vv - uv * uv);
  const n = clampedRatio(uv * m + vw, vv);
  m = clampedRatio(uv * n - uw, uu);
  const dx = wx + m * ux - n * vx;
  const dy = wy + m * uy - n * vy;
  const dz = wz + m * uz - n * vz;
  out[0] = m;
  out[1] = n;
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Whether edge ij visibly passes through the face of a triangle, in plain f64, and its point there.
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
