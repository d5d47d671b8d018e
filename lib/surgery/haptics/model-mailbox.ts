// Local models from the thread that makes them to the one that uses them: four buffers in turn, so that neither thread
// waits and nothing is copied.
//
//   writer: own ◀── exchange ──▶ mailbox ◀── exchange ──▶ reader: own, in use
//
// Each side swaps its own buffer for the mailbox's in one atomic exchange, so at any time every buffer has one holder.
// The reader holds two: the model in use, and one that it may give away.

/** A bit of the mailbox's word, above the buffer's index: the reader has not taken this one yet. */
const FRESH = 4;
const INDEX = 3;

export class ModelMailbox<T> {
  readonly #slot: Int32Array;
  readonly #at: number;
  readonly #models: readonly T[];
  /** The index of the buffer that this side may give away. */
  #own: number;
  #inUse = 3;

  /** @param slot shared memory; its word `at` is 0 at first. @param models four. */
  constructor(slot: Int32Array, at: number, models: readonly T[], side: 'writer' | 'reader') {
    this.#slot = slot;
    this.#at = at;
    this.#models = models;
    this.#own = side === 'writer' ? 1 : 2;
  }

  /** For the writer: the buffer to write into. */
  get own(): T {
    return this.#models[this.#own];
  }

  /** For the writer: hands on what it has written, replacing an older model not yet taken. */
  post(): void {
    this.#own = Atomics.exchange(this.#slot, this.#at, this.#own | FRESH) & INDEX;
  }

  /** For the reader: the newest model, valid until the next `take`; null if there is none newer. */
  take(): T | null {
    if ((Atomics.load(this.#slot, this.#at) & FRESH) === 0) return null;
    this.#own = Atomics.exchange(this.#slot, this.#at, this.#own) & INDEX;
    return this.#models[this.#own];
  }

  /** For the reader: keeps the model that `take` gave until another one is kept. */
  keep(): void {
    const kept = this.#own;
    this.#own = this.#inUse;
    this.#inUse = kept;
  }
}
