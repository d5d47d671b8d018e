// Sweeps that go on from each other → what the first pose of each holds of a cell: what the one before ended with.

import { GrowingArray } from '#core';
import { NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';

export class SweptPath {
  /** Whether the sweep at hand begins where the one before it ended. */
  goesOn = false;
  readonly isDone: (key: number) => boolean;
  readonly #rows = new KeyedRows(512);
  /** By row: what the tool held at least of the cell's bone at the last pose of a sweep, and of which. */
  readonly #low = new GrowingArray(new Float64Array(512));
  readonly #sweep = new GrowingArray(new Uint32Array(512));
  #sweeps = 0;

  /** @param isDone of a cell's key, whether no sweep can add to it. */
  constructor(isDone: (key: number) => boolean) {
    this.isDone = isDone;
  }

  /** What the tool holds at least of a cell's bone as the sweep at hand begins. */
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

  /** Ends the sweep at hand. */
  end(): void {
    this.#sweeps++;
  }
}
