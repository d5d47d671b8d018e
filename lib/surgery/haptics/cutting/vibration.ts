// The stroke of a saw → the force that the hand feels from it: a·sin(2πft) along the stroke.
//
// Its mean over a period is 0, and no value exceeds a. From tick to tick it changes by at most 2a·sin(πft), which the
// options keep within half of the force step (cutting-options.ts); the limiter keeps the sum with all other forces
// within the step. The passivity controller counts its work like any other force's.

import type { CuttingSettings } from './cutting-options.ts';

export class Vibration {
  readonly #axis: Float64Array;
  /** Amplitude, N; frequency, Hz; phase of the stroke within its period, 0 … 1. */
  readonly #numbers: Float64Array;

  constructor({ vibration, frequency, axis }: CuttingSettings) {
    this.#axis = axis;
    this.#numbers = Float64Array.of(vibration, frequency, 0);
  }

  /**
   * Adds the force of the next tick. @param rotation tool frame → bone frame, row by row. @param clock its second
   * number: s since the last tick. @param gain its first number: the share that is felt.
   */
  add(wrench: Float64Array, rotation: Float64Array, clock: Float64Array, gain: Float64Array): void {
    const numbers = this.#numbers;
    const axis = this.#axis;
    numbers[2] += numbers[1] * clock[1];
    numbers[2] -= Math.floor(numbers[2]);
    const force = gain[0] * numbers[0] * Math.sin(2 * Math.PI * numbers[2]);
    for (let k = 0; k < 3; k++)
      wrench[k] += force * (rotation[3 * k] * axis[0] + rotation[3 * k + 1] * axis[1] + rotation[3 * k + 2] * axis[2]);
  }
}
