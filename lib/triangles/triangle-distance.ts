// Two triangles → their nearest points, the distance between these, and a certified lower bound of the distance.
//
// Nearest features: a corner and a face, or two edges (Ericson 2005, 5.1.8–5.1.10); 0 where an edge pierces a face.
// Lower bound, whatever rounding did: for any unit g, every pair x, y of points has |x − y| ≥ g·(x − y) ≥ min over
// one's corners of g·v − max over the other's of g·w.

import { lengthSlack } from '../core/index.ts';
import { clampedRatio, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';

/**
 * Slots of the result: point on the first triangle xyz, on the second xyz, their distance squared, the lower bound (mm,
 * before lengthSlack).
 */
const FIRST = 0;
export const SECOND = 3;
export const PAIR_SQUARED = 6;
export const PAIR_LOWER = 7;
export const TRIANGLE_DISTANCE_SIZE = 8;

export class TriangleDistance {
  readonly #near = new Float64Array(POINT_TRIANGLE_SIZE);
  readonly #edges = new Float64Array(3);

  /**
   * Offsets of xyz in P and Q; any triangles. Where they intersect, the distance is 0 or of the order of rounding, and
   * the lower bound at most that; `mayCross` false (they are known to share no point) spares the search for a crossing
   * edge.
   */
  measure(
    P: Float64Array,
    a: number,
    b: number,
    c: number,
    Q: Float64Array,
    d: number,
    e: number,
    f: number,
    mayCross: boolean,
    out: Float64Array,
  ): void {
    let best = Number.POSITIVE_INFINITY;
    const near = this.#near;
    for (let k = 0; k < 3; k++) {
      const i = k === 0 ? a : k === 1 ? b : c;
      pointTriangle(P, i, Q, d, e, f, near);
      if (near[SQUARED] < best) {
        best = near[SQUARED];
        for (let m = 0; m < 3; m++) {
          out[FIRST + m] = P[i + m];
          out[SECOND + m] = near[m];
        }
      }
    }
    for (let k = 0; k < 3; k++) {
      const i = k === 0 ? d : k === 1 ? e : f;
      pointTriangle(Q, i, P, a, b, c, near);
      if (near[SQUARED] < best) {
        best = near[SQUARED];
        for (let m = 0; m < 3; m++) {
          out[FIRST + m] = near[m];
          out[SECOND + m] = Q[i + m];
        }
      }
    }
    const edges = this.#edges;
    for (let k = 0; k < 3; k++) {
      const i = k === 0 ? a : k === 1 ? b : c;
      const j = k === 0 ? b : k === 1 ? c : a;
      for (let m = 0; m < 3; m++) {
        const s = m === 0 ? d : m === 1 ? e : f;
        const t = m === 0 ? e : m === 1 ? f : d;
        const squared = segmentSegment(P, i, j, Q, s, t, edges);
        if (squared < best) {
          best = squared;
          for (let n = 0; n < 3; n++) {
            out[FIRST + n] = P[i + n] + edges[0] * (P[j + n] - P[i + n]);
            out[SECOND + n] = Q[s + n] + edges[1] * (Q[t + n] - Q[s + n]);
          }
        }
      }
    }
    if (mayCross && best > 0) {
      for (let k = 0; k < 3 && best > 0; k++) {
        const i = k === 0 ? a : k === 1 ? b : c;
        const j = k === 0 ? b : k === 1 ? c : a;
        if (pierce(P, i, j, Q, d, e, f, edges)) best = this.#takePierced(edges, Q, d, e, f, SECOND, best, out);
      }
      for (let k = 0; k < 3 && best > 0; k++) {
        const i = k === 0 ? d : k === 1 ? e : f;
        const j = k === 0 ? e : k === 1 ? f : d;
        if (pierce(Q, i, j, P, a, b, c, edges)) best = this.#takePierced(edges, P, a, b, c, FIRST, best, out);
      }
    }
    out[PAIR_SQUARED] = best;
    out[PAIR_LOWER] = best > 0 ? this.#separation(P, a, b, c, Q, d, e, f, out) : 0;
  }

  /**
   * The same for the corner of one triangle, or else the two edges, that weights of the nearest points name: an upper
   * bound of the distance, and a lower one. Where both points are inside
   * their faces, of all corners and edges.
   * @param weights of b and c, of e and f, in f32; corners without a part in the point weigh 0.
   */
  measureNamed(
    P: Float64Array,
    a: number,
    b: number,
    c: number,
    Q: Float64Array,
    d: number,
    e: number,
    f: number,
    weights: Float32Array,
    out: Float64Array,
  ): void {
    const onP = cornersNamed(weights[0], weights[1]);
    const onQ = cornersNamed(weights[2], weights[3]);
    const near = this.#near;
    if (onP.length === 1) {
      const i = onP[0] === 0 ? a : onP[0] === 1 ? b : c;
      pointTriangle(P, i, Q, d, e, f, near);
      out[PAIR_SQUARED] = near[SQUARED];
      for (let m = 0; m < 3; m++) {
        out[FIRST + m] = P[i + m];
        out[SECOND + m] = near[m];
      }
    } else if (onQ.length === 1) {
      const i = onQ[0] === 0 ? d : onQ[0] === 1 ? e : f;
      pointTriangle(Q, i, P, a, b, c, near);
      out[PAIR_SQUARED] = near[SQUARED];
      for (let m = 0; m < 3; m++) {
        out[FIRST + m] = near[m];
        out[SECOND + m] = Q[i + m];
      }
    } else if (onP.length === 2 && onQ.length === 2) {
      const edges = this.#edges;
      const i = onP[0] === 0 ? a : b;
      const j = onP[1] === 1 ? b : c;
      const s = onQ[0] === 0 ? d : e;
      const t = onQ[1] === 1 ? e : f;
      out[PAIR_SQUARED] = segmentSegment(P, i, j, Q, s, t, edges);
      for (let n = 0; n < 3; n++) {
        out[FIRST + n] = P[i + n] + edges[0] * (P[j + n] - P[i + n]);
        out[SECOND + n] = Q[s + n] + edges[1] * (Q[t + n] - Q[s + n]);
      }
    } else {
      this.measure(P, a, b, c, Q, d, e, f, false, out);
      return;
    }
    out[PAIR_LOWER] = out[PAIR_SQUARED] > 0 ? this.#separation(P, a, b, c, Q, d, e, f, out) : 0;
  }

  /**
   * A point x of an edge that plain f64 calls on the face (a, b, c) of A: on a thin face it may be off by more than
   * rounding, so the distance to the face decides. Within 8u·M it is a shared point: 0.
   * @returns the least squared distance now known.
   */
  #takePierced(
    x: Float64Array,
    A: Float64Array,
    a: number,
    b: number,
    c: number,
    slot: number,
    best: number,
    out: Float64Array,
  ): number {
    const near = this.#near;
    pointTriangle(x, 0, A, a, b, c, near);
    let magnitude = 0;
    for (let k = 0; k < 3; k++)
      magnitude = Math.max(magnitude, Math.abs(x[k]), Math.abs(A[a + k]), Math.abs(A[b + k]), Math.abs(A[c + k]));
    const shared = near[SQUARED] <= (lengthSlack(magnitude) / 8) ** 2;
    if (!shared && near[SQUARED] >= best) return best;
    for (let k = 0; k < 3; k++) {
      out[FIRST + k] = shared || slot === SECOND ? x[k] : near[k];
      out[SECOND + k] = shared || slot === FIRST ? x[k] : near[k];
    }
    return shared ? 0 : near[SQUARED];
  }

  /** The greatest of the supports along the direction of the nearest points and along both faces' normals. */
  #separation(
    P: Float64Array,
    a: number,
    b: number,
    c: number,
    Q: Float64Array,
    d: number,
    e: number,
    f: number,
    out: Float64Array,
  ): number {
    let lower = support(P, a, b, c, Q, d, e, f, out[0] - out[3], out[1] - out[4], out[2] - out[5]);
    const upper = Math.sqrt(out[PAIR_SQUARED]);
    for (let side = 0; side < 2 && lower < upper; side++) {
      const A = side === 0 ? P : Q;
      const i = side === 0 ? a : d;
      const j = side === 0 ? b : e;
      const k = side === 0 ? c : f;
      const ux = A[j] - A[i];
      const uy = A[j + 1] - A[i + 1];
      const uz = A[j + 2] - A[i + 2];
      const vx = A[k] - A[i];
      const vy = A[k + 1] - A[i + 1];
      const vz = A[k + 2] - A[i + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const toward = nx * (out[0] - out[3]) + ny * (out[1] - out[4]) + nz * (out[2] - out[5]) < 0 ? -1 : 1;
      lower = Math.max(lower, support(P, a, b, c, Q, d, e, f, toward * nx, toward * ny, toward * nz));
    }
    return lower;
  }
}

/**
 * Which of a triangle's corners have a part in a point, ascending; their f32 weights of b and c are off 1 in sum by a
 * rounding or two.
 */
function cornersNamed(b: number, c: number): readonly number[] {
  const named = 1 - b - c > 2 ** -22 ? [0] : [];
  if (b > 0) named.push(1);
  if (c > 0) named.push(2);
  return named;
}

/**
 * Gap between the triangles along the normal of (a, b, c), either way, ≥ 0: `measure` gives a lower bound no smaller
 * than this less 2·lengthSlack. For it takes this support itself, unless that along the nearest points' direction is no
 * smaller than their computed distance, and so than the exact one less lengthSlack.
 */
export function gapAlongNormal(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
): number {
  const ux = P[b] - P[a];
  const uy = P[b + 1] - P[a + 1];
  const uz = P[b + 2] - P[a + 2];
  const vx = P[c] - P[a];
  const vy = P[c + 1] - P[a + 1];
  const vz = P[c + 2] - P[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const above = support(P, a, b, c, Q, d, e, f, nx, ny, nz);
  return above > 0 ? above : support(P, a, b, c, Q, d, e, f, -nx, -ny, -nz);
}

/**
 * Gap between the triangles along g, ≥ 0: from the second to the first. Taken about one corner, so that a far origin
 * costs nothing.
 */
export function support(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  gx: number,
  gy: number,
  gz: number,
): number {
  const length = Math.sqrt(gx * gx + gy * gy + gz * gz);
  if (!(length > 0)) return 0;
  const x = Q[d];
  const y = Q[d + 1];
  const z = Q[d + 2];
  const least = Math.min(
    gx * (P[a] - x) + gy * (P[a + 1] - y) + gz * (P[a + 2] - z),
    gx * (P[b] - x) + gy * (P[b + 1] - y) + gz * (P[b + 2] - z),
    gx * (P[c] - x) + gy * (P[c + 1] - y) + gz * (P[c + 2] - z),
  );
  const most = Math.max(
    0,
    gx * (Q[e] - x) + gy * (Q[e + 1] - y) + gz * (Q[e + 2] - z),
    gx * (Q[f] - x) + gy * (Q[f + 1] - y) + gz * (Q[f + 2] - z),
  );
  return least > most ? (least - most) / length : 0;
}

/**
 * Nearest points of two segments: out = how far along the first and along the second they are, 0 … 1.
 * @returns their distance squared.
 */
function segmentSegment(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  s: number,
  t: number,
  out: Float64Array,
): number {
  const ux = P[j] - P[i];
  const uy = P[j + 1] - P[i + 1];
  const uz = P[j + 2] - P[i + 2];
  const vx = Q[t] - Q[s];
  const vy = Q[t + 1] - Q[s + 1];
  const vz = Q[t + 2] - Q[s + 2];
  const wx = P[i] - Q[s];
  const wy = P[i + 1] - Q[s + 1];
  const wz = P[i + 2] - Q[s + 2];
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

/** Whether edge ij of P visibly passes through face (d, e, f) of Q, in plain f64, and its point there. */
function pierce(
  P: Float64Array,
  i: number,
  j: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  out: Float64Array,
): boolean {
  const ux = Q[e] - Q[d];
  const uy = Q[e + 1] - Q[d + 1];
  const uz = Q[e + 2] - Q[d + 2];
  const vx = Q[f] - Q[d];
  const vy = Q[f + 1] - Q[d + 1];
  const vz = Q[f + 2] - Q[d + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const wx = P[i] - Q[d];
  const wy = P[i + 1] - Q[d + 1];
  const wz = P[i + 2] - Q[d + 2];
  const from = nx * wx + ny * wy + nz * wz;
  const to = nx * (P[j] - Q[d]) + ny * (P[j + 1] - Q[d + 1]) + nz * (P[j + 2] - Q[d + 2]);
  if (from > 0 === to > 0 || from === to) return false;
  const r = from / (from - to);
  const x = wx + r * (P[j] - P[i]);
  const y = wy + r * (P[j + 1] - P[i + 1]);
  const z = wz + r * (P[j + 2] - P[i + 2]);
  const nn = nx * nx + ny * ny + nz * nz;
  const weightF = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
  const weightE = nx * (y * vz - z * vy) + ny * (z * vx - x * vz) + nz * (x * vy - y * vx);
  if (weightF < 0 || weightE < 0 || weightE + weightF > nn) return false;
  for (let k = 0; k < 3; k++) out[k] = P[i + k] + r * (P[j + k] - P[i + k]);
  return true;
}
