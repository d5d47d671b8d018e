// A volume's samples → the least and the greatest of each block, and so bounds for any box of places.

import type { ScalarField } from './scalar-field.ts';

/** Samples along an edge of a block; its last plane is the next block's first one. */
const BLOCK = 8;

export class SampleBlocks {
  readonly #size: readonly number[];
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  /** Bounds over the box last passed to `range`. */
  least = 0;
  most = 0;

  constructor({ dimensions, values }: ScalarField) {
    const [nx, ny, nz] = dimensions;
    const size = dimensions.map((n) => Math.ceil((n - 1) / BLOCK));
    this.#size = size;
    const count = size[0] * size[1] * size[2];
    const low = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    const high = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    for (let bk = 0; bk < size[2]; bk++)
      for (let bj = 0; bj < size[1]; bj++)
        for (let bi = 0; bi < size[0]; bi++) {
          let least = Number.POSITIVE_INFINITY;
          let most = Number.NEGATIVE_INFINITY;
          const endI = Math.min(nx - 1, BLOCK * (bi + 1));
          for (let k = BLOCK * bk; k <= Math.min(nz - 1, BLOCK * (bk + 1)); k++)
            for (let j = BLOCK * bj; j <= Math.min(ny - 1, BLOCK * (bj + 1)); j++)
              for (let at = nx * (j + ny * k) + BLOCK * bi, i = BLOCK * bi; i <= endI; i++, at++) {
                const value = values[at];
                if (value < least) least = value;
                if (value > most) most = value;
              }
          const block = bi + size[0] * (bj + size[1] * bk);
          low[block] = least;
          high[block] = most;
        }
    this.#low = low;
    this.#high = high;
  }

  /** Sets `least` and `most` to bounds of the values in a box of places, low i, j, k, high i, j, k. */
  range(box: Float64Array): void {
    const [x, y] = this.#size;
    const from = [0, 1, 2].map((k) => blockOf(box[k], this.#size[k]));
    const to = [0, 1, 2].map((k) => blockOf(box[3 + k], this.#size[k]));
    this.least = Number.POSITIVE_INFINITY;
    this.most = Number.NEGATIVE_INFINITY;
    for (let k = from[2]; k <= to[2]; k++)
      for (let j = from[1]; j <= to[1]; j++)
        for (let i = from[0]; i <= to[0]; i++) {
          const block = i + x * (j + y * k);
          if (this.#low[block] < this.least) this.least = this.#low[block];
          if (this.#high[block] > this.most) this.most = this.#high[block];
        }
  }
}

const blockOf = (place: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(place / BLOCK)));
