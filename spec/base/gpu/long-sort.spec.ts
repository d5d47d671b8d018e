// The radix sort on the GPU of many keys: 2^16, or with KERF_LONG=1 2^20.

import { expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { sortedByGpu } from '#harness/gpu-sort.ts';
import { longRun } from '#harness/long-run.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const SEED = 1_513;
const COUNT = longRun(2 ** 20, 2 ** 16);

test(`${COUNT} keys, equal ones as they came (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  // 2^24 possible values, so that many occur twice.
  const keys = Uint32Array.from({ length: COUNT }, () => 2 ** 8 * Math.floor(2 ** 24 * random()));
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
  expect(equal).toBeGreaterThan(longRun(10_000, 50));
  expect(new Set(places).size).toBe(keys.length);
});
