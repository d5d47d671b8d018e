// The proxy's pose from model to model, and how much it has removed → the motions along which a cutter must cut.

import type { BoneEdit } from '#bodies';
import type { RigidMotion } from '#motion';

/** Removes the bone that the tool sweeps, such as `{ cut: (motion) => cuttable.cut(tool, motion).edit }`. */
export interface Cutter {
  /** @returns the edit of the bone from which models are made; null, or an empty one, if nothing is removed. */
  cut(motion: RigidMotion): BoneEdit | null;
}

/**
 * Remembers the pose up to which bone has been cut. While the tool removes nothing, that pose moves with it, so that a
 * path through air is not a cut.
 */
export class CutWay {
  #from: Float64Array | null = null;
  #removed = 0;

  /**
   * @param pose where the proxy is: 16 numbers, column-major. @param removed mm³ that it has removed so far.
   * @returns the motion since the last call, if the proxy has removed something in it.
   */
  next(pose: Float64Array, removed: number): RigidMotion | null {
    const from = this.#from;
    const isCut = removed > this.#removed;
    this.#removed = removed;
    this.#from = pose.slice(0, 16);
    return isCut && from !== null ? { from, to: this.#from } : null;
  }
}
