// The prefix sum of every compaction, on the GPU, against a plain loop.

import { describe, expect, jest, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { PrefixSum } from '#gpu';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;

/** Sums `values` on the GPU. @param capacity to which a greater number of values is cut. @param expected values. */
async function summed(
  values: Uint32Array,
  workgroupSize = 256,
  { capacity = values.length, expected = capacity }: { capacity?: number; expected?: number } = {},
) {
  const prefixSum = await PrefixSum.make(gpu, workgroupSize);
  const counters = bufferOf(gpu, 'counters', Uint32Array.of(7, values.length, 99));
  const buffer = gpu.buffer('values', 4 * Math.max(capacity, values.length), STORAGE | COPY_SRC | COPY_DST);
  gpu.device.queue.writeBuffer(buffer, 0, values);
  const sum = prefixSum.prepare('spec', { counters, countWord: 1, totalWord: 2, values: buffer, capacity });
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  const dispatches = jest.spyOn(pass, 'dispatchWorkgroups');
  sum.encode(pass, expected);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const out = await readWords(gpu, buffer, values.length);
  const [, , total] = await readWords(gpu, counters, 3);
  for (const used of [sum, counters, buffer]) used.destroy();
  return { out, total, dispatches: dispatches.mock.calls.map(([groups]) => groups) };
}

function plainSums(values: Uint32Array, count = values.length): { out: Uint32Array; total: number } {
  const out = values.slice();
  let before = 0;
  for (let i = 0; i < count; i++) {
    out[i] = before;
    before = (before + values[i]) >>> 0;
  }
  return { out, total: before };
}

type Sums = { readonly out: Uint32Array; readonly total: number };
function expectSame(found: Sums, wanted: Sums): void {
  expect(found.total).toBe(wanted.total);
  expect(found.out.length).toBe(wanted.out.length);
  expect(found.out.findIndex((value, i) => value !== wanted.out[i])).toBe(-1);
}

const quickSizes = [0, 1, 256, 257, 1025, 4097];
const deepSizes = [63, 64, 65, 255, 1023, 1024, 70_001, longRun(3_000_001, 300_001)];
const valuesOf = (length: number, seed: number) => {
  const random = mulberry32(seed);
  return Uint32Array.from({ length }, () => Math.floor(9 * random()));
};

describe('the sum of all values before each', () => {
  const ofValues = (sizes: readonly number[]) => {
    test.each(sizes)('of %i values', async (length) => {
      const values = valuesOf(length, 21);
      expectSame(await summed(values), plainSums(values));
    });
    test.each(sizes)('of %i values where fewer are expected: a workgroup takes several blocks', async (length) => {
      const values = valuesOf(length, 22);
      expectSame(await summed(values, 256, { expected: length / 7 }), plainSums(values));
    });
  };
  ofValues(quickSizes);
  inDeep(() => ofValues(deepSizes));
  const inWorkgroups = (workgroups: readonly number[]) =>
    test.each(workgroups)('in workgroups of %i', async (workgroupSize) => {
      const values = valuesOf(longRun(70_001, 20_001), 23);
      expectSame(await summed(values, workgroupSize), plainSums(values));
    });
  inWorkgroups([32]);
  inDeep(() => inWorkgroups([64, 128]));
  test('of three sequences that alternate in the buffer, each by itself', async () => {
    for (const [length, expected] of [
      [0, 0],
      [777, 777],
      [20_001, 20_001],
      [20_001, 3_000],
    ]) {
      const rows = [24, 25, 26].map((seed) => valuesOf(length, seed));
      const values = Uint32Array.from({ length: 3 * length }, (_, i) => rows[i % 3][Math.floor(i / 3)]);
      const counters = bufferOf(gpu, 'counters', Uint32Array.of(length, 91, 92, 93, 94));
      const buffer = bufferOf(gpu, 'values', values.length > 0 ? values : new Uint32Array(1));
      const prefixSum = await PrefixSum.make(gpu);
      const task = { counters, countWord: 0, totalWord: 1, values: buffer, capacity: length, sums: 3 };
      const sum = prefixSum.prepare('spec', task);
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      sum.encode(pass, expected);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
      const out = await readWords(gpu, buffer, values.length);
      const totals = await readWords(gpu, counters, 5);
      for (const used of [sum, counters, buffer]) used.destroy();
      rows.forEach((row, k) => {
        const found = Uint32Array.from({ length }, (_, i) => out[3 * i + k]);
        expectSame({ out: found, total: totals[1 + k] }, plainSums(row));
      });
      expect([totals[0], totals[4]]).toEqual([length, 94]);
    }
  });

  test('leaves what lies beyond the capacity alone', async () => {
    const values = valuesOf(5000, 24);
    expectSame(await summed(values, 64, { capacity: 3000 }), plainSums(values, 3000));
  });
  test('of more than the capacity expected: no more workgroups than there are sums for', async () => {
    const values = valuesOf(30_000, 26);
    const { dispatches, ...sums } = await summed(values, 64, { capacity: 20_000, expected: 300_000 });
    expectSame(sums, plainSums(values, 20_000));
    expect(dispatches).toEqual([79, 79]);
  });
  test('in one dispatch of one workgroup for four blocks, in two for more', async () => {
    const values = valuesOf(4097, 27);
    expect((await summed(values, 256, { expected: 4096 })).dispatches).toEqual([1]);
    expect((await summed(values, 256, { expected: 4097 })).dispatches).toEqual([5, 5]);
  });
  test(`is the same ${longRun(20, 3)} times over`, async () => {
    const values = valuesOf(10_007, 25);
    const expected = plainSums(values);
    for (let round = 0; round < longRun(20, 3); round++) expectSame(await summed(values, 128), expected);
  });
});
