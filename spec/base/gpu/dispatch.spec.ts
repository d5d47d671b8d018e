// Workgroups over a number of items, known or not, and kernels whose stride is the number of threads.

import { describe, expect, test } from '@jest/globals';
import { dispatch } from '#gpu/dispatch.ts';
import { type Groups, groupsFor, groupsOver } from '#gpu';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();

test.each([
  [0, [0, 1]],
  [1, [1, 1]],
  [64, [1, 1]],
  [65, [2, 1]],
  [64 * 65535, [65535, 1]],
  [64 * 65535 + 1, [65535, 2]],
  [2 ** 32 - 1, [65535, 1025]],
])('%i items that the host knows have %j workgroups of 64', (items, expected) => {
  expect(groupsOver(items, 64)).toEqual(expected);
  expect(expected[0] * expected[1] * 64).toBeGreaterThanOrEqual(items);
});

test.each([
  [0, [1, 1]],
  [1, [1, 1]],
  [64, [1, 1]],
  [65, [2, 1]],
  [64 * 4096, [4096, 1]],
  [64 * 4096 + 1, [4096, 1]],
  [2 ** 32 - 1, [4096, 1]],
])('%i items that are expected have %j workgroups of 64', (items, expected) => {
  expect(groupsFor(items, 64)).toEqual(expected);
});

describe('a kernel with one thread an item', () => {
  const kernel = `
@group(0) @binding(0) var<storage, read> told: array<u32>;
@group(0) @binding(1) var<storage, read_write> taken: array<u32>;
fn itemCount() -> u32 { return told[0]; }
fn takeItem(item: u32) { taken[item] += 1u + item; }`;

  /** How often each item was taken, times its number plus 1. */
  async function taken(count: number, groups: Groups): Promise<Uint32Array> {
    const parts = [invocation, perItem, kernel];
    const pipeline = await gpu.kernel({ label: 'spec: take items', parts, constants: { workgroupSize: 64 } });
    const buffers = [
      bufferOf(gpu, 'told', Uint32Array.of(count)),
      bufferOf(gpu, 'taken', new Uint32Array(count + 100)),
    ];
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    dispatch(pass, groups);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    const words = await readWords(gpu, buffers[1], count + 100);
    for (const buffer of buffers) buffer.destroy();
    return words;
  }

  test.each<[number, Groups]>([
    ...([0, 1, 63, 64, 65, 1000].map((count) => [count, [3, 1]]) as [number, Groups][]),
    [1000, [1, 1]],
    [1000, [2, 3]],
    [1000, [100, 1]],
    [64 * 4096 + 77, groupsFor(2 ** 30, 64)],
  ])('takes each of %i once, and no other, by %j workgroups', async (count, groups) => {
    const words = await taken(count, groups);
    expect(words.findIndex((word, item) => word !== (item < count ? 1 + item : 0))).toBe(-1);
  });
});
