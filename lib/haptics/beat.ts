// A period → a thread that wakes at its multiples, to some hundredths of a millisecond.

/**
 * ms before a beat at which a sleep ends; the rest is spun away. Atomics.wait oversleeps by less in 99 of 100 beats,
 * also in a browser that shares two cores with the models; by 0.2 ms it does not.
 */
const SPIN = 0.5;
/** Loads between two readings of the clock. */
const PAUSE = 200;

export class Beat {
  readonly #period: number;
  /** Nothing wakes it; null where a page shares no memory: there a thread cannot sleep, and spins. */
  readonly #sleep = typeof SharedArrayBuffer === 'undefined' ? null : new Int32Array(new SharedArrayBuffer(4));
  readonly #paused = new Int32Array(1);
  /** When the next beat is due, and how late the last one was: ms. */
  readonly #due = new Float64Array(1);
  readonly late = new Float64Array(1);

  /** @param period ms. */
  constructor(period: number) {
    this.#period = period;
    this.#due[0] = performance.now() + period;
  }

  /** Sleeps to the next beat. One that is missed by more than a period is left out, so that none hurries after it. */
  wait(): void {
    const rest = this.#due[0] - performance.now() - SPIN;
    if (rest > 0 && this.#sleep !== null) Atomics.wait(this.#sleep, 0, 0, rest);
    const { late } = this;
    for (;;) {
      // Each reading of the clock leaves a number to collect: about one a microsecond is enough.
      late[0] = performance.now() - this.#due[0];
      if (late[0] >= 0) break;
      for (let i = 0; i < PAUSE; i++) Atomics.load(this.#paused, 0);
    }
    this.#due[0] += this.#period * (1 + Math.floor(late[0] / this.#period));
  }
}
