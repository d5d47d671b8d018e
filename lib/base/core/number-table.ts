// Whole numbers → the 32-bit integers that are stored under them.

import { grown } from './growing.ts';
import { HashTable, hashWith } from './hash-table.ts';

/** Keys are whole numbers from 0 to 2^53, and values are 32-bit integers. */
export class NumberTable {
  readonly #table = new HashTable();
  #keys = new Float64Array(512);
  #values = new Int32Array(512);
  #count = 0;
  readonly #hashOfEntry = (entry: number): number => hashOf(this.#keys[entry]);

  clear(): void {
    this.#table.clear();
    this.#count = 0;
  }

  /** The value that is stored under the key. If there is none, stores `value` and returns −1. */
  findOrAdd(key: number, value: number): number {
    const table = this.#table;
    for (let entry = table.first(hashOf(key)); entry >= 0; entry = table.next())
      if (this.#keys[entry] === key) return this.#values[entry];
    const entry = this.#count++;
    if (entry === this.#keys.length) {
      this.#keys = grown(this.#keys, entry, entry + 1);
      this.#values = grown(this.#values, entry, entry + 1);
    }
    this.#keys[entry] = key;
    this.#values[entry] = value;
    table.put(entry);
    if (table.isCrowded) table.widen(this.#hashOfEntry);
    return -1;
  }
}

function hashOf(key: number): number {
  const high = Math.floor(key / 2 ** 32);
  return hashWith(Math.imul(high, 0x85ebca6b), key - high * 2 ** 32);
}
