// A buffer of counts → for each the sum of those before it, in place, and their total, in three dispatches.
//
// Blocks are summed, the sums scanned by one workgroup, and added to a scan of each block (Blelloch 1990, ch. 1): no
// workgroup waits for another, which WebGPU does not promise.

import invocation from '../../wgsl/common/invocation.wgsl';
import addBlocks from '../../wgsl/gpu/add-blocks.kernel.wgsl';
import blockSums from '../../wgsl/gpu/block-sums.kernel.wgsl';
import prefixSum from '../../wgsl/gpu/prefix-sum.wgsl';
import scanBlocks from '../../wgsl/gpu/scan-blocks.kernel.wgsl';
import { PREFIX_SUM_TASK, recordWords, VALUES_PER_THREAD, wordsOf } from '../records/index.ts';
import { dispatch, type Groups, groupsFor } from './dispatch.ts';
import type { Gpu } from './gpu.ts';
import { entriesOf, type StageKernel } from './kernel-set.ts';

const common = [invocation, prefixSum];
/** In the order of their dispatches. */
const KERNELS = [
  {
    label: 'prefix sum: block sums',
    parts: [...common, blockSums],
    bindings: { scan: 'uniform', counters: 'read', values: 'read', blocks: 'write' },
  },
  {
    label: 'prefix sum: scan of block sums',
    parts: [...common, scanBlocks],
    bindings: { scan: 'uniform', counters: 'write', blocks: 'write' },
  },
  {
    label: 'prefix sum: add',
    parts: [...common, addBlocks],
    bindings: { scan: 'uniform', counters: 'read', values: 'write', blocks: 'read' },
  },
] as const satisfies readonly StageKernel[];

interface PrefixSumTask {
  readonly counters: GPUBuffer;
  /** Word of `counters` that holds how many values there are, and the one that receives their total (modulo 2^32). */
  readonly countWord: number;
  readonly totalWord: number;
  /** u32 counts; replaced by the sums. */
  readonly values: GPUBuffer;
  /** Values that the buffer holds; a greater count is taken as this. */
  readonly capacity: number;
}

export class PrefixSum {
  /** Values of a block. */
  readonly #itemsPerGroup: number;
  readonly #gpu: Gpu;
  readonly #pipelines: readonly GPUComputePipeline[];

  private constructor(gpu: Gpu, pipelines: readonly GPUComputePipeline[], workgroupSize: number) {
    this.#gpu = gpu;
    this.#pipelines = pipelines;
    this.#itemsPerGroup = workgroupSize * VALUES_PER_THREAD;
  }

  static async make(gpu: Gpu, workgroupSize = 256): Promise<PrefixSum> {
    const constants = { workgroupSize };
    const pipelines = await Promise.all(KERNELS.map((kernel) => gpu.kernel({ ...kernel, constants })));
    return new PrefixSum(gpu, pipelines, workgroupSize);
  }

  /**
   * Makes what one sum needs; valid as long as its buffers are.
   * @returns encodes the sum into a pass; `expected` values, as a rule (groupsFor).
   */
  prepare(
    label: string,
    task: PrefixSumTask,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void; destroy(): void } {
    const { device } = this.#gpu;
    const { counters, values, countWord, totalWord, capacity } = task;
    const { UNIFORM, COPY_DST, STORAGE } = GPUBufferUsage;
    const scan = this.#gpu.buffer(`${label}: task`, 4 * wordsOf(PREFIX_SUM_TASK), UNIFORM | COPY_DST);
    device.queue.writeBuffer(
      scan,
      0,
      Uint32Array.from(recordWords(PREFIX_SUM_TASK, { countWord, totalWord, capacity })),
    );
    const blockBytes = 4 * Math.ceil(capacity / this.#itemsPerGroup);
    const blocks = this.#gpu.buffer(`${label}: blocks`, blockBytes, STORAGE);
    const groupsOf = KERNELS.map(({ label: kernel, bindings }, k) =>
      device.createBindGroup({
        label: `${label}: ${kernel}`,
        layout: this.#pipelines[k].getBindGroupLayout(0),
        entries: entriesOf(bindings, { scan, counters, values, blocks }),
      }),
    );
    return {
      encode: (pass, expected) => {
        const groups = groupsFor(expected, this.#itemsPerGroup);
        const sizes: Groups[] = [groups, [1, 1], groups];
        sizes.forEach((size, k) => {
          pass.setPipeline(this.#pipelines[k]);
          pass.setBindGroup(0, groupsOf[k]);
          dispatch(pass, size);
        });
      },
      destroy: () => {
        scan.destroy();
        blocks.destroy();
      },
    };
  }
}
