// Pairs of bodies in any order → i, j, i, j, … with i < j, ascending.

import { grown } from '#core';

/** Each pair is added once. */
export class PairList {
  length = 0;
  #first = new Uint32Array(1024);
  #second = new Uint32Array(1024);

  add(a: number, b: number): void {
    const at = this.length++;
    if (at === this.#first.length) {
      this.#first = grown(this.#first, at, 2 * at);
      this.#second = grown(this.#second, at, 2 * at);
    }
    this.#first[at] = Math.min(a, b);
    this.#second[at] = Math.max(a, b);
  }

  /** @param bodies an upper limit of the numbers, exclusive. @returns the pairs so far, and empties the list. */
  take(bodies: number): Uint32Array {
    const count = this.length;
    this.length = 0;
    // Two counting sorts, least significant key first: by j, then by i, each stable.
    const byJ = orderBy(this.#second, null, count, bodies);
    const order = orderBy(this.#first, byJ, count, bodies);
    const pairs = new Uint32Array(2 * count);
    for (let row = 0; row < count; row++) {
      pairs[2 * row] = this.#first[order[row]];
      pairs[2 * row + 1] = this.#second[order[row]];
    }
    return pairs;
  }
}

/** The order that sorts rows by key, stable in `order`. */
function orderBy(keys: Uint32Array, order: Uint32Array | null, count: number, range: number): Uint32Array {
  const start = new Uint32Array(range + 1);
  for (let row = 0; row < count; row++) start[keys[row] + 1]++;
  for (let key = 0; key < range; key++) start[key + 1] += start[key];
  const sorted = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const at = order === null ? row : order[row];
    sorted[start[keys[at]]++] = at;
  }
  return sorted;
}
