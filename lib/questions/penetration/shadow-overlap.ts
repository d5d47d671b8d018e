// A face of the tool and one of the bone in feed space → where their shadows on a plane across the feed overlap, and
// their separation along the feed there.
//
//   v ▲     ╱╲ bone       The overlap is a convex polygon: one shadow clipped by the edges of the other
//     │  ──╱──╲──         (I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping", CACM 17(1), 1974).
//     │  ╲╱▒▒▒▒╲╱ tool    On a line along the feed, the distance from the tool's face to the bone's is a difference of
//     │  ╱╲▒▒▒▒╱╲         two linear functions of (u, v). So its extremes over the overlap are at corners.
//     └──────────▶ u
//
// Two kinds of answer: `least` and `most` hold for every line that meets both faces, despite rounding (the overlap is
// widened by the slack); leastPoint gives one line that certainly meets both. If a face is so steep that rounding
// decides its height, its corners bound the height.

import { UNIT_ROUNDOFF } from '#core';

/** A sample: s, u, v of a point on the tool's face, and the least and greatest distance from it to the bone's face. */
export const SAMPLE = 5;

/** Each of three edges and of a box's four sides adds at most one corner to a triangle's three: at most ten. */
const MOST = 10;

/** A corner is moved towards the middle by the least of these shares at which it certainly lies in both shadows. */
const SHARES = [2 ** -30, 2 ** -20, 2 ** -10, 2 ** -3, 1] as const;

export class ShadowOverlap {
  /**
   * mm: the distance along the feed from the tool's face to the bone's, over the whole overlap: lower and upper bound.
   */
  least = 0;
  most = 0;
  /** Corners of the overlap, widened by the slack: s, u, v of points on the clipped face. */
  readonly #corners = new Float64Array(3 * MOST);
  #count = 0;
  /** The corner with the least distance. */
  #leastAt = 0;
  readonly #next = new Float64Array(3 * MOST);
  #T: Float64Array = new Float64Array(0);
  #B: Float64Array = new Float64Array(0);
  #t = 0;
  #b = 0;
  #slack = 0;
  #steepT = 0;
  #steepB = 0;

  /**
   * Takes a face of the tool, T[t …], and one of the bone, B[b …], each s, u, v of three corners.
   * @returns whether their shadows, widened by the slack, overlap.
   */
  take(T: Float64Array, t: number, B: Float64Array, b: number, slack: number): boolean {
    if (!boxesOverlap(T, t, B, b, slack)) return false;
    this.#T = T;
    this.#B = B;
    this.#t = t;
    this.#b = b;
    this.#slack = slack;
    this.#steepT = steepness(T, t, slack);
    this.#steepB = steepness(B, b, slack);
    // The clipped face may be steep: its heights come from its own edges. Heights on the clipping face are computed
    // from its plane, so if one of the two is steep, that one is clipped.
    const clipsBone = this.#steepB === Number.POSITIVE_INFINITY && this.#steepT < Number.POSITIVE_INFINITY;
    if (clipsBone) this.#clipAll(B, b, T, t, this.#steepT);
    else this.#clipAll(T, t, B, b, this.#steepB);
    if (this.#count === 0) return false;
    if (clipsBone) this.#measure(T, t, this.#steepT, -1);
    else this.#measure(B, b, this.#steepB, 1);
    return true;
  }

  /**
   * The part of the overlap, widened by the slack, in which the bone's face is ahead of the tool's, if neither is
   * steep: s, u, v of the corners of a convex polygon on the tool's face.
   */
  ahead(): number[] {
    const corners = this.#corners;
    const wrong = 4 * this.#slack * (2 + this.#steepT + this.#steepB);
    const ways = Array.from({ length: this.#count }, (_, n) => {
      const [s, u, v] = corners.subarray(3 * n, 3 * n + 3);
      return heightOn(this.#B, this.#b, u, v) - s + wrong;
    });
    return ways.flatMap((way, n) => {
      const next = (n + 1) % this.#count;
      const from = corners.subarray(3 * n, 3 * n + 3);
      const kept = way >= 0 ? [...from] : [];
      if (way >= 0 === ways[next] >= 0) return kept;
      const share = way / (way - ways[next]);
      return [...kept, ...from.map((x, k) => x + share * (corners[3 * next + k] - x))];
    });
  }

  /**
   * Clips face P by face Q. Every point of P whose shadow lies in Q's is kept, since the margin exceeds the rounding.
   */
  #clipAll(P: Float64Array, p: number, Q: Float64Array, q: number, steep: number): void {
    for (let i = 0; i < 9; i++) this.#corners[i] = P[p + i];
    this.#count = 3;
    const side = shadowArea(Q, q) < 0 ? -1 : 1;
    for (let k = 0; k < 3 && this.#count > 0; k++) {
      const [i, j] = [q + 3 * k, q + 3 * ((k + 1) % 3)];
      this.#clip(Q, i, side * (Q[i + 2] - Q[j + 2]), side * (Q[j + 1] - Q[i + 1]));
    }
    if (steep < Number.POSITIVE_INFINITY) return;
    // The edges of a shadow that is nearly a line clip nothing beyond its ends; its box does.
    for (const k of [1, 2]) {
      const order = [q, q + 3, q + 6].sort((i, j) => Q[i + k] - Q[j + k]);
      const [u, v] = k === 1 ? [1, 0] : [0, 1];
      if (this.#count > 0) this.#clip(Q, order[0], u, v);
      if (this.#count > 0) this.#clip(Q, order[2], -u, -v);
    }
  }

  /** Keeps the half plane of points x with (u, v)·(x − Q[i …]) ≥ 0, widened by the slack. */
  #clip(Q: Float64Array, i: number, u: number, v: number): void {
    const corners = this.#corners;
    const count = this.#count;
    const next = this.#next;
    const margin = this.#slack * (Math.abs(u) + Math.abs(v));
    const offset = (c: number): number => u * (corners[c + 1] - Q[i + 1]) + v * (corners[c + 2] - Q[i + 2]) + margin;
    let kept = 0;
    for (let n = 0; n < count; n++) {
      const [c, d] = [3 * n, 3 * ((n + 1) % count)];
      const [s, t] = [offset(c), offset(d)];
      if (s >= 0) {
        for (let k = 0; k < 3; k++) next[3 * kept + k] = corners[c + k];
        kept++;
      }
      if (s >= 0 === t >= 0) continue;
      const share = s / (s - t);
      for (let k = 0; k < 3; k++) next[3 * kept + k] = corners[c + k] + share * (corners[d + k] - corners[c + k]);
      kept++;
    }
    corners.set(next.subarray(0, 3 * kept));
    this.#count = kept;
  }

  /** Computes least and most. @param Q the clipping face. @param sign 1 if Q is the bone's, −1 if the tool's. */
  #measure(Q: Float64Array, q: number, steep: number, sign: 1 | -1): void {
    const slack = this.#slack;
    const low = Math.min(Q[q], Q[q + 3], Q[q + 6]) - slack;
    const high = Math.max(Q[q], Q[q + 3], Q[q + 6]) + slack;
    const isSteep = !(steep < Number.POSITIVE_INFINITY);
    const wrong = 4 * slack * (1 + steep);
    this.least = Number.POSITIVE_INFINITY;
    this.most = Number.NEGATIVE_INFINITY;
    for (let n = 0; n < this.#count; n++) {
      const s = this.#corners[3 * n];
      const height = isSteep ? 0 : heightOn(Q, q, this.#corners[3 * n + 1], this.#corners[3 * n + 2]);
      const lowest = (isSteep ? low : Math.max(low, height - wrong)) - s - slack;
      const highest = (isSteep ? high : Math.min(high, height + wrong)) - s + slack;
      const least = sign > 0 ? lowest : -highest;
      if (least < this.least) {
        this.least = least;
        this.#leastAt = n;
      }
      this.most = Math.max(this.most, sign > 0 ? highest : -lowest);
    }
  }

  /**
   * Finds a line that certainly meets both faces, as near as possible to the line with the least distance.
   * @param out receives s, u, v of its point on the tool's face, and the bounds of the distance to the bone's face.
   * @returns false if there is none, or if a face is too steep for its height to be known.
   */
  leastPoint(out: Float64Array): boolean {
    const corners = this.#corners;
    const count = this.#count;
    const corner = this.#leastAt;
    const steep = this.#steepT + this.#steepB;
    if (!(steep < Number.POSITIVE_INFINITY)) return false;
    let [u, v] = [0, 0];
    for (let i = 0; i < count; i++) {
      u += corners[3 * i + 1] / count;
      v += corners[3 * i + 2] / count;
    }
    for (const share of SHARES) {
      out[1] = corners[3 * corner + 1] + share * (u - corners[3 * corner + 1]);
      out[2] = corners[3 * corner + 2] + share * (v - corners[3 * corner + 2]);
      if (!isWithin(this.#T, this.#t, out[1], out[2], this.#slack)) continue;
      if (!isWithin(this.#B, this.#b, out[1], out[2], this.#slack)) continue;
      out[0] = heightOn(this.#T, this.#t, out[1], out[2]);
      const way = heightOn(this.#B, this.#b, out[1], out[2]) - out[0];
      const wrong = 4 * this.#slack * (2 + steep);
      out[3] = way - wrong;
      out[4] = way + wrong;
      return true;
    }
    return false;
  }
}

function boxesOverlap(T: Float64Array, t: number, B: Float64Array, b: number, slack: number): boolean {
  for (let k = 1; k < 3; k++) {
    if (Math.max(T[t + k], T[t + 3 + k], T[t + 6 + k]) + slack < Math.min(B[b + k], B[b + 3 + k], B[b + 6 + k]))
      return false;
    if (Math.min(T[t + k], T[t + 3 + k], T[t + 6 + k]) - slack > Math.max(B[b + k], B[b + 3 + k], B[b + 6 + k]))
      return false;
  }
  return true;
}

/** Twice the area of a face's shadow: > 0 if the face's normal points along the feed. */
export function shadowArea(A: Float64Array, a: number): number {
  const [x, y] = [A[a + 4] - A[a + 1], A[a + 5] - A[a + 2]];
  const [z, w] = [A[a + 7] - A[a + 1], A[a + 8] - A[a + 2]];
  return x * w - y * z;
}

/** The error bound of shadowArea: from each corner's slack and the products' own rounding. */
export function shadowAreaWrong(A: Float64Array, a: number, slack: number): number {
  let length = 0;
  for (let k = 1; k < 3; k++)
    length += Math.max(A[a + k], A[a + 3 + k], A[a + 6 + k]) - Math.min(A[a + k], A[a + 3 + k], A[a + 6 + k]);
  return 8 * slack * (length + slack) + 8 * UNIT_ROUNDOFF * length * length;
}

/** An upper bound on a face's rise, mm along the feed per mm across it; Infinity if rounding decides. */
export function steepness(A: Float64Array, a: number, slack: number): number {
  const area = Math.abs(shadowArea(A, a));
  if (area <= shadowAreaWrong(A, a, slack)) return Number.POSITIVE_INFINITY;
  const [r, x, y] = [A[a + 3] - A[a], A[a + 4] - A[a + 1], A[a + 5] - A[a + 2]];
  const [s, z, w] = [A[a + 6] - A[a], A[a + 7] - A[a + 1], A[a + 8] - A[a + 2]];
  const [u, v] = [r * w - s * y, s * x - r * z];
  return (2 * Math.sqrt(u * u + v * v)) / area;
}

/** s of a face's plane at u, v. @param A, a a face whose steepness is finite. */
export function heightOn(A: Float64Array, a: number, u: number, v: number): number {
  const [r, x, y] = [A[a + 3] - A[a], A[a + 4] - A[a + 1], A[a + 5] - A[a + 2]];
  const [s, z, w] = [A[a + 6] - A[a], A[a + 7] - A[a + 1], A[a + 8] - A[a + 2]];
  const [p, q] = [u - A[a + 1], v - A[a + 2]];
  return A[a] + (r * (p * w - q * z) + s * (x * q - y * p)) / (x * w - y * z);
}

/**
 * Whether u, v lies within a face's shadow and farther than `margin` from its edges; if margin < 0, at most −margin
 * beyond them.
 */
export function isWithin(A: Float64Array, a: number, u: number, v: number, margin: number): boolean {
  const side = shadowArea(A, a) < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [a + 3 * k, a + 3 * ((k + 1) % 3)];
    const [x, y] = [A[q + 1] - A[p + 1], A[q + 2] - A[p + 2]];
    const offset = side * (x * (v - A[p + 2]) - y * (u - A[p + 1]));
    if (offset < 4 * margin * (Math.abs(x) + Math.abs(y))) return false;
  }
  return true;
}
