// Arrays of numbers → the SHA-256 of their little-endian bytes, as stated in the corpora.

import { createHash, type Hash } from 'node:crypto';

/** Takes f64 and u32 arrays in any order; `digest` finishes. */
export class NumberHash {
  readonly #hash: Hash = createHash('sha256');

  f64(values: ArrayLike<number>): this {
    const view = new DataView(new ArrayBuffer(8 * values.length));
    for (let i = 0; i < values.length; i++) view.setFloat64(8 * i, values[i], true);
    this.#hash.update(view);
    return this;
  }

  u32(values: ArrayLike<number>): this {
    const view = new DataView(new ArrayBuffer(4 * values.length));
    for (let i = 0; i < values.length; i++) view.setUint32(4 * i, values[i], true);
    this.#hash.update(view);
    return this;
  }

  /** 64 hexadecimal digits. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
