// The radix sort on the GPU against a stable sort: any number of keys, any bits, payloads with their keys.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { KEYS_PER_THREAD } from '#records';
import { sortedByGpu } from '#harness/gpu-sort.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
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
  const ofKeys = (counts: readonly number[]) =>
    test.each(counts)('of %i keys', async (count) => {
      const keys = keysOf(count, () => 2 ** 32 * random());
      expect(await sortedByGpu(gpu, keys)).toEqual(expected(keys));
    });
  ofKeys([0, 1, BLOCK + 1]);
  inDeep(() => ofKeys([2, 3, 777, BLOCK - 1, BLOCK, 2 * BLOCK + 5, longRun(40_001, 10_001)]));

  const ofKeysThatAre = (kinds: [string, (i: number) => number][]) =>
    test.each(kinds)('of keys that are %s, equal ones as they came', async (_, key) => {
      const keys = keysOf(3_333, key);
      expect(await sortedByGpu(gpu, keys)).toEqual(expected(keys));
    });
  ofKeysThatAre([['of two values', () => (random() < 0.5 ? 0 : 2 ** 31)]]);
  inDeep(() =>
    ofKeysThatAre([
      ['all equal', () => 7],
      ['all bits set', () => 2 ** 32 - 1],
      ['ascending', (i: number) => 3 * i],
      ['descending', (i: number) => 2 ** 32 - 1 - i],
      ['of one digit each', (i: number) => 2 ** (i % 32)],
    ]),
  );

  const byBits = (given: readonly number[]) =>
    test.each(given)('by %i bits', async (bits) => {
      const keys = keysOf(2_500, () => 2 ** bits * random());
      expect(await sortedByGpu(gpu, keys, bits)).toEqual(expected(keys));
    });

  byBits([5]);
  inDeep(() => byBits([1, 4, 8, 12, 30]));

  const inWorkgroups = (sizes: readonly number[]) =>
    test.each(sizes)('in workgroups of %i threads', async (workgroupSize) => {
      const keys = keysOf(1_000, () => 2 ** 32 * random());
      expect(await sortedByGpu(gpu, keys, 32, workgroupSize)).toEqual(expected(keys));
    });
  inWorkgroups([32]);
  inDeep(() => inWorkgroups([16, 64]));
});
