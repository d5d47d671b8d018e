// A box in the tool's frame, under a pose → its box in the bone's frame, and which boxes there it may meet.

import { type LocalFrame, posedBox, UNIT_ROUNDOFF } from '../core/index.ts';

export class OrientedBox {
  /** A box about it in the bone's frame, inflated by maxDistance: low x, y, z, high x, y, z. */
  readonly bounds = new Float64Array(6);
  /** Low and high in the tool's frame, inflated by what maxDistance and the slack of the frame are worth there. */
  readonly #own = new Float64Array(6);
  #frame: LocalFrame | null = null;
  #inflate = 0;
  #ownInflate = 0;

  /** @param maxDistance mm, bone frame. */
  setFrame(frame: LocalFrame, maxDistance: number): void {
    this.#frame = frame;
    this.#inflate = maxDistance * (1 + 4 * UNIT_ROUNDOFF) + 2 * frame.slack;
    this.#ownInflate = ((maxDistance + frame.slack) / frame.shrink) * (1 + 4 * UNIT_ROUNDOFF) + frame.slack;
  }

  /** Takes the box at o: low x, y, z, high x, y, z. */
  take(boxes: Float32Array, o: number): void {
    if (this.#frame === null) return;
    const own = this.#own;
    for (let k = 0; k < 3; k++) {
      own[k] = boxes[o + k] - this.#ownInflate;
      own[3 + k] = boxes[o + 3 + k] + this.#ownInflate;
    }
    posedBox(boxes, o, this.#frame, this.#inflate, this.bounds, 0);
  }

  /**
   * Narrows the range along axis k of the bone's frame to the coordinates that a point of the box, inflated, can have
   * where those along the axes i and j lie in their ranges; the low end is above the high one where there is none. Its
   * own three axes give a constraint each, a·x ≤ high: with M as in frameSlack, seven products and six sums of terms
   * that add up to ≤ 12M and the ranges' own rounding make < 128u·M, half of frame.slack, and so does what the division
   * adds, times a.
   * @param ranges low x, y, z, high x, y, z.
   */
  narrow(ranges: Float64Array, k: number, i: number, j: number): void {
    if (this.#frame === null) return;
    const { inverse: m } = this.#frame;
    const own = this.#own;
    const i0 = ranges[i];
    const i1 = ranges[3 + i];
    const j0 = ranges[j];
    const j1 = ranges[3 + j];
    let low = ranges[k];
    let high = ranges[3 + k];
    for (let axis = 0; axis < 3; axis++) {
      const a = m[4 * axis + k];
      if (a === 0) continue;
      const b = m[4 * axis + i];
      const c = m[4 * axis + j];
      const least = (b > 0 ? b * i0 : b * i1) + (c > 0 ? c * j0 : c * j1) + m[4 * axis + 3];
      const most = (b > 0 ? b * i1 : b * i0) + (c > 0 ? c * j1 : c * j0) + m[4 * axis + 3];
      const first = (a > 0 ? own[axis] - most : own[3 + axis] - least) / a;
      const last = (a > 0 ? own[3 + axis] - least : own[axis] - most) / a;
      if (first > low) low = first;
      if (last < high) high = last;
    }
    ranges[k] = low;
    ranges[3 + k] = high;
  }
}
