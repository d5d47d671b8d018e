// Rows of numbers, one a body, in any order of the bodies → i, j, i, j, … ascending in i.

/** Numbers of a block, or as many as a row may have. */
const LEAST_BLOCK = 2 ** 20;

/** Rows stand one after the other in blocks, so that growing copies nothing. */
export class RowStore {
  /** The row at hand goes to block[start …]. */
  block: Uint32Array;
  start = 0;
  readonly #blocks: Uint32Array[];
  readonly #ends: number[] = [];
  readonly #blockLength: number;
  /** The bodies in the order in which their rows were closed. */
  readonly #order: Uint32Array;
  #closed = 0;
  /** By body: the length of its row. */
  readonly #lengths: Uint32Array;

  /** @param bodies numbers and rows' lengths are below it. */
  constructor(bodies: number) {
    this.#blockLength = Math.max(LEAST_BLOCK, bodies);
    this.block = new Uint32Array(this.#blockLength);
    this.#blocks = [this.block];
    this.#order = new Uint32Array(bodies);
    this.#lengths = new Uint32Array(bodies);
  }

  /** Makes room for a row of up to `most` numbers. */
  reserve(most: number): void {
    if (this.start + most <= this.#blockLength) return;
    this.#ends.push(this.start);
    this.block = new Uint32Array(this.#blockLength);
    this.#blocks.push(this.block);
    this.start = 0;
  }

  /** Closes a body's row, of `length` numbers from `start` on. */
  close(body: number, length: number): void {
    this.#order[this.#closed++] = body;
    this.#lengths[body] = length;
    this.start += length;
  }

  pairs(): Uint32Array {
    const places = new Float64Array(this.#lengths.length);
    let total = 0;
    for (let body = 0; body < places.length; body++) {
      places[body] = 2 * total;
      total += this.#lengths[body];
    }
    const pairs = new Uint32Array(2 * total);
    const ends = [...this.#ends, this.start];
    let row = 0;
    this.#blocks.forEach((block, b) => {
      for (let from = 0; from < ends[b]; row++) from = this.#copyRow(this.#order[row], block, from, pairs, places);
    });
    return pairs;
  }

  /** Writes the pairs of a row that starts at block[from]. @returns where it ends. */
  #copyRow(body: number, block: Uint32Array, from: number, pairs: Uint32Array, places: Float64Array): number {
    const end = from + this.#lengths[body];
    let to = places[body];
    for (let at = from; at < end; at++) {
      pairs[to++] = body;
      pairs[to++] = block[at];
    }
    return end;
  }
}
