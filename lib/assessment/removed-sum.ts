// What single cuts removed → what they removed together.

import { UNIT_ROUNDOFF } from '../core/index.ts';
import type { CutResult, VolumeBounds } from '../cutting/index.ts';

/** mm³. */
export interface RemovedVolume extends VolumeBounds {
  /** What the surface lost, up to rounding: see CutResult.volumeLoss. The best single number. */
  readonly surface: number;
}

export function removedBy({ removedVolume, volumeLoss }: CutResult): RemovedVolume {
  return { ...removedVolume, surface: volumeLoss };
}

/** Of n terms, each end of which is ≥ 0, a sum is off by no more than n·u of itself. */
export class RemovedSum {
  #count = 0;
  #low = 0;
  #high = 0;
  #surface = 0;

  add({ low, high, surface }: RemovedVolume): void {
    this.#count++;
    this.#low += low;
    this.#high += high;
    this.#surface += surface;
  }

  get total(): RemovedVolume {
    const slack = this.#count * UNIT_ROUNDOFF;
    return { low: this.#low * (1 - slack), high: this.#high * (1 + slack), surface: this.#surface };
  }
}
