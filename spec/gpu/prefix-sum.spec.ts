// The prefix sum of every compaction, on the GPU, against a plain loop.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '../../lib/core/index.ts';
import { DispatchArgs, groupsOver, PrefixSum } from '../../lib/gpu/index.ts';
import { bufferOf, readWords, specGpu } from '../harness/software-gpu.ts';

const gpu = await specGpu();

/** Sums `values` on the GPU, sized by the host or by the GPU. */
async function summed(values: Uint32Array, workgroupSize: number, byGpu: boolean, capacity = values.length) {
  const prefixSum = await PrefixSum.make(gpu, workgroupSize);
  const counters = bufferOf(gpu, 'counters', Uint32Array.of(7, values.length, 99));
  const buffer = bufferOf(gpu, 'values', values);
  const sum = prefixSum.prepare('spec', { counters, countWord: 1, totalWord: 2, values: buffer, capacity });
  const dispatches = gpu.buffer('dispatches', 24, GPUBufferUsage.STORAGE | GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_SRC); // biome-ignore format: one call
  const args = await DispatchArgs.make(gpu);
  const task = { countWord: 1, capacity, itemsPerGroup: prefixSum.itemsPerGroup, slot: 1 };
  const sizing = args.prepare('spec', counters, dispatches, [task]);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  sizing.encode(pass);
  const groups = byGpu ? { buffer: dispatches, offset: 12 } : groupsOver(capacity, prefixSum.itemsPerGroup);
  sum.encode(pass, groups);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const out = await readWords(gpu, buffer, values.length);
  const [, , total] = await readWords(gpu, counters, 3);
  for (const used of [sum, sizing, counters, buffer, dispatches]) used.destroy();
  return { out, total };
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

const sizes = [0, 1, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4097, 70_001, 3_000_001];
const valuesOf = (length: number, seed: number) => {
  const random = mulberry32(seed);
  return Uint32Array.from({ length }, () => Math.floor(9 * random()));
};

describe('the sum of all values before each', () => {
  test.each(sizes)('of %i values, sized by the host', async (length) => {
    const values = valuesOf(length, 21);
    expectSame(await summed(values, 256, false), plainSums(values));
  });
  test.each(sizes)('of %i values, sized by the GPU', async (length) => {
    const values = valuesOf(length, 22);
    expectSame(await summed(values, 256, true), plainSums(values));
  });
  test.each([32, 64, 128])('in workgroups of %i', async (workgroupSize) => {
    const values = valuesOf(70_001, 23);
    expectSame(await summed(values, workgroupSize, true), plainSums(values));
  });
  test('leaves what lies beyond the capacity alone', async () => {
    const values = valuesOf(5000, 24);
    expectSame(await summed(values, 64, true, 3000), plainSums(values, 3000));
  });
  test('is the same 20 times over', async () => {
    const values = valuesOf(10_007, 25);
    const expected = plainSums(values);
    for (let round = 0; round < 20; round++) expectSame(await summed(values, 128, true), expected);
  });
});

test.each([
  [0, [0, 1, 1]],
  [1, [1, 1, 1]],
  [64, [1, 1, 1]],
  [65, [2, 1, 1]],
  [64 * 65535, [65535, 1, 1]],
  [64 * 65535 + 1, [65535, 2, 1]],
  [2 ** 32 - 1, [65535, 1025, 1]],
])('a dispatch over %i items has %j workgroups', async (items, expected) => {
  const counters = bufferOf(gpu, 'counters', Uint32Array.of(items));
  const dispatches = bufferOf(gpu, 'dispatches', new Uint32Array(3).fill(77));
  const args = await DispatchArgs.make(gpu);
  const task = { countWord: 0, capacity: 2 ** 32 - 1, itemsPerGroup: 64, slot: 0 };
  const sizing = args.prepare('spec', counters, dispatches, [task]);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  sizing.encode(pass);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  expect([...(await readWords(gpu, dispatches, 3))]).toEqual(expected);
  expect(expected[0] * expected[1] * 64).toBeGreaterThanOrEqual(items);
  for (const used of [sizing, counters, dispatches]) used.destroy();
});
