// A buffer of counts → for each the sum of those before it, in place, and their total, in two dispatches, or in one if
// few are expected.
//
// Reduce, then scan (G. E. Blelloch 1990, ch. 1): each workgroup sums its range of the values; then each sums the
// ranges before its own and scans its range. No workgroup waits for another: WebGPU does not guarantee progress.

import invocation from '#wgsl/common/invocation.wgsl';
import prefixSum from '#wgsl/gpu/prefix-sum.wgsl';
import rangeSums from '#wgsl/gpu/range-sums.kernel.wgsl';
import scanRanges from '#wgsl/gpu/scan-ranges.kernel.wgsl';
import { PREFIX_SUM_TASK, recordWords, VALUES_PER_THREAD, wordsOf } from '#records';
import { dispatch, groupsFor } from './dispatch.ts';
import type { Gpu } from './gpu.ts';
import { entriesOf, type StageKernel } from './kernel-set.ts';

const common = [invocation, prefixSum];
/** In the order of their dispatches. */
const KERNELS = [
  {
    label: 'prefix sum: sums of ranges',
    parts: [...common, rangeSums],
    bindings: { scan: 'uniform', counters: 'read', values: 'read', ranges: 'write' },
  },
  {
    label: 'prefix sum: scan',
    parts: [...common, scanRanges],
    bindings: { scan: 'uniform', counters: 'write', values: 'write', ranges: 'read' },
  },
] as const satisfies readonly StageKernel[];

/** Blocks that one workgroup scans in turn, so that no dispatch waits for another's sums. */
const BLOCKS_OF_ONE = 4;

interface PrefixSumTask {
  readonly counters: GPUBuffer;
  /** Word of `counters` that holds the number of values, and the one that receives their total (modulo 2^32). */
  readonly countWord: number;
  readonly totalWord: number;
  /** u32 counts; replaced by the sums. */
  readonly values: GPUBuffer;
  /** The number of values of a sum that the buffer holds; a greater count is clamped to this. */
  readonly capacity: number;
  /** Sums whose values alternate in the buffer; their totals go to as many words. Default 1. */
  readonly sums?: number;
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
   * Makes everything that one sum needs; valid as long as its buffers are.
   * @returns a function that encodes the sum into a pass; `expected`: the typical number of values (groupsFor).
   */
  prepare(
    label: string,
    task: PrefixSumTask,
  ): { encode(pass: GPUComputePassEncoder, expected: number): void; destroy(): void } {
    const { device } = this.#gpu;
    const { counters, values, countWord, totalWord, capacity, sums = 1 } = task;
    const { UNIFORM, COPY_DST, STORAGE } = GPUBufferUsage;
    const scan = this.#gpu.buffer(`${label}: task`, 4 * wordsOf(PREFIX_SUM_TASK), UNIFORM | COPY_DST);
    device.queue.writeBuffer(
      scan,
      0,
      Uint32Array.from(recordWords(PREFIX_SUM_TASK, { countWord, totalWord, capacity, sums })),
    );
    const [mostGroups] = groupsFor(capacity, this.#itemsPerGroup);
    const ranges = this.#gpu.buffer(`${label}: ranges`, 4 * mostGroups * sums, STORAGE);
    const groupsOf = KERNELS.map(({ label: kernel, bindings }, k) =>
      device.createBindGroup({
        label: `${label}: ${kernel}`,
        layout: this.#pipelines[k].getBindGroupLayout(0),
        entries: entriesOf(bindings, { scan, counters, values, ranges }),
      }),
    );
    return {
      encode: (pass, expected) => {
        const isFew = expected <= BLOCKS_OF_ONE * this.#itemsPerGroup;
        const groups = groupsFor(isFew ? 1 : Math.min(expected, capacity), this.#itemsPerGroup);
        for (let k = groups[0] === 1 ? 1 : 0; k < KERNELS.length; k++) {
          pass.setPipeline(this.#pipelines[k]);
          pass.setBindGroup(0, groupsOf[k]);
          dispatch(pass, [groups[0], groups[1], sums]);
        }
      },
      destroy: () => {
        scan.destroy();
        ranges.destroy();
      },
    };
  }
}
