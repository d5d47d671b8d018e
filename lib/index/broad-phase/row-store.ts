// Rows of numbers, one per body, in any order of the bodies → i, j, i, j, … ascending in i.
//
// Each body has one row, in one store. So the position of a row's pairs follows from the lengths of all rows: each
// store's owner writes its rows there, alongside the others.
//
//   store 0   order 2, 5, …   numbers │ 4 7 │ 9 │ …          lengths of all bodies, summed up: places
//   store 1   order 0, 3, …   numbers │ 1 │ 5 6 8 │ …
//   pairs     0 1 │ 2 4  2 7 │ 3 5  3 6  3 8 │ 5 9 │ …

/** The size of a block: this many numbers per body, up to a limit, and never fewer than a row may have. */
const NUMBERS_A_BODY = 16;
const MOST_NUMBERS = 2 ** 20;

/** Zeroed memory of this many bytes. */
export type NewMemory = (bytes: number) => ArrayBufferLike;

/** Rows, one after another, in blocks. */
export interface Rows {
  /** The bodies in the order of their rows, and the rows' lengths. */
  readonly order: Uint32Array;
  readonly lengths: Uint32Array;
  /** The rows' numbers, and where those of each block end. */
  readonly blocks: readonly Uint32Array[];
  readonly ends: readonly number[];
}

/** Rows are stored one after another in blocks, so that growing copies nothing. */
export class RowStore {
  /** The current row goes to block[start …]. */
  block: Uint32Array;
  start = 0;
  readonly #memory: NewMemory;
  readonly #blocks: Uint32Array[];
  readonly #ends: number[] = [];
  readonly #blockLength: number;
  readonly #order: Uint32Array;
  readonly #lengths: Uint32Array;
  #closed = 0;

  /** @param bodies a bound on the number of rows and on their lengths. @param memory allocates them. */
  constructor(bodies: number, memory: NewMemory) {
    this.#memory = memory;
    this.#blockLength = Math.max(bodies, Math.min(MOST_NUMBERS, NUMBERS_A_BODY * bodies));
    this.block = this.#numbers(this.#blockLength);
    this.#blocks = [this.block];
    this.#order = this.#numbers(bodies);
    this.#lengths = this.#numbers(bodies);
  }

  /** Makes room for a row of up to `most` numbers. */
  reserve(most: number): void {
    if (this.start + most <= this.#blockLength) return;
    this.#ends.push(this.start);
    this.block = this.#numbers(this.#blockLength);
    this.#blocks.push(this.block);
    this.start = 0;
  }

  /** Closes a body's row, of `length` numbers from `start` on. */
  close(body: number, length: number): void {
    this.#order[this.#closed] = body;
    this.#lengths[this.#closed++] = length;
    this.start += length;
  }

  /** The rows closed so far. */
  rows(): Rows {
    const order = this.#order.subarray(0, this.#closed);
    const lengths = this.#lengths.subarray(0, this.#closed);
    return { order, lengths, blocks: this.#blocks, ends: [...this.#ends, this.start] };
  }

  #numbers(length: number): Uint32Array {
    return new Uint32Array(this.#memory(4 * length));
  }
}

/** Where each body's pairs begin among all, and finally where they end: count + 1 places, in numbers. */
export function placesOf(stores: readonly Rows[], count: number, memory: NewMemory): Float64Array {
  const places = new Float64Array(memory(8 * (count + 1)));
  for (const { order, lengths } of stores)
    for (let row = 0; row < order.length; row++) places[order[row] + 1] = 2 * lengths[row];
  for (let body = 0; body < count; body++) places[body + 1] += places[body];
  return places;
}

/** Writes the pairs of a store's rows to their places. */
export function copyRows({ order, lengths, blocks, ends }: Rows, places: Float64Array, pairs: Uint32Array): void {
  let row = 0;
  blocks.forEach((block, b) => {
    for (let from = 0; from < ends[b]; row++) from = copyRow(order[row], block, from, lengths[row], pairs, places);
  });
}

/** Writes the pairs of a row that starts at block[from]. @returns where it ends. */
function copyRow(
  body: number,
  block: Uint32Array,
  from: number,
  length: number,
  pairs: Uint32Array,
  places: Float64Array,
): number {
  const end = from + length;
  let to = places[body];
  for (let at = from; at < end; at++) {
    pairs[to++] = body;
    pairs[to++] = block[at];
  }
  return end;
}
