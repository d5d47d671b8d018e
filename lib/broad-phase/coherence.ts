// Boxes from update to update → whether they move on by little each time.
//
// Frame coherence (M. C. Lin, J. F. Canny, 1991; J. D. Cohen et al., "I-COLLIDE", 1995): where things move by little,
// what was found for one frame nearly holds for the next. A tree by surface area takes ten times as long to make as one
// by codes, but is refitted as fast and asked sooner; `npm run bench -- broad-phase` prints both. So it pays from some
// such updates on, and not where boxes leap.

import type { Boxes } from './boxes.ts';

/** Updates in a row after which boxes are taken to move on by little. */
const STEADY = 4;
/** How far a box moves at most, in its extents, on average and along the axis on which that is most. */
const LITTLE = 0.5;
/** Bodies that are looked at. */
const SAMPLE = 1024;

export class Coherence {
  readonly #boxes: Boxes;
  /** Every so many bodies, from the first on; and their boxes as they were. */
  readonly #step: number;
  readonly #before: Float64Array;
  #updates = 0;
  #motion = 0;

  /** @param boxes are changed in place. */
  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#step = Math.max(1, Math.ceil(boxes.count / SAMPLE));
    this.#before = new Float64Array(6 * Math.ceil(boxes.count / this.#step));
    this.#motionSince();
  }

  /** To be called when boxes have changed. */
  update(): void {
    this.#motion = this.#motionSince();
    this.#updates = this.#motion <= LITTLE ? this.#updates + 1 : 0;
  }

  /** What was seen, in words, where boxes move on by little; null where they do not. */
  get steady(): string | null {
    if (this.#updates < STEADY) return null;
    return `in the last ${this.#updates} updates boxes moved by little (${this.#motion.toPrecision(1)} of their extent)`;
  }

  /** The mean motion of the sample since the last call, a box's at most 1. */
  #motionSince(): number {
    const before = this.#before;
    const { bounds } = this.#boxes;
    let sum = 0;
    for (let own = 0, at = 0; own < before.length; own += 6, at += 6 * this.#step) {
      let motion = 0;
      for (let k = 0; k < 3; k++) {
        // A quarter: differences of the largest f64 stay finite.
        const step = Math.abs(bounds[at + k] / 4 - before[own + k] / 4);
        const extent = bounds[at + 3 + k] / 4 - bounds[at + k] / 4;
        if (step > 0) motion = Math.max(motion, extent > 0 ? Math.min(1, step / extent) : 1);
      }
      sum += motion;
      for (let k = 0; k < 6; k++) before[own + k] = bounds[at + k];
    }
    return before.length === 0 ? 0 : (6 * sum) / before.length;
  }
}
