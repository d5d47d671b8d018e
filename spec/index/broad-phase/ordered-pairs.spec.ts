// Ordering of pairs: a set that returns its numbers ascending, and a list of pairs, against sorting.

import { expect, test } from '@jest/globals';
import { AscendingSet } from '#broad-phase/ascending-set.ts';
import { PairList } from '#broad-phase/pair-list.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1520;

test.each([1, 2, 32, 33, 1024, 1025, 40_000, 2 ** 20 + 1])(`a set of numbers below %i, seed ${SEED}`, (range) => {
  const random = mulberry32(SEED);
  const set = new AscendingSet(range);
  const out = new Uint32Array(2000);
  for (let round = 0; round < 20; round++) {
    const given = Array.from({ length: Math.floor(300 * random()) }, () => Math.floor(range * random()));
    given.push(0, range - 1);
    for (const value of given) set.add(value);
    const end = set.take(out, 5);
    expect([...out.subarray(5, end)]).toEqual([...new Set(given)].sort((a, b) => a - b));
  }
  expect(set.take(out, 0)).toBe(0);
});

test(`a list of pairs, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const list = new PairList();
  for (const bodies of [2, 3, 100, 5000]) {
    const keys = new Set<number>();
    for (let k = 0; k < 3000; k++) {
      const a = Math.floor(bodies * random());
      const b = Math.floor(bodies * random());
      const key = Math.min(a, b) * bodies + Math.max(a, b);
      if (a === b || keys.has(key)) continue;
      keys.add(key);
      list.add(a, b);
    }
    const sorted = [...keys].sort((p, q) => p - q).flatMap((key) => [Math.floor(key / bodies), key % bodies]);
    expect([...list.take(bodies)]).toEqual(sorted);
    expect(list.take(bodies).length).toBe(0);
  }
});
