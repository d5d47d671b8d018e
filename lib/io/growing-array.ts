// Numbers one by one → one flat typed array whose final length need not be known beforehand.

import { FormatError, GrowingArray } from '#core';

/**
 * The most numbers read into one list: 4 GiB as f64, which typed arrays can hold in every engine. A plain array ends
 * the process at about 2^27 numbers, with an error that no `catch` sees.
 */
const MOST_NUMBERS = 2 ** 29;

class GrowingNumbers<Storage extends Uint32Array | Float64Array> extends GrowingArray<Storage> {
  readonly #what: string;
  readonly #limit: number;

  /** @param what starts the error message for more than `limit` numbers. */
  constructor(values: Storage, what: string, limit: number) {
    super(values);
    this.#what = what;
    this.#limit = limit;
  }

  /** @throws FormatError TOO_LARGE. */
  override push(value: number): void {
    if (this.length === this.#limit)
      throw new FormatError(
        'TOO_LARGE',
        `${this.#what} are more than ${this.#limit} numbers, the most that kerf reads; split or coarsen the file.`,
      );
    super.push(value);
  }

  /** An array of exactly the numbers that were pushed. */
  toArray(): Storage {
    return (this.length === this.values.length ? this.values : this.values.slice(0, this.length)) as Storage;
  }
}

export class GrowingUint32 extends GrowingNumbers<Uint32Array> {
  /** @param expected the capacity to begin with, in numbers. */
  constructor(what: string, expected = 0, limit = MOST_NUMBERS) {
    super(new Uint32Array(Math.max(expected, 16)), what, limit);
  }
}

export class GrowingFloat64 extends GrowingNumbers<Float64Array> {
  constructor(what: string, limit = MOST_NUMBERS) {
    super(new Float64Array(16), what, limit);
  }
}
