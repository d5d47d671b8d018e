// Bodies near a leaf, in any order → the same ascending by number, with their packed boxes.
//
// A radix sort by bytes, least significant first, of indices rather than rows: the rows are moved once, at the end. The
// neighbours of a leaf fit into the nearest cache, and so does the sort's working memory.

const DIGIT_BITS = 8;
const DIGITS = 2 ** DIGIT_BITS;
/** Rows up to which an insertion sort is faster. */
const FEW = 32;

export class NeighbourList {
  length = 0;
  /** By row: the body's number, its lows and its highs (packed-boxes.ts). */
  numbers: Uint32Array;
  lows: Int32Array;
  highs: Int32Array;
  #sortedNumbers: Uint32Array;
  #sortedLows: Int32Array;
  #sortedHighs: Int32Array;
  #places: Uint32Array;
  #otherPlaces: Uint32Array;
  readonly #starts = new Uint32Array(DIGITS);
  readonly #bits: number;

  /** @param bodies an upper limit of the numbers, exclusive; no number occurs twice. */
  constructor(bodies: number) {
    this.numbers = new Uint32Array(bodies);
    this.lows = new Int32Array(bodies);
    this.highs = new Int32Array(bodies);
    this.#sortedNumbers = new Uint32Array(bodies);
    this.#sortedLows = new Int32Array(bodies);
    this.#sortedHighs = new Int32Array(bodies);
    this.#places = new Uint32Array(bodies);
    this.#otherPlaces = new Uint32Array(bodies);
    this.#bits = 32 - Math.clz32(bodies - 1);
  }

  /** Sorts the rows by number. */
  sort(): void {
    if (this.length <= FEW) this.#insert();
    else this.#sortByDigits();
  }

  #insert(): void {
    const { numbers, lows, highs } = this;
    for (let row = 1; row < this.length; row++) {
      const number = numbers[row];
      const low = lows[row];
      const high = highs[row];
      let to = row;
      for (; to > 0 && numbers[to - 1] > number; to--) {
        numbers[to] = numbers[to - 1];
        lows[to] = lows[to - 1];
        highs[to] = highs[to - 1];
      }
      numbers[to] = number;
      lows[to] = low;
      highs[to] = high;
    }
  }

  #sortByDigits(): void {
    for (let row = 0; row < this.length; row++) this.#places[row] = row;
    for (let shift = 0; shift < this.#bits; shift += DIGIT_BITS) this.#sortByDigit(shift);
    const { numbers, lows, highs } = this;
    for (let row = 0; row < this.length; row++) {
      const place = this.#places[row];
      this.#sortedNumbers[row] = numbers[place];
      this.#sortedLows[row] = lows[place];
      this.#sortedHighs[row] = highs[place];
    }
    [this.numbers, this.#sortedNumbers] = [this.#sortedNumbers, numbers];
    [this.lows, this.#sortedLows] = [this.#sortedLows, lows];
    [this.highs, this.#sortedHighs] = [this.#sortedHighs, highs];
  }

  #sortByDigit(shift: number): void {
    const { numbers, length } = this;
    const starts = this.#starts.fill(0);
    const places = this.#places;
    const sorted = this.#otherPlaces;
    for (let row = 0; row < length; row++) starts[(numbers[row] >>> shift) & (DIGITS - 1)]++;
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = starts[digit];
      starts[digit] = start;
      start += count;
    }
    for (let row = 0; row < length; row++) {
      const place = places[row];
      sorted[starts[(numbers[place] >>> shift) & (DIGITS - 1)]++] = place;
    }
    this.#places = sorted;
    this.#otherPlaces = places;
  }
}
