// Two faces of one mesh → whether they are known to meet in at most common corners, quickly.
//
// They do if a plane separates them: all of one face except the common corners is beyond it, and no part of the other.
// The planes tried have as normal a face's normal, the perpendicular of an edge within a face, or the cross product of
// an edge of each: if any plane separates them, one of these does (S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996).
// Faces with all corners in common coincide, and no plane separates them.
//
// This must hold at all poses of a tool, where the corners are rounded differently. So a point counts as beyond a plane
// if it is beyond by 2^-20 of the faces' size, and as on it if nearer than 2^-36: turned onto such points, about edges
// of at least 2^-12 of the size, the plane moves by less than 2^-23 of the size. Rounding, at most 2^-48 of the largest
// coordinate, is less than 2^-24 of a face that is larger than 2^-24 of that coordinate. Any closer case counts as
// unknown.

const BEYOND = 2 ** -20;
const ON = 2 ** -36;
const SHORTEST = 2 ** -12;
const SMALLEST = 2 ** -24;

export class FacePair {
  readonly #points: Float64Array;
  readonly #faces: Uint32Array;
  /** The largest coordinate's magnitude. */
  readonly #largest: number;
  /** xyz of the corners of both faces, from the first corner of the first. */
  readonly #corners = new Float64Array(18);
  readonly #isCommon = new Uint8Array(6);
  /** Vectors: three edges of each face, then both normals. */
  readonly #vectors = new Float64Array(24);
  readonly #places = new Float64Array(6);
  #size = 0;

  constructor(points: Float64Array, faces: Uint32Array) {
    this.#points = points;
    this.#faces = faces;
    this.#largest = faces.reduce((most, vertex) => {
      for (let k = 3 * vertex; k < 3 * vertex + 3; k++) most = Math.max(most, Math.abs(points[k]));
      return most;
    }, 0);
  }

  /** Number of corners that both faces have; equal coordinates are one corner. */
  common = 0;

  /** Chooses the faces. */
  set(a: number, b: number): void {
    const C = this.#corners;
    const P = this.#points;
    const start = 3 * this.#faces[3 * a];
    for (let n = 0; n < 6; n++) {
      const at = 3 * this.#faces[3 * (n < 3 ? a : b) + (n % 3)];
      for (let k = 0; k < 3; k++) C[3 * n + k] = P[at + k] - P[start + k];
    }
    this.#isCommon.fill(0);
    for (let n = 0; n < 3; n++)
      for (let m = 3; m < 6; m++)
        if (C[3 * n] === C[3 * m] && C[3 * n + 1] === C[3 * m + 1] && C[3 * n + 2] === C[3 * m + 2])
          this.#isCommon[n] = this.#isCommon[m] = 1;
    this.common = this.#isCommon[0] + this.#isCommon[1] + this.#isCommon[2];
    this.#setVectors();
  }

  #setVectors(): void {
    const C = this.#corners;
    const V = this.#vectors;
    this.#size = 0;
    for (let n = 0; n < 6; n++) {
      const next = n % 3 === 2 ? n - 2 : n + 1;
      for (let k = 0; k < 3; k++) {
        V[3 * n + k] = C[3 * next + k] - C[3 * n + k];
        this.#size = Math.max(this.#size, Math.abs(C[3 * n + k]));
      }
    }
    for (let n = 0; n < 2; n++) cross(V, 9 * n, V, 9 * n + 3, V, 18 + 3 * n);
  }

  areParted(): boolean {
    if (this.common === 3) return false;
    const V = this.#vectors;
    const least = SHORTEST * this.#size;
    for (let n = 0; n < 18; n += 3) if (!(lengthOf(V, n) > least)) return false;
    if (!(this.#size > SMALLEST * this.#largest)) return false;
    const axis = new Float64Array(3);
    for (let n = 18; n < 24; n += 3) if (this.#isPartedAlong(V, n)) return true;
    for (let n = 0; n < 9; n += 3)
      for (let m = 9; m < 18; m += 3) {
        cross(V, n, V, m, axis, 0);
        if (this.#isPartedAlong(axis, 0)) return true;
      }
    for (let n = 0; n < 18; n += 3) {
      cross(V, n < 9 ? 18 : 21, V, n, axis, 0);
      if (this.#isPartedAlong(axis, 0)) return true;
    }
    return false;
  }

  #isPartedAlong(A: Float64Array, at: number): boolean {
    const unit = lengthOf(A, at) * this.#size;
    if (!(unit > 0)) return false;
    const C = this.#corners;
    const W = this.#places;
    for (let n = 0; n < 6; n++) W[n] = C[3 * n] * A[at] + C[3 * n + 1] * A[at + 1] + C[3 * n + 2] * A[at + 2];
    return this.#isBelow(0, 3, 1, unit) || this.#isBelow(0, 3, -1, unit);
  }

  /** Whether a separating plane has all of one face on it or below, and all of the other on it or above. */
  #isBelow(below: number, above: number, sign: number, unit: number): boolean {
    const W = this.#places;
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    let highestOwn = highest;
    let lowestOwn = lowest;
    for (let n = 0; n < 3; n++) {
      highest = Math.max(highest, sign * W[below + n]);
      lowest = Math.min(lowest, sign * W[above + n]);
      if (this.#isCommon[below + n] === 0) highestOwn = Math.max(highestOwn, sign * W[below + n]);
      if (this.#isCommon[above + n] === 0) lowestOwn = Math.min(lowestOwn, sign * W[above + n]);
    }
    if (highest > lowest + ON * unit) return false;
    return highestOwn < lowest - BEYOND * unit || highest + BEYOND * unit < lowestOwn;
  }
}

function cross(P: Float64Array, p: number, Q: Float64Array, q: number, out: Float64Array, at: number): void {
  const x = P[p + 1] * Q[q + 2] - P[p + 2] * Q[q + 1];
  const y = P[p + 2] * Q[q] - P[p] * Q[q + 2];
  const z = P[p] * Q[q + 1] - P[p + 1] * Q[q];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

function lengthOf(P: Float64Array, at: number): number {
  return Math.sqrt(P[at] * P[at] + P[at + 1] * P[at + 1] + P[at + 2] * P[at + 2]);
}
