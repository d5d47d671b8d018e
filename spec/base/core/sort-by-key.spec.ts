// sortByKey and sortByShortKey are stable sorts.

import { expect, test } from '@jest/globals';
import { sortByKey, sortByShortKey } from '#core/sort-by-key.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 53;

test(`sortByKey: ascending, equal keys in their order, for keys of all sizes (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (const count of [0, 1, 2, 1000])
    for (const range of [2, 65536, 65537, 2 ** 32]) {
      const keys = Uint32Array.from({ length: count }, () => Math.floor(range * random()));
      const expected = Array.from({ length: count }, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
      expect([...sortByKey(keys, count)]).toEqual(expected);
    }
  const longer = Uint32Array.of(5, 3, 4, 0, 0);
  expect([...sortByKey(longer, 3)]).toEqual([1, 2, 0]);
});

test(`sortByShortKey: ascending, equal keys in their order (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (const count of [0, 1, 2, 1000])
    for (const range of [2, 300, 65536]) {
      const keys = Uint16Array.from({ length: count }, () => Math.floor(range * random()));
      const expected = Array.from({ length: count }, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
      expect([...sortByShortKey(keys, count)]).toEqual(expected);
    }
  expect([...sortByShortKey(Uint16Array.of(5, 65535, 4, 0, 0), 3)]).toEqual([2, 0, 1]);
});
