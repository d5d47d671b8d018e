// Boxes from update to update → whether they move little each time.
//
// Frame coherence (M. C. Lin, J. F. Canny, 1991; J. D. Cohen et al., "I-COLLIDE", 1995): if things move little, what
// was found for one frame nearly holds for the next. A tree by surface area takes ten times as long to build as one by
// codes, but is refitted as fast and queried faster; `npm run bench -- broad-phase` prints both. So it pays after some
// such updates, and not if boxes leap.

import type { Boxes } from './boxes.ts';

/** Updates in a row after which boxes count as moving little. */
const STEADY = 4;
/** The most that a box moves, in its extents, on average and along its axis of greatest motion. */
const LITTLE = 0.5;
/** The number of bodies sampled, at most. */
const SAMPLE = 1024;

export class Coherence {
  readonly #boxes: Boxes;
  /** The sampling stride over bodies, starting at the first; and the sampled boxes' previous values. */
  readonly #step: number;
  readonly #before: Float64Array;
  #updates = 0;
  #motion = 0;

  /** @param boxes will be changed in place. */
  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#step = Math.max(1, Math.ceil(boxes.count / SAMPLE));
    this.#before = new Float64Array(6 * Math.ceil(boxes.count / this.#step));
    this.#motionSince();
  }

  /** Call it when boxes have changed. */
  update(): void {
    this.#motion = this.#motionSince();
    this.#updates = this.#motion <= LITTLE ? this.#updates + 1 : 0;
  }

  /** The observation, in words, if boxes move little; null if they do not. */
  get steady(): string | null {
    if (this.#updates < STEADY) return null;
    return `in the last ${this.#updates} updates boxes moved by little (${this.#motion.toPrecision(1)} of their extent)`;
  }

  /** The mean motion of the sample since the last call, at most 1 per box. */
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
