// Times, one by one → their percentiles, in memory that does not grow.

/** Number of bins. A time beyond them counts in the last one; `greatest` holds the longest exactly. */
const BINS = 8192;

export class TimeHistogram {
  readonly #bins: Uint32Array;
  readonly #greatest: Float64Array;
  /** Bins per ms. */
  readonly #share: number;

  /** @param bin µs. @param memory of zeros at first. @param at where its HISTOGRAM_BYTES begin, a multiple of 8. */
  constructor(bin: number, memory: ArrayBufferLike, at: number) {
    this.#share = 1000 / bin;
    this.#bins = new Uint32Array(memory as ArrayBuffer, at, BINS);
    this.#greatest = new Float64Array(memory as ArrayBuffer, at + 4 * BINS, 1);
  }

  /** @param times @param i index of the time, ms. */
  add(times: Float64Array, i: number): void {
    const time = times[i];
    this.#bins[Math.min(BINS - 1, Math.max(0, Math.floor(time * this.#share)))]++;
    if (time > this.#greatest[0]) this.#greatest[0] = time;
  }

  get count(): number {
    return this.#bins.reduce((sum, n) => sum + n, 0);
  }

  /** ms. */
  get greatest(): number {
    return this.#greatest[0];
  }

  /** A copy of its memory, for a message. */
  pack(): Uint32Array {
    const { buffer, byteOffset } = this.#bins;
    return new Uint32Array(buffer.slice(byteOffset, byteOffset + HISTOGRAM_BYTES));
  }

  /** Adds the times of another histogram of the same bins. */
  include(packed: Uint32Array): void {
    for (let bin = 0; bin < BINS; bin++) this.#bins[bin] += packed[bin];
    const [greatest] = new Float64Array(packed.buffer, 4 * BINS, 1);
    this.#greatest[0] = Math.max(this.#greatest[0], greatest);
  }

  /** The end of the first bin that p % of the times do not exceed, ms; 0 if there are no times. */
  percentile(p: number): number {
    const wanted = Math.ceil((p / 100) * this.count);
    let seen = 0;
    for (let bin = 0; bin < BINS && wanted > 0; bin++) {
      seen += this.#bins[bin];
      if (seen >= wanted) return bin === BINS - 1 ? this.greatest : Math.min((bin + 1) / this.#share, this.greatest);
    }
    return 0;
  }
}

export const HISTOGRAM_BYTES = 4 * BINS + 8;
