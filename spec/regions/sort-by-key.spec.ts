// sortByKey is a stable sort; orderableBits keeps the order of f32.

import { expect, test } from '@jest/globals';
import { orderableBits, sortByKey } from '../../lib/regions/sort-by-key.ts';
import { mulberry32 } from '../harness/random.ts';

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

test(`orderableBits: a < b as f32 where it is so as integers, −0 just below 0 (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const values = Float32Array.from({ length: 2000 }, () => (random() - 0.5) * 10 ** (80 * random() - 40));
  values.set([0, -0, 1, -1, 2 ** -149, -(2 ** -149), 3.4e38, -3.4e38]);
  const bits = orderableBits(values.slice());
  const order = Array.from({ length: 2000 }, (_, i) => i).sort((i, j) => bits[i] - bits[j]);
  for (let i = 1; i < order.length; i++) expect(values[order[i]]).toBeGreaterThanOrEqual(values[order[i - 1]]);
});
