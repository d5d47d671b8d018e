// Ascending lists of pairs, no pair in two of them → one ascending list.

import { capacityFor } from '#core';

/** @param bodies an upper limit of the numbers, exclusive. */
export function mergePairs(lists: readonly Uint32Array[], bodies: number): Uint32Array {
  return lists.length === 1 ? lists[0] : new Merge(lists).all(bodies);
}

class Merge {
  readonly #lists: readonly Uint32Array[];
  /** By list: where the present body's row begins. */
  readonly #at: Float64Array;
  readonly #merged: Uint32Array;
  #end = 0;
  #row = new Uint32Array(256);

  constructor(lists: readonly Uint32Array[]) {
    this.#lists = lists;
    this.#at = new Float64Array(lists.length);
    this.#merged = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  }

  all(bodies: number): Uint32Array {
    for (let body = 0; body < bodies; body++) {
      const start = this.#end;
      for (let k = 0; k < this.#lists.length; k++) {
        const middle = this.#end;
        this.#copyRow(body, k);
        if (start < middle && middle < this.#end) this.#mergeRuns(start, middle);
      }
    }
    return this.#merged;
  }

  /** Appends a body's row of list k. */
  #copyRow(body: number, k: number): void {
    const list = this.#lists[k];
    const merged = this.#merged;
    let at = this.#at[k];
    let end = this.#end;
    for (; at < list.length && list[at] === body; at += 2) {
      merged[end++] = body;
      merged[end++] = list[at + 1];
    }
    this.#at[k] = at;
    this.#end = end;
  }

  /** Merges two runs of one body, from start to middle and from there to the end, by their second numbers. */
  #mergeRuns(start: number, middle: number): void {
    const merged = this.#merged;
    const length = middle - start;
    if (this.#row.length < length) this.#row = new Uint32Array(capacityFor(length, this.#row.length));
    const row = this.#row;
    for (let i = 1; i < length; i += 2) row[i] = merged[start + i];
    let other = middle + 1;
    let to = start + 1;
    // The rest of the second run is already in place.
    for (let i = 1; i < length; to += 2)
      if (other < this.#end && merged[other] < row[i]) {
        merged[to] = merged[other];
        other += 2;
      } else {
        merged[to] = row[i];
        i += 2;
      }
  }
}
