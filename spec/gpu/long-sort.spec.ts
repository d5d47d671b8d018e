// The radix sort on the GPU of 2^20 keys.

import { expect, test } from '@jest/globals';
import { mulberry32 } from '../../lib/core/index.ts';
import { sortedByGpu } from '../harness/gpu-sort.ts';
import { specGpu } from '../harness/software-gpu.ts';

const gpu = await specGpu();
const SEED = 1_513;

test(`2^20 keys, equal ones as they came (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  // Of 2^24 values, so that some ten thousands are there twice.
  const keys = Uint32Array.from({ length: 2 ** 20 }, () => 2 ** 8 * Math.floor(2 ** 24 * random()));
  const [values, places] = await sortedByGpu(gpu, keys);
  expect(values).toEqual(keys.slice().sort());
  let wrong = 0;
  let equal = 0;
  for (let i = 0; i < values.length; i++) {
    if (keys[places[i]] !== values[i]) wrong++;
    if (i === 0 || values[i - 1] !== values[i]) continue;
    equal++;
    if (places[i - 1] >= places[i]) wrong++;
  }
  expect(wrong).toBe(0);
  expect(equal).toBeGreaterThan(10_000);
  expect(new Set(places).size).toBe(keys.length);
});
