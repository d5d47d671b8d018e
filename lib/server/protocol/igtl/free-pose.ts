// A path of poses → the pose of a proxy of the tool that does not enter the bone.
//
// While the tool is free (separated or near), the proxy is the tool. While it is in contact, the proxy is the last pose
// proved free on the straight motion from the last free pose of the path to this one: the detector's firstContact. It
// does not slide along the bone; the haptic loop does that.

import type { Detector } from '#detector';
import type { ContactState } from '#records';

export class FreePose {
  readonly #detector: Pick<Detector, 'firstContact'>;
  #last: Float64Array | null = null;

  constructor(detector: Pick<Detector, 'firstContact'>) {
    this.#detector = detector;
  }

  /** @param state at that pose. @returns the proxy's pose; null before the first free one. */
  at(pose: Float64Array, state: ContactState): Float64Array | null {
    if (state === 'separated' || state === 'near') {
      this.#last = pose;
      return pose;
    }
    return this.#last && this.#detector.firstContact({ from: this.#last, to: pose }).lowPose;
  }
}
