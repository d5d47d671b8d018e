// What every method of the broad phase promises.

import type { Boxes } from './boxes.ts';

/** One way to find all overlapping pairs among the boxes that it was made for, which are changed in place. */
export interface PairFinder {
  /** Call it when boxes have changed. */
  update(): void;
  /** i, j, i, j, … of all pairs i < j whose closed boxes share a point, ascending. */
  pairs(): Uint32Array;
}

/** A method that keeps nothing from one answer to the next. */
export class Anew implements PairFinder {
  readonly #boxes: Boxes;
  readonly #find: (boxes: Boxes) => Uint32Array;

  constructor(boxes: Boxes, find: (boxes: Boxes) => Uint32Array) {
    this.#boxes = boxes;
    this.#find = find;
  }

  update(): void {}

  pairs(): Uint32Array {
    return this.#find(this.#boxes);
  }
}
