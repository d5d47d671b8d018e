// Sweeps that continue each other → what the first pose of each holds of a cell, as the previous sweep left it.

import { GrowingArray } from '#core';
import { NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';

export class SweptPath {
  /** Whether the current sweep begins where the previous one ended. */
  goesOn = false;
  readonly isDone: (key: number) => boolean;
  readonly #rows = new KeyedRows(512);
  /** By row: lower bound of what the tool held of the cell's bone at the last pose of a sweep, and which sweep. */
  readonly #low = new GrowingArray(new Float64Array(512));
  readonly #sweep = new GrowingArray(new Uint32Array(512));
  #sweeps = 0;

  /** @param isDone returns whether no sweep can add to the cell of a key. */
  constructor(isDone: (key: number) => boolean) {
    this.isDone = isDone;
  }

  /** Lower bound of what the tool holds of a cell's bone as the current sweep begins. */
  lowAtStart(key: number): number {
    const row = this.#rows.find(key);
    // No face was in the cell: then the tool held none of it, or all, and the cell is done.
    return row === NONE || this.#sweep.values[row] !== this.#sweeps ? 0 : this.#low.values[row];
  }

  setEnd(key: number, low: number): void {
    const row = this.#rows.add(key);
    if (row === this.#low.length) {
      this.#low.push(low);
      this.#sweep.push(0);
    }
    this.#low.values[row] = low;
    this.#sweep.values[row] = this.#sweeps + 1;
  }

  /** Ends the current sweep. */
  end(): void {
    this.#sweeps++;
  }
}
