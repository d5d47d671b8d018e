// NumberTable against Map: the same answers after several growths, and nothing left of the previous filling.

import { expect, test } from '@jest/globals';
import { NumberTable } from '#core/number-table.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 63;

test(`20,000 keys, large and small, a third of them again: what Map would say (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const table = new NumberTable();
  for (const largest of [1e4, 2 ** 32, 2 ** 53]) {
    table.clear();
    const known = new Map<number, number>();
    const keys: number[] = [];
    let again = 0;
    for (let i = 0; i < 20_000; i++) {
      const key = i % 3 === 2 ? keys[Math.floor(random() * keys.length)] : Math.floor(random() * largest);
      keys.push(key);
      const expected = known.get(key) ?? -1;
      if (expected < 0) known.set(key, i);
      else again++;
      if (table.findOrAdd(key, i) !== expected) throw new Error(`key ${key}, the ${i}th: expected ${expected}`);
    }
    expect(again).toBeGreaterThan(5000);
  }
});
