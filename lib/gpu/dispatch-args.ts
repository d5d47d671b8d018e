// Counts that the GPU wrote → a buffer of indirect dispatches over them, in one dispatch.

import text from '../../wgsl/gpu/dispatch-args.kernel.wgsl';
import { DISPATCH_TASK, recordWords } from '../records/index.ts';
import type { Gpu } from './gpu.ts';
import { entriesOf, type StageKernel } from './kernel-set.ts';

const KERNEL = {
  label: 'dispatch args',
  parts: [text],
  bindings: { tasks: 'read', counters: 'read', dispatches: 'write' },
} as const satisfies StageKernel;

export interface DispatchTask {
  /** Word of `counters`. */
  readonly countWord: number;
  /** Items that their buffer holds: no more are dispatched. */
  readonly capacity: number;
  readonly itemsPerGroup: number;
  /** Place in the dispatch buffer, DISPATCH_BYTES each. */
  readonly slot: number;
}

export class DispatchArgs {
  readonly #gpu: Gpu;
  readonly #pipeline: GPUComputePipeline;

  private constructor(gpu: Gpu, pipeline: GPUComputePipeline) {
    this.#gpu = gpu;
    this.#pipeline = pipeline;
  }

  static async make(gpu: Gpu): Promise<DispatchArgs> {
    return new DispatchArgs(gpu, await gpu.kernel(KERNEL));
  }

  /** @param dispatches made with usage INDIRECT | STORAGE. */
  prepare(
    label: string,
    counters: GPUBuffer,
    dispatches: GPUBuffer,
    tasks: readonly DispatchTask[],
  ): { encode(pass: GPUComputePassEncoder): void; destroy(): void } {
    const { device } = this.#gpu;
    const words = Uint32Array.from(tasks.flatMap((task) => recordWords(DISPATCH_TASK, task)));
    const list = this.#gpu.buffer(
      `${label}: dispatch tasks`,
      words.byteLength,
      GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
    );
    device.queue.writeBuffer(list, 0, words);
    const group = device.createBindGroup({
      label: `${label}: dispatch args`,
      layout: this.#pipeline.getBindGroupLayout(0),
      entries: entriesOf(KERNEL.bindings, { tasks: list, counters, dispatches }),
    });
    return {
      encode: (pass) => {
        pass.setPipeline(this.#pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(1);
      },
      destroy: () => list.destroy(),
    };
  }
}
