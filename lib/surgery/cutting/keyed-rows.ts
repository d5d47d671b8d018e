// Keys of a lattice → rows of columns that the caller keeps.

import { grown, HashTable, type HashTableParts } from '#core';

/** The data of the rows of one block size; it can be passed to another thread. */
export interface KeyedRowsParts {
  readonly table: HashTableParts;
  readonly keys: Uint32Array<ArrayBuffer>;
  readonly count: number;
}

/**
 * Keys are whole numbers below 2^32, rows count up from 0. A row is never removed: what it stands for may come and go,
 * and finds the same row when it returns.
 */
export class KeyedRows {
  #table: HashTable;
  #keys: Uint32Array<ArrayBuffer>;
  #count = 0;
  readonly #block: number;
  readonly #bricks: number;
  readonly #hashOfRow = (row: number): number => this.#hash(this.#keys[row]);

  /**
   * @param block keys k·block … (k + 1)·block − 1 belong to one brick. They share one part of the table, so that
   * walking through a brick walks through memory.
   */
  constructor(block: number, expected = 512) {
    this.#block = block;
    this.#bricks = 1 / block;
    this.#table = new HashTable(expected);
    this.#keys = new Uint32Array(expected);
  }

  /** Rows of these parts; they take ownership of them. */
  static of(block: number, { table, keys, count }: KeyedRowsParts): KeyedRows {
    const rows = new KeyedRows(block, 0);
    rows.#table = HashTable.of(table);
    rows.#keys = keys;
    rows.#count = count;
    return rows;
  }

  /** The rows' own arrays, not copies. */
  get parts(): KeyedRowsParts {
    return { table: this.#table.parts, keys: this.#keys, count: this.#count };
  }

  get count(): number {
    return this.#count;
  }

  /** The number of rows that columns should hold, so that they grow only when this table does. */
  get capacity(): number {
    return this.#keys.length;
  }

  /** The rows' keys, in order of insertion. */
  keys(): Uint32Array<ArrayBuffer> {
    return this.#keys.subarray(0, this.#count);
  }

  /** The key's row; −1 if it has none. */
  find(key: number): number {
    const keys = this.#keys;
    const table = this.#table;
    for (let row = table.first(this.#hash(key)); row >= 0; row = table.next()) if (keys[row] === key) return row;
    return -1;
  }

  /** The key's row; a new one if it has none. */
  add(key: number): number {
    const found = this.find(key);
    if (found >= 0) return found;
    const row = this.#count++;
    if (row === this.#keys.length) this.#keys = grown(this.#keys, row, 2 * row);
    this.#keys[row] = key;
    this.#table.put(row);
    if (this.#table.isCrowded) this.#table.widen(this.#hashOfRow);
    return row;
  }

  #hash(key: number): number {
    // A product, since a division is slower. A brick's first key may count to the one before, which does no harm.
    const brick = (key * this.#bricks) >>> 0;
    return (Math.imul(brick, 0x9e3779b1) + (key - Math.imul(brick, this.#block))) | 0;
  }
}
