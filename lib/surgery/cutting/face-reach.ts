// The faces of a list, at the first stop of a motion and at the last → how far each reaches, and how it leads: what is
// compared of every pair of them, computed once a face.

import { GrowingArray } from '#core';

/**
 * Words of a face: three each of its box at the first stop and of the box of its paths, then the least displacement of
 * its corners along its normal, and the least against it.
 */
const LOW = 0;
const HIGH = 3;
const WAY_LOW = 6;
const WAY_HIGH = 9;
const LEAD = 12;
const TRAIL = 13;
const WORDS = 14;

export class FaceReach {
  readonly #words = new GrowingArray(new Float64Array(512));

  /** Forgets all faces, and makes room for `count`. */
  begin(count: number): void {
    this.#words.length = 0;
    this.#words.reserve(WORDS * count);
  }

  /**
   * @param place of the face in the list. @param corners of it, as offsets of their coordinates in P and Q.
   * @param P, Q positions at the first stop and at the last. @param normal of the face is N[normal …].
   */
  set(
    place: number,
    corners: Iterable<number>,
    P: Float64Array,
    Q: Float64Array,
    N: Float64Array,
    normal: number,
  ): void {
    const R = this.#words.values;
    const from = WORDS * place;
    for (let k = 0; k < 3; k++) {
      R[from + LOW + k] = R[from + WAY_LOW + k] = Number.POSITIVE_INFINITY;
      R[from + HIGH + k] = R[from + WAY_HIGH + k] = Number.NEGATIVE_INFINITY;
    }
    R[from + LEAD] = R[from + TRAIL] = Number.POSITIVE_INFINITY;
    for (const a of corners) {
      let along = 0;
      for (let k = 0; k < 3; k++) {
        const [p, q] = [P[a + k], Q[a + k]];
        R[from + LOW + k] = Math.min(R[from + LOW + k], p);
        R[from + HIGH + k] = Math.max(R[from + HIGH + k], p);
        R[from + WAY_LOW + k] = Math.min(R[from + WAY_LOW + k], p, q);
        R[from + WAY_HIGH + k] = Math.max(R[from + WAY_HIGH + k], p, q);
        along += N[normal + k] * (q - p);
      }
      R[from + LEAD] = Math.min(R[from + LEAD], along);
      R[from + TRAIL] = Math.min(R[from + TRAIL], -along);
    }
  }

  /** Whether the box of g's paths, widened, meets h's box at the first stop. */
  meets(g: number, h: number, widened: number): boolean {
    const R = this.#words.values;
    const [ofG, ofH] = [WORDS * g, WORDS * h];
    for (let k = 0; k < 3; k++) {
      if (R[ofG + WAY_LOW + k] - widened > R[ofH + HIGH + k]) return false;
      if (R[ofG + WAY_HIGH + k] + widened < R[ofH + LOW + k]) return false;
    }
    return true;
  }

  /** The least displacement of a face's corners along its normal. */
  lead(place: number): number {
    return this.#words.values[WORDS * place + LEAD];
  }

  /** The same against its normal. */
  trail(place: number): number {
    return this.#words.values[WORDS * place + TRAIL];
  }
}
