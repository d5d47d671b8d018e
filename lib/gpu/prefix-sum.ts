// A buffer of counts → for each the sum of those before it, in place, and their total, in three dispatches.
//
// Blocks are summed, the sums scanned by one workgroup, and added to a scan of each block (Blelloch 1990, ch. 1): no
// workgroup waits for another, which WebGPU does not promise.

import invocation from '../../wgsl/common/invocation.wgsl';
import addBlocks from '../../wgsl/gpu/add-blocks.kernel.wgsl';
import blockSums from '../../wgsl/gpu/block-sums.kernel.wgsl';
import prefixSum from '../../wgsl/gpu/prefix-sum.wgsl';
import scanBlocks from '../../wgsl/gpu/scan-blocks.kernel.wgsl';
import { PREFIX_SUM_TASK, wgslStruct } from '../records/index.ts';
import type { Gpu } from './gpu.ts';

const PER_THREAD = 4;

/** How a dispatch is sized: by the host, or by the GPU in a buffer for indirect dispatch. */
export type Groups =
  | readonly [x: number, y: number, z?: number]
  | { readonly buffer: GPUBuffer; readonly offset: number };

export function dispatch(pass: GPUComputePassEncoder, groups: Groups): void {
  if ('buffer' in groups) pass.dispatchWorkgroupsIndirect(groups.buffer, groups.offset);
  else if (groups[0] > 0) pass.dispatchWorkgroups(groups[0], groups[1], groups[2]);
}

/** Workgroups over a number of items that the host knows. */
export function groupsOver(items: number, itemsPerGroup: number): [number, number] {
  const groups = Math.ceil(items / itemsPerGroup);
  return [Math.min(groups, 65535), Math.max(1, Math.ceil(groups / 65535))];
}

interface PrefixSumTask {
  readonly counters: GPUBuffer;
  /** Word of `counters` that holds how many values there are, and the one that receives their total (modulo 2^32). */
  readonly countWord: number;
  readonly totalWord: number;
  /** u32 counts; replaced by the sums. */
  readonly values: GPUBuffer;
  /** Values that there is room for; a count beyond it is taken as this. */
  readonly capacity: number;
}

export class PrefixSum {
  /** Values of one workgroup: what an indirect dispatch of `encode` counts in. */
  readonly itemsPerGroup: number;
  readonly #gpu: Gpu;
  readonly #pipelines: readonly GPUComputePipeline[];

  private constructor(gpu: Gpu, pipelines: readonly GPUComputePipeline[], workgroupSize: number) {
    this.#gpu = gpu;
    this.#pipelines = pipelines;
    this.itemsPerGroup = workgroupSize * PER_THREAD;
  }

  static async make(gpu: Gpu, workgroupSize = 256): Promise<PrefixSum> {
    const struct = wgslStruct('PrefixSumTask', PREFIX_SUM_TASK);
    const kernel = (label: string, text: string) =>
      gpu.kernel({ label, parts: [struct, invocation, prefixSum, text], constants: { workgroupSize } });
    const pipelines = await Promise.all([
      kernel('prefix sum: block sums', blockSums),
      kernel('prefix sum: scan of block sums', scanBlocks),
      kernel('prefix sum: add', addBlocks),
    ]);
    return new PrefixSum(gpu, pipelines, workgroupSize);
  }

  /**
   * Makes what one sum needs; valid as long as its buffers are.
   * @returns encodes the sum into a pass, sized by `groups` workgroups of itemsPerGroup values.
   */
  prepare(
    label: string,
    task: PrefixSumTask,
  ): { encode(pass: GPUComputePassEncoder, groups: Groups): void; destroy(): void } {
    const { device } = this.#gpu;
    const { counters, values, countWord, totalWord, capacity } = task;
    const uniform = this.#gpu.buffer(`${label}: task`, 16, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    device.queue.writeBuffer(uniform, 0, Uint32Array.of(countWord, totalWord, capacity, 0));
    const blockBytes = 4 * Math.ceil(capacity / this.itemsPerGroup);
    const blocks = this.#gpu.buffer(`${label}: blocks`, blockBytes, GPUBufferUsage.STORAGE);
    const groupsOf = [
      [uniform, counters, values, blocks],
      [uniform, counters, blocks],
      [uniform, counters, values, blocks],
    ].map((buffers, k) =>
      device.createBindGroup({
        label: `${label}: ${this.#pipelines[k].label}`,
        layout: this.#pipelines[k].getBindGroupLayout(0),
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      }),
    );
    return {
      encode: (pass, groups) => {
        const sizes: Groups[] = [groups, [1, 1], groups];
        sizes.forEach((size, k) => {
          pass.setPipeline(this.#pipelines[k]);
          pass.setBindGroup(0, groupsOf[k]);
          dispatch(pass, size);
        });
      },
      destroy: () => {
        uniform.destroy();
        blocks.destroy();
      },
    };
  }
}
