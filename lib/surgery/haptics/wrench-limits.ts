// A wrench → one within the device's limits, and no farther from the last one than a hand may feel at once.

export interface WrenchLimits {
  /** N. */
  readonly force: number;
  /** N·mm. */
  readonly torque: number;
  /** N a tick. */
  readonly forceStep: number;
  /** N·mm a tick. */
  readonly torqueStep: number;
}

export class WrenchLimiter {
  /** Limits of force and of torque. In arrays, since a number passed on may be put on the heap. */
  readonly #most: Float64Array;
  readonly #mostStep: Float64Array;

  constructor({ force, torque, forceStep, torqueStep }: WrenchLimits) {
    this.#most = Float64Array.of(force, torque);
    this.#mostStep = Float64Array.of(forceStep, torqueStep);
  }

  /** Scales force and torque of `wrench` down to the limits. */
  clamp(wrench: Float64Array): void {
    for (let part = 0; part < 2; part++) {
      const at = 3 * part;
      const size = Math.sqrt(
        wrench[at] * wrench[at] + wrench[at + 1] * wrench[at + 1] + wrench[at + 2] * wrench[at + 2],
      );
      if (size <= this.#most[part]) continue;
      for (let k = at; k < at + 3; k++) wrench[k] *= this.#most[part] / size;
    }
  }

  /** Moves `from` toward `wrench` by at most one step of force and one of torque. @returns whether it arrived. */
  step(from: Float64Array, wrench: Float64Array): boolean {
    let isThere = true;
    for (let part = 0; part < 2; part++) {
      const at = 3 * part;
      const dx = wrench[at] - from[at];
      const dy = wrench[at + 1] - from[at + 1];
      const dz = wrench[at + 2] - from[at + 2];
      const way = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const most = this.#mostStep[part];
      if (way <= most) {
        for (let k = at; k < at + 3; k++) from[k] = wrench[k];
        continue;
      }
      isThere = false;
      from[at] += (most / way) * dx;
      from[at + 1] += (most / way) * dy;
      from[at + 2] += (most / way) * dz;
    }
    return isThere;
  }
}
