// Numbers that one thread writes and others read whole: a counter that is odd while they change.
//
// The sequence lock of H.-J. Boehm, "Can seqlocks get along with programming language memory models?", MSPC 2012: the
// numbers are read in no particular order, and discarded unless the counter was even and did not change.

/**
 * One writer and any number of readers, none of which waits for another. In memory that is not shared it is a plain
 * copy.
 */
export class Seqlock {
  readonly #counter: Int32Array;
  readonly #at: number;
  readonly #values: Float64Array;

  /** @param at the counter's place. */
  constructor(counter: Int32Array, at: number, values: Float64Array) {
    this.#counter = counter;
    this.#at = at;
    this.#values = values;
  }

  write(from: Float64Array): void {
    Atomics.add(this.#counter, this.#at, 1);
    this.#values.set(from);
    Atomics.add(this.#counter, this.#at, 1);
  }

  /**
   * @returns false if nothing has been written yet, or the writer was busy MOST_TRIES times; `out` is then undefined.
   */
  read(out: Float64Array): boolean {
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      const before = Atomics.load(this.#counter, this.#at);
      if (before === 0) return false;
      if (before % 2 !== 0) continue;
      out.set(this.#values);
      if (Atomics.load(this.#counter, this.#at) === before) return true;
    }
    return false;
  }
}

/** A write takes less than a microsecond and comes once a millisecond, so this many tries never all fail. */
const MOST_TRIES = 1000;
