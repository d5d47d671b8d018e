// A box in the tool's frame, under a pose → its box in the bone's frame, and which boxes there it may meet.

import { type LocalFrame, UNIT_ROUNDOFF } from '../core/index.ts';
import { posedBox } from '../records/index.ts';

export class OrientedBox {
  /** A box about it in the bone's frame, inflated by the reach: low x, y, z, high x, y, z. */
  readonly bounds = new Float64Array(6);
  /** Low and high in the tool's frame, inflated by what the reach and the slack of the frame are worth there. */
  readonly #own = new Float64Array(6);
  #frame: LocalFrame | null = null;
  #inflate = 0;
  #ownInflate = 0;

  /** @param reach mm, bone frame. */
  setFrame(frame: LocalFrame, reach: number): void {
    this.#frame = frame;
    this.#inflate = reach * (1 + 4 * UNIT_ROUNDOFF) + 2 * frame.slack;
    this.#ownInflate = ((reach + frame.slack) / frame.shrink) * (1 + 4 * UNIT_ROUNDOFF) + frame.slack;
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
   * The part of the box in a row of the bone's frame: writes to row[2] and row[3] the least and greatest coordinate along axis `along` that a point of it, inflated, can have where its coordinates
   * along `across` lie in [row[0], row[1]] and along `depth` in its bounds; row[2] > row[3] where there is none. Its own three axes give a constraint each, a·x ≤ high: with M as in frameSlack, seven
   * products and six sums of terms that add up to ≤ 12M and the row's own rounding make < 128u·M, half of frame.slack, and so does what the division adds, times a.
   */
  clipToRow(along: number, across: number, depth: number, row: Float64Array): void {
    const { bounds } = this;
    const from = row[0];
    const to = row[1];
    let low = bounds[along];
    let high = bounds[3 + along];
    if (this.#frame !== null) {
      const { inverse: m } = this.#frame;
      const own = this.#own;
      for (let k = 0; k < 3; k++) {
        const a = m[4 * k + along];
        if (a === 0) continue;
        const b = m[4 * k + across];
        const c = m[4 * k + depth];
        const least = (b > 0 ? b * from : b * to) + c * bounds[c > 0 ? depth : 3 + depth] + m[4 * k + 3];
        const most = (b > 0 ? b * to : b * from) + c * bounds[c > 0 ? 3 + depth : depth] + m[4 * k + 3];
        const first = (a > 0 ? own[k] - most : own[3 + k] - least) / a;
        const last = (a > 0 ? own[3 + k] - least : own[k] - most) / a;
        if (first > low) low = first;
        if (last < high) high = last;
      }
    }
    row[2] = low;
    row[3] = high;
  }
}
