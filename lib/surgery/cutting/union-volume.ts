// By cell: the volumes of several sweeps → the volume of their union.
//
// In a cell, the union takes at least as much bone as each sweep, and at most the sum of what each sweep adds to those
// before it.

import { GrowingArray, KerfError, UNIT_ROUNDOFF } from '#core';
import { NONE } from './cut-grid.ts';
import { KeyedRows } from './keyed-rows.ts';
import type { VolumeBounds } from './removed-volume.ts';

/** The fraction of a cell's bone that may be left when the cell counts as done. */
const LEFT = 2 ** -16;

/** With both ends of all n terms ≥ 0, each sum is off by at most n·u times itself. */
export class BoundsSum {
  #count = 0;
  #low = 0;
  #high = 0;

  add(low: number, high: number): void {
    this.#count++;
    this.#low += low;
    this.#high += high;
  }

  get total(): VolumeBounds {
    const slack = this.#count * UNIT_ROUNDOFF;
    return { low: this.#low * (1 - slack), high: this.#high * (1 + slack) };
  }
}

export class UnionVolume {
  readonly #rows = new KeyedRows(512);
  readonly #bone = new GrowingArray(new Float64Array(512));
  readonly #low = new GrowingArray(new Float64Array(512));
  readonly #high = new GrowingArray(new Float64Array(512));

  /**
   * @param bone the cell's bone; volumes are in cells.
   * @param low lower bound of what the sweep takes. @param fresh upper bound of what it takes that no earlier one took.
   */
  add(key: number, bone: number, low: number, fresh: number): void {
    const row = this.#rows.add(key);
    if (row === this.#bone.length) {
      this.#bone.push(bone);
      this.#low.push(0);
      this.#high.push(0);
    }
    const [lows, highs] = [this.#low.values, this.#high.values];
    lows[row] = Math.max(lows[row], low);
    highs[row] = Math.min(bone, highs[row] + fresh);
    if (lows[row] > highs[row]) throw contradiction(lows[row], highs[row]);
  }

  /** Whether no sweep can change the cell's interval by more than LEFT. */
  isDone(key: number): boolean {
    const row = this.#rows.find(key);
    if (row === NONE) return false;
    const bone = this.#bone.values[row];
    return this.#high.values[row] === bone && bone - this.#low.values[row] <= LEFT * bone;
  }

  /** @param visit receives a row, which stays the cell's, its key, its bone, and bounds of what all sweeps took. */
  each(visit: (row: number, key: number, bone: number, low: number, high: number) => void): void {
    const keys = this.#rows.keys();
    for (let row = 0; row < keys.length; row++)
      visit(row, keys[row], this.#bone.values[row], this.#low.values[row], this.#high.values[row]);
  }

  /** In cells. */
  sum(): VolumeBounds {
    const sum = new BoundsSum();
    this.each((_row, _key, _bone, low, high) => sum.add(low, high));
    return sum.total;
  }
}

/** Two bounds of one volume that exclude each other: neither can be returned. */
export function contradiction(low: number, high: number): KerfError {
  return new KerfError(
    'CONTRADICTION',
    `The volume that a cut takes from a cell of the bone is at least ${low} and at most ${high} of the cell, expected no more at least than at most; this is a fault of kerf: please report the bone, the tool and the motion.`,
  );
}
