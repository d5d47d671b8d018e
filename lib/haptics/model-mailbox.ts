// Local models from the thread that makes them to the one that uses them: four in turn, so that neither waits and none
// is copied.

/**
 * Of the four the writer holds one, the reader two (in use, and what it may use next); the mailbox names the fourth:
 * FRESH where the reader has not had it.
 */
const FRESH = 4;
const INDEX = 3;

export class ModelMailbox<T> {
  readonly #slot: Int32Array;
  readonly #at: number;
  readonly #models: readonly T[];
  /** The one that this side may give away. */
  #own: number;
  #inUse = 3;

  /** @param slot shared memory; its word `at` is 0 at first. @param models four. */
  constructor(slot: Int32Array, at: number, models: readonly T[], side: 'writer' | 'reader') {
    this.#slot = slot;
    this.#at = at;
    this.#models = models;
    this.#own = side === 'writer' ? 1 : 2;
  }

  /** The writer's: what to write into. */
  get own(): T {
    return this.#models[this.#own];
  }

  /** Hands on what has been written, in place of an older one that nobody took. */
  post(): void {
    this.#own = Atomics.exchange(this.#slot, this.#at, this.#own | FRESH) & INDEX;
  }

  /** The reader's: the newest model, to look at until the next `take`; null where there is none newer. */
  take(): T | null {
    if ((Atomics.load(this.#slot, this.#at) & FRESH) === 0) return null;
    this.#own = Atomics.exchange(this.#slot, this.#at, this.#own) & INDEX;
    return this.#models[this.#own];
  }

  /** Keeps the one that `take` gave, until another one is kept. */
  keep(): void {
    const kept = this.#own;
    this.#own = this.#inUse;
    this.#inUse = kept;
  }
}
