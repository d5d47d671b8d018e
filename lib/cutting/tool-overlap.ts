// A posed tool → whether its surface is known to be simple: then it winds around each point once or not at all.
//
// Two faces meet in no more than common corners where a plane parts them: all of one face but the common corners is
// beyond it, and no part of the other. Planes are tried whose normals are a face's own, across an edge within a face,
// and across an edge of each: if any parts them, one of these does (S. Gottschalk, M. Lin, D. Manocha, "OBBTree",
// 1996). A closed, oriented surface in one part that does not meet itself, and encloses a volume above 0, winds once or
// not at all; so do several, apart from each other.
//
// That is to hold at all poses, at which the corners are rounded otherwise. So what counts as beyond a plane is beyond
// it by 2^-20 of the faces' size, and what counts as on it is nearer than 2^-36: turned onto it, about edges of at
// least 2^-12 of the size, the plane moves by less than 2^-23 of the size. Rounding, at most 2^-48 of the largest
// coordinate, is less than 2^-24 of a face that is larger than 2^-24 of that coordinate. What is less plain is not
// known.

import { DisjointSets } from '../core/index.ts';
import { boxesOf } from './tool-faces.ts';

const BEYOND = 2 ** -20;
const ON = 2 ** -36;
const SHORTEST = 2 ** -12;
const SMALLEST = 2 ** -24;

/** @param points xyz a vertex; faces name them, and equal ones are one corner. */
export function isSimple(points: Float64Array, faces: Uint32Array): boolean {
  const count = faces.length / 3;
  const boxes = boxesOf(points, faces, 0);
  const pair = new FacePair(points, faces);
  const sets = new DisjointSets(count);
  const along = longestAxis(boxes);
  const order = Uint32Array.from({ length: count }, (_, face) => face);
  order.sort((a, b) => boxes[6 * a + along] - boxes[6 * b + along]);
  for (let n = 0; n < count; n++) {
    const a = 6 * order[n];
    for (let m = n + 1; m < count && boxes[6 * order[m] + along] <= boxes[a + 3 + along]; m++) {
      if (!doMeet(boxes, a, boxes, 6 * order[m])) continue;
      const isJoined = pair.set(order[n], order[m]);
      if (!pair.areParted()) return false;
      if (isJoined) sets.join(order[n], order[m]);
    }
  }
  return areApart(points, faces, boxes, sets);
}

function doMeet(P: Float64Array, p: number, Q: Float64Array, q: number): boolean {
  for (let k = 0; k < 3; k++) if (P[p + k] > Q[q + 3 + k] || Q[q + k] > P[p + 3 + k]) return false;
  return true;
}

function longestAxis(boxes: Float64Array): number {
  const extent = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let n = k; n < boxes.length; n += 6) {
      low = Math.min(low, boxes[n]);
      high = Math.max(high, boxes[n + 3]);
    }
    return high - low;
  });
  return extent.indexOf(Math.max(...extent));
}

/** Whether the parts' boxes are apart, and each part encloses a volume above 0. */
function areApart(P: Float64Array, faces: Uint32Array, boxes: Float64Array, sets: DisjointSets): boolean {
  const parts = new Map<number, { readonly box: Float64Array; six: number; size: number }>();
  for (let face = 0; face < faces.length / 3; face++) {
    const root = sets.find(face);
    const start = 3 * faces[3 * root];
    const part = parts.get(root) ?? { box: boxes.slice(6 * root, 6 * root + 6), six: 0, size: 0 };
    parts.set(root, part);
    for (let k = 0; k < 3; k++) {
      part.box[k] = Math.min(part.box[k], boxes[6 * face + k]);
      part.box[3 + k] = Math.max(part.box[3 + k], boxes[6 * face + 3 + k]);
    }
    const [a, b, c] = [0, 1, 2].map((n) => [0, 1, 2].map((k) => P[3 * faces[3 * face + n] + k] - P[start + k]));
    const six =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    part.six += six;
    part.size += Math.abs(six);
  }
  const all = [...parts.values()];
  return all.every(
    ({ box, six, size }, n) => six > BEYOND * size && all.every((other, m) => n === m || !doMeet(box, 0, other.box, 0)),
  );
}

class FacePair {
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

  /** @returns whether they have corners in common. */
  set(a: number, b: number): boolean {
    const C = this.#corners;
    const P = this.#points;
    const start = 3 * this.#faces[3 * a];
    for (let n = 0; n < 6; n++) {
      const at = 3 * this.#faces[3 * (n < 3 ? a : b) + (n % 3)];
      for (let k = 0; k < 3; k++) C[3 * n + k] = P[at + k] - P[start + k];
    }
    this.#isCommon.fill(0);
    let isJoined = false;
    for (let n = 0; n < 3; n++)
      for (let m = 3; m < 6; m++)
        if (C[3 * n] === C[3 * m] && C[3 * n + 1] === C[3 * m + 1] && C[3 * n + 2] === C[3 * m + 2])
          this.#isCommon[n] = this.#isCommon[m] = isJoined = 1 as never;
    this.#setVectors();
    return isJoined;
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

  /** Whether a plane parts them that has all of one face on it or below, and all of the other on it or above. */
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
