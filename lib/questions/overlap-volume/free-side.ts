// A face of one body and a side of it → whether the other body is certainly not there, next to the face's interior,
// which none of the other body's faces touches from that side.
//
//          q        A segment from a point q on that side to one on the other passes through the face's interior. If
//     ─────┼─────   none of the other body's faces with a corner on q's side meets it, the other body winds about q as
//          │        often as next to the face's interior, all along it: exactly.

import { lineSide, planeSide } from '#triangles';
import { boxesMeet, type FaceList } from './face-list.ts';

/** Offsets of the face's corners, of q, of the segment's other end, of another face's corners. */
const FACE = [0, 3, 6];
const Q = 9;
const END = 12;
const OTHER = [15, 18, 21];
/** The number of attempts; each shortens the segment to a 16th. */
const TRIES = 8;

export class FreeSide {
  readonly #other: FaceList;
  readonly #points = new Float64Array(24);
  readonly #box = new Float64Array(6);

  constructor(other: FaceList) {
    this.#other = other;
  }

  /** @param side 1: that from which the corners run counter-clockwise; −1. @returns false if it cannot decide. */
  isFree(corners: Float64Array, side: number): boolean {
    this.#points.set(corners);
    for (let n = 0, share = 1 / 8; n < TRIES; n++, share /= 16) {
      if (!this.#span(side * share)) return false;
      if (this.#isClear(side))
        return !this.#other.body.solid.isInside(this.#points[Q], this.#points[Q + 1], this.#points[Q + 2]);
    }
    return false;
  }

  /** @returns false if rounding keeps the segment from passing through the face's interior. */
  #span(share: number): boolean {
    const p = this.#points;
    const [u, v] = [3, 6].map((at) => [p[at] - p[0], p[at + 1] - p[1], p[at + 2] - p[2]]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    // So that its length is about the face's height.
    const size = share / Math.max(Math.hypot(...u), Math.hypot(...v));
    for (let k = 0; k < 3; k++) {
      const centre = p[k] + (u[k] + v[k]) / 3;
      p[Q + k] = centre + size * normal[k];
      p[END + k] = centre - size * normal[k];
      this.#box[k] = Math.min(p[Q + k], p[END + k]);
      this.#box[3 + k] = Math.max(p[Q + k], p[END + k]);
    }
    const sides = this.#sidesOfSegment(FACE);
    return (
      this.#side(FACE, Q) * Math.sign(share) > 0 &&
      this.#side(FACE, END) * Math.sign(share) < 0 &&
      sides[0] !== 0 &&
      sides.every((sign) => sign === sides[0])
    );
  }

  /** Whether no face of the other body with a corner on q's side of the face meets the segment. */
  #isClear(side: number): boolean {
    const { count, boxes, corners } = this.#other;
    for (let face = 0; face < count; face++) {
      if (!boxesMeet(this.#box, 0, boxes, 6 * face)) continue;
      this.#points.set(corners.subarray(9 * face, 9 * face + 9), OTHER[0]);
      if (OTHER.some((at) => this.#side(FACE, at) === side) && !this.#misses()) return false;
    }
    return true;
  }

  /** Whether the segment certainly misses the other face: is on one side of its plane, or its line passes the face. */
  #misses(): boolean {
    if (this.#side(OTHER, Q) * this.#side(OTHER, END) > 0) return true;
    const sides = this.#sidesOfSegment(OTHER);
    return sides.includes(1) && sides.includes(-1);
  }

  /** The side on which the segment's line passes each edge. */
  #sidesOfSegment(face: readonly number[]): number[] {
    return face.map((a, i) => Math.sign(lineSide(this.#points, Q, END, this.#points, a, face[(i + 1) % 3])));
  }

  #side([a, b, c]: readonly number[], at: number): number {
    return Math.sign(planeSide(this.#points, a, b, c, this.#points, at));
  }
}
