// HashTable against a Map: the same entries after growth and clearing, with any hashes. hashPoint: by a point's bits.

import { describe, expect, test } from '@jest/globals';
import { HashTable, hashPoint, hashWith } from '#core';
import { mulberry32 } from '#harness/random.ts';

const SEED = 71;

/** Finds a key as the table's callers do; adds it as a new entry if it is absent. */
class Keys {
  readonly table: HashTable;
  readonly #hash: (key: number) => number;
  #keys: number[] = [];

  constructor(expected: number, hash: (key: number) => number) {
    this.table = new HashTable(expected);
    this.#hash = hash;
  }

  clear(): void {
    this.table.clear();
    this.#keys = [];
  }

  entryOf(key: number): number {
    const { table } = this;
    for (let entry = table.first(this.#hash(key)); entry >= 0; entry = table.next())
      if (this.#keys[entry] === key) return entry;
    const entry = this.#keys.push(key) - 1;
    table.put(entry);
    if (table.isCrowded) table.widen((held) => this.#hash(this.#keys[held]));
    return entry;
  }
}

describe.each([
  ['mixed', (key: number) => hashWith(0, key)],
  ['all equal', () => -1],
  ['of the last bits alone', (key: number) => key],
])('hashes %s', (_, hash) => {
  test.each([0, 512])(`a Map's entries, table made for %i, thrice filled (seed ${SEED})`, (expected) => {
    const random = mulberry32(SEED);
    const keys = new Keys(expected, hash);
    for (const count of [400, 7, 1200]) {
      keys.clear();
      const known = new Map<number, number>();
      let again = 0;
      for (let i = 0; i < count; i++) {
        const key = Math.floor(random() * count);
        const entry = known.get(key) ?? known.size;
        if (known.has(key)) again++;
        known.set(key, entry);
        if (keys.entryOf(key) !== entry) throw new Error(`key ${key}, the ${i}th: expected entry ${entry}`);
      }
      expect(again / count).toBeGreaterThan(0.2);
      for (const [key, entry] of known) expect(keys.entryOf(key)).toBe(entry);
    }
  });
});

test('the largest entry is held, and nothing of it after clear, though the base cannot rise above it again', () => {
  const table = new HashTable(8);
  const largest = 2 ** 30 - 1;
  for (let round = 0; round < 5; round++) {
    expect(table.first(3)).toBeLessThan(0);
    table.put(largest - round);
    expect(table.first(3)).toBe(largest - round);
    expect(table.next()).toBeLessThan(0);
    table.put(0);
    table.widen(() => 3);
    expect([table.first(3), table.next()].sort((a, b) => a - b)).toEqual([0, largest - round]);
    table.clear();
  }
});

test('hashPoint: equal for equal coordinates of either precision and either zero, and by the last bit', () => {
  const points = Float64Array.of(1, -0, 2, 1, 0, 2, 1 + Number.EPSILON, 0, 2);
  expect(hashPoint(points, 0)).toBe(hashPoint(points, 3));
  expect(hashPoint(Float32Array.of(1, 0, 2), 0)).toBe(hashPoint(points, 0));
  expect(hashPoint(points, 6)).not.toBe(hashPoint(points, 0));
});
