// The radix sort on the GPU against a stable sort: any number of keys, any bits, payloads with their keys.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { KEYS_PER_THREAD } from '#records';
import { sortedByGpu } from '#harness/gpu-sort.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const SEED = 1_512;

/** A comparison sort, which JavaScript guarantees to be stable. */
function expected(keys: Uint32Array): [Uint32Array, Uint32Array] {
  const places = Uint32Array.from([...keys.keys()].sort((a, b) => keys[a] - keys[b]));
  return [Uint32Array.from(places, (place) => keys[place]), places];
}

const BLOCK = 256 * KEYS_PER_THREAD;
const random = mulberry32(SEED);
const keysOf = (count: number, key: (i: number) => number) => Uint32Array.from({ length: count }, (_, i) => key(i));

describe(`radix sort (seed ${SEED})`, () => {
  test.each([0, 1, 2, 3, 777, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 5, 40_001])('of %i keys', async (count) => {
    const keys = keysOf(count, () => 2 ** 32 * random());
    expect(await sortedByGpu(gpu, keys)).toEqual(expected(keys));
  });

  test.each([
    ['all equal', () => 7],
    ['all bits set', () => 2 ** 32 - 1],
    ['ascending', (i: number) => 3 * i],
    ['descending', (i: number) => 2 ** 32 - 1 - i],
    ['of two values', () => (random() < 0.5 ? 0 : 2 ** 31)],
    ['of one digit each', (i: number) => 2 ** (i % 32)],
  ])('of keys that are %s, equal ones as they came', async (_, key) => {
    const keys = keysOf(3_333, key);
    expect(await sortedByGpu(gpu, keys)).toEqual(expected(keys));
  });

  test.each([1, 4, 5, 8, 12, 30])('by %i bits', async (bits) => {
    const keys = keysOf(2_500, () => 2 ** bits * random());
    expect(await sortedByGpu(gpu, keys, bits)).toEqual(expected(keys));
  });

  test.each([16, 32, 64])('in workgroups of %i threads', async (workgroupSize) => {
    const keys = keysOf(5_000, () => 2 ** 32 * random());
    expect(await sortedByGpu(gpu, keys, 32, workgroupSize)).toEqual(expected(keys));
  });
});
