// The number of overlapping pairs of boxes, counted by the GPU in 64 bits: the carry across 2^32 is kept.

import { expect, test } from '@jest/globals';
import { COUNT, COUNTERS } from '#broad-phase/gpu-pairs.ts';
import { GpuLbvh } from '#bvh';
import { groupsOver, KernelSet, PrefixSum, RadixSort } from '#gpu';
import { inDeep } from '#harness/sets.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();

const countsFrom = (numbers: readonly number[]) =>
  test.each(numbers)('from %d on', async (before) => {
    const count = 100;
    // All at one place: each overlaps each, 4,950 pairs.
    const boxes = bufferOf(gpu, 'boxes', new Uint32Array(new Float32Array(6 * count).fill(0.25).buffer));
    const lbvh = await GpuLbvh.make(gpu, await RadixSort.make(gpu, await PrefixSum.make(gpu)));
    const tree = lbvh.prepare('spec', boxes, count);
    const words = new Uint32Array(Object.keys(COUNTERS).length);
    words[COUNTERS.low] = before;
    const buffers = {
      ...tree.buffers,
      counters: bufferOf(gpu, 'counters', words),
      overlapStarts: bufferOf(gpu, 'overlap starts', new Uint32Array(count)),
    };
    const constants = { workgroupSize: 64, lowWord: COUNTERS.low, highWord: COUNTERS.high };
    const run = (await KernelSet.make<keyof typeof COUNT.bindings>(gpu, [COUNT], constants)).bind('spec', buffers);
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    tree.encode(pass);
    run(pass, COUNT.label, groupsOver(count, 64));
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    const found = await readWords(gpu, buffers.counters, words.length);
    expect(2 ** 32 * found[COUNTERS.high] + found[COUNTERS.low]).toBe(before + (count * (count - 1)) / 2);
    for (const used of [tree, boxes, buffers.counters, buffers.overlapStarts]) used.destroy();
  });
countsFrom([2 ** 32 - 4950]);
inDeep(() => countsFrom([0, 1, 2 ** 32 - 4951, 2 ** 32 - 1]));
