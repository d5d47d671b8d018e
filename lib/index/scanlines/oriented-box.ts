// A box in the tool's frame, under a pose → its box in the bone's frame, and the part of it in a row of cells.
//
// The box is inflated by the search's maxDistance and by the possible effects of rounding and of a pose that is not
// exactly rigid, so that no point within maxDistance of the box is lost.

import { type LocalFrame, posedBox, UNIT_ROUNDOFF } from '#core';

export class OrientedBox {
  /** The box's bounding box in the bone's frame, inflated by maxDistance: low x, y, z, high x, y, z. */
  readonly bounds = new Float64Array(6);
  /** Low and high in the tool's frame, inflated by the equivalents of maxDistance and the frame's slack there. */
  readonly #own = new Float64Array(6);
  #frame: LocalFrame | null = null;
  readonly #inflate = new Float64Array(1);
  #ownInflate = 0;

  /** @param maxDistance mm, bone frame. */
  setFrame(frame: LocalFrame, maxDistance: number): void {
    this.#frame = frame;
    this.#inflate[0] = maxDistance * (1 + 4 * UNIT_ROUNDOFF) + 2 * frame.slack;
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
   * Narrows the range along axis k of the bone's frame to the coordinates that a point of the inflated box can have if
   * its coordinates along axes i and j lie in their ranges. If there is no such point, the resulting low end is above
   * the high end.
   *
   * Each of the box's own axes gives a constraint low ≤ a·x + b·y + c·z + d ≤ high on a point (x along k, y along i, z
   * along j), which is solved for x at the ends of the ranges of y and z. Rounding: with M as in frameSlack, seven
   * products and six sums of terms that add up to ≤ 12M, and the ranges' own rounding, amount to < 128u·M, half of
   * frame.slack; the division adds no more than that, times a.
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
