// 32-bit hashes → numbers of entries: open addressing with linear probing; the caller keeps the keys.
//
//     slot   hash & mask
//               ↓
//     ┌────┬────┬────┬────┬────┬────┬────┬────┐   A slot holds base + entry + 1. A slot not above base is free:
//     │ 0  │ 12 │ 15 │ 9  │ 3  │ 0  │ 0  │ 5  │   it holds 0, or an entry from before the last `clear`, which raises
//     └────┴────┴────┴────┴────┴────┴────┴────┘   base and touches no slot. With base = 8 this table holds entries 3, 6
//                                                 and 0, and five of its slots are free.
//
// A caller walks the entries that may have its hash and compares their keys, which are in arrays of its own. If it
// finds no equal key, it puts its new entry into the free slot at which the walk ended:
//
//     for (let entry = table.first(hash); entry >= 0; entry = table.next()) if (keys[entry] === key) return entry;
//     table.put(count++);
//     if (table.isCrowded) table.widen(hashOfEntry);
//
// So one table serves keys of every shape: numbers (NumberTable), positions, triples of corners, cells of space.
// Source: D. E. Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L.

/** One more than the largest entry; the base at which `clear` empties the slots. Their sum fits into 31 bits. */
const MOST = 2 ** 30;

/** The parts of a table; they can be passed to another thread. */
export interface HashTableParts {
  readonly slots: Int32Array;
  readonly base: number;
  readonly top: number;
  readonly count: number;
}

/** At most half of the slots are taken, so the table has 8 to 16 bytes per entry once it has grown. */
export class HashTable {
  #slots: Int32Array;
  #base = 0;
  /** The largest number in a slot. */
  #top = 0;
  #count = 0;
  /** The slot that the last walk has reached. */
  #at = 0;

  /** @param expected the number of entries that it holds before it must be widened. */
  constructor(expected = 512) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(8, 2 * expected))));
  }

  /** A table of these parts, which it owns from now on. */
  static of({ slots, base, top, count }: HashTableParts): HashTable {
    const table = new HashTable(0);
    table.#slots = slots;
    table.#base = base;
    table.#top = top;
    table.#count = count;
    return table;
  }

  /** The table's own arrays, not copies. */
  get parts(): HashTableParts {
    return { slots: this.#slots, base: this.#base, top: this.#top, count: this.#count };
  }

  /** Forgets every entry, in constant time. */
  clear(): void {
    this.#count = 0;
    this.#base = this.#top;
    if (this.#top < MOST) return;
    this.#slots.fill(0);
    this.#base = 0;
    this.#top = 0;
  }

  /** The first entry that may have the hash; a number below 0 if there is none. */
  first(hash: number): number {
    this.#at = hash & (this.#slots.length - 1);
    return this.#slots[this.#at] - this.#base - 1;
  }

  /** The entry after the one that `first` or `next` returned last; a number below 0 if there is none. */
  next(): number {
    this.#at = (this.#at + 1) & (this.#slots.length - 1);
    return this.#slots[this.#at] - this.#base - 1;
  }

  /**
   * Adds an entry where the walk has ended, that is, after `first` or `next` returned a number below 0.
   * @param entry from 0 to 2^30 − 1.
   */
  put(entry: number): void {
    const held = this.#base + entry + 1;
    this.#slots[this.#at] = held;
    if (held > this.#top) this.#top = held;
    this.#count++;
  }

  /** Whether more than half of the slots are taken. The caller then widens the table before the next walk. */
  get isCrowded(): boolean {
    return 2 * this.#count > this.#slots.length;
  }

  /** Doubles the number of slots. @param hashOf returns the hash under which an entry was put. */
  widen(hashOf: (entry: number) => number): void {
    const had = this.#slots;
    const base = this.#base;
    const slots = new Int32Array(2 * had.length);
    const mask = slots.length - 1;
    for (const held of had) {
      if (held <= base) continue;
      let at = hashOf(held - base - 1) & mask;
      while (slots[at] > base) at = (at + 1) & mask;
      slots[at] = held;
    }
    this.#slots = slots;
  }
}

/**
 * Extends the hash of a run of 32-bit words by one more word; the hash of an empty run is 0. Each word is mixed into
 * all lower bits.
 */
export function hashWith(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const coordinates = new Float64Array(3);
const words = new Int32Array(coordinates.buffer);

/** The hash of the three coordinates at offset `at`, by their f64 bits; −0 counts as 0. */
export function hashPoint(P: Float64Array | Float32Array, at: number): number {
  // Adding 0 turns −0 into 0.
  for (let axis = 0; axis < 3; axis++) coordinates[axis] = P[at + axis] + 0;
  let hash = 0;
  for (let word = 0; word < 6; word++) hash = hashWith(hash, words[word]);
  return hash;
}
