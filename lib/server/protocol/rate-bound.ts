// Messages as they come → whether one more is within the rate limit.

/** A bucket for one second's messages, which fills evenly. */
export class RateBound {
  readonly #rate: number;
  readonly #clock: () => number;
  #left: number;
  #at: number;

  /** @param rate a second. @param clock ms. */
  constructor(rate: number, clock: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#clock = clock;
    this.#left = rate;
    this.#at = clock();
  }

  take(): boolean {
    const now = this.#clock();
    this.#left = Math.min(this.#rate, this.#left + (this.#rate * (now - this.#at)) / 1000);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
