// A period → a thread that wakes at its multiples, within some hundredths of a millisecond: it sleeps, then spins.

/**
 * ms: a sleep ends this long before the beat; the thread spins for the rest. In 99 of 100 beats Atomics.wait oversleeps
 * by less, even in a browser that shares two cores with the thread of the models; 0.2 ms would be too little there.
 */
const SPIN = 0.5;
/** How many loads pass between two readings of the clock. */
const PAUSE = 200;

export class Beat {
  readonly #period: number;
  /** What the thread sleeps on; nothing wakes it. null in a page without shared memory: there it can only spin. */
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

  /** Waits for the next beat. Beats missed by more than a period are skipped, not made up for. */
  wait(): void {
    const rest = this.#due[0] - performance.now() - SPIN;
    if (rest > 0 && this.#sleep !== null) Atomics.wait(this.#sleep, 0, 0, rest);
    const { late } = this;
    for (;;) {
      // Each reading of the clock leaves a number on the heap: about one a microsecond is enough.
      late[0] = performance.now() - this.#due[0];
      if (late[0] >= 0) break;
      for (let i = 0; i < PAUSE; i++) Atomics.load(this.#paused, 0);
    }
    this.#due[0] += this.#period * (1 + Math.floor(late[0] / this.#period));
  }
}
