// A sphere whose centre moves on a line, and a face → an interval of time that holds the first contact.
//
// The distance d(t) from the centre to the face is convex: both move on lines, or not at all. At each time t, a tangent
// proves a lower bound. Let y be the nearest point of the face, g the unit vector from y to the centre. Then for all t′
//
//   d(t′) ≥ min over the corners v of g·(c(t) − v), + (t′ − t)·g·V          V the centre's whole displacement
//
//   d │╲                    so there is no contact before this line falls to r: it belongs to the plane through that
//     │ ╲╲     d            corner, and the face lies behind it. That time is the next t (Newton's method from the
//   r │──╲╲─────────        left, which never overshoots on a convex function). If the line does not fall,
//     │   ╲ ╲__             there is no contact at all.
//     └────┴─────── t       The search ends when the tangent leaves no more than rounding errors. A time a little
//         next              later at which the distance is proved to be ≤ r is the other end of the interval.
//
// Near the face g may be poor, and so may its tangent. The distance itself is not: it falls by at most the length of V
// in unit time. If this bound advances farther, it gives the next t.
//
// K. Fauerby, "Improved collision detection and response", 2003, tests the face's plane, its edges and its corners in
// turn, each by the roots of its own equation. Here one distance finds the same contact.

import { sweepSlack, UNIT_ROUNDOFF } from '#core';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';

export type Outcome = 'none' | 'contact' | 'undecided';

const ROUNDED_DOWN = 1 - 8 * UNIT_ROUNDOFF;
/** The most tangents; each at least halves the time left to a root, even a double one. */
const MOST_TANGENTS = 64;
/** Later and later times at which a proof of contact is tried. */
const MOST_TRIES = 8;

export class SphereOnFace {
  /** After 'contact' and 'undecided': no contact before `low`. After 'contact': contact at `high`. */
  low = 0;
  high = 0;
  /** xyz of the centre at t = 0, and its displacement to t = 1. */
  readonly from = new Float64Array(3);
  readonly way = new Float64Array(3);
  radius = 0;
  /** Error bound of a computed distance, or a tangent, at any time, mm. */
  slack = 0;
  /** 1 / the length of the path, rounded down; infinite if there is no motion. */
  overLength = 0;
  readonly #to = new Float64Array(3);
  readonly centre = new Float64Array(3);
  readonly #nearest = new Float64Array(POINT_TRIANGLE_SIZE);

  /** @param sweep holds from, to and radius at offset `at`. @param magnitude bounds the coordinates of all faces. */
  load(sweep: ArrayLike<number>, at: number, magnitude: number): void {
    let most = magnitude;
    for (let k = 0; k < 3; k++) {
      this.from[k] = sweep[at + k];
      this.#to[k] = sweep[at + 3 + k];
      this.way[k] = this.#to[k] - this.from[k];
      most = Math.max(most, Math.abs(this.from[k]), Math.abs(this.#to[k]));
    }
    this.radius = sweep[at + 6];
    this.slack = sweepSlack(Math.max(most, this.radius));
    const { way } = this;
    this.overLength = ROUNDED_DOWN / Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  }

  /**
   * @param a b c offsets of xyz in A.
   * @param start there is no contact before this time; if it is 0, there may be contact at it.
   * @param latest contact after this time is not wanted; the outcome is then 'none'.
   */
  meet(A: Float64Array, a: number, b: number, c: number, start: number, latest: number): Outcome {
    const { radius, slack, way, overLength } = this;
    const centre = this.centre;
    const nearest = this.#nearest;
    let t = start;
    for (let n = 0; n < MOST_TANGENTS && t <= latest; n++) {
      this.moveTo(t);
      pointTriangle(centre, 0, A, a, b, c, nearest);
      const distance = Math.sqrt(nearest[SQUARED]);
      if (t === 0 && distance + slack <= radius) {
        this.low = this.high = 0;
        return 'contact';
      }
      const gx = (centre[0] - nearest[0]) / distance;
      const gy = (centre[1] - nearest[1]) / distance;
      const gz = (centre[2] - nearest[2]) / distance;
      const support = Math.min(
        gx * (centre[0] - A[a]) + gy * (centre[1] - A[a + 1]) + gz * (centre[2] - A[a + 2]),
        gx * (centre[0] - A[b]) + gy * (centre[1] - A[b + 1]) + gz * (centre[2] - A[b + 2]),
        gx * (centre[0] - A[c]) + gy * (centre[1] - A[c + 1]) + gz * (centre[2] - A[c + 2]),
      );
      const slope = gx * way[0] + gy * way[1] + gz * way[2];
      let next = t;
      if (distance - slack > radius) next = (t + (distance - slack - radius) * overLength) * ROUNDED_DOWN;
      // NaN if the centre is on the face.
      if (support - slack > radius) {
        if (slope >= 0) return 'none';
        next = Math.max(next, (t + ((support - slack - radius) / -slope) * ROUNDED_DOWN) * ROUNDED_DOWN);
      }
      if (next > 1) return 'none';
      // At the start contact is a yes or no, which the exact test gives.
      if (next <= t && t === 0) break;
      if (next <= t) return this.#bracket(A, a, b, c, t, distance);
      t = next;
    }
    this.low = t;
    return t > latest ? 'none' : 'undecided';
  }

  /**
   * There is no contact before t, and at t the distance is r up to twice the slack. The first time tried is the
   * earliest at which contact can be proved; no later one is late enough to break sweepDepth.
   */
  #bracket(A: Float64Array, a: number, b: number, c: number, t: number, distance: number): Outcome {
    const { radius, slack } = this;
    this.low = t;
    let step = (Math.abs(distance - radius) + 2 * slack) * this.overLength;
    for (let tries = 0; tries < MOST_TRIES; tries++, step *= 4) {
      this.high = Math.min(1, t + step);
      this.moveTo(this.high);
      pointTriangle(this.centre, 0, A, a, b, c, this.#nearest);
      if (Math.sqrt(this.#nearest[SQUARED]) + slack <= radius) return 'contact';
      if (this.high === 1) break;
    }
    return 'undecided';
  }

  /** @returns the centre at a time, valid until the next call. */
  moveTo(t: number): Float64Array {
    for (let k = 0; k < 3; k++) this.centre[k] = t === 1 ? this.#to[k] : this.from[k] + t * this.way[k];
    return this.centre;
  }
}
