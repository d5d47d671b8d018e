// The kernels of a stage → their pipelines; these and named buffers → their dispatches.

import type { Bindings, BufferName } from '#records';
import { dispatch, type Groups } from './dispatch.ts';
import type { Gpu, KernelSource } from './gpu.ts';

/** A kernel of a stage: `layout: auto` requires that it uses each of its buffers. */
export interface StageKernel extends KernelSource {
  readonly bindings: Bindings;
}

/** The names of the buffers of some kernels. */
export type BuffersOf<K extends StageKernel> = K extends StageKernel ? keyof K['bindings'] & BufferName : never;

/** Encodes one dispatch of the kernel with this label. */
type RunKernel = (pass: GPUComputePassEncoder, label: string, groups: Groups) => void;

export class KernelSet<Name extends BufferName> {
  readonly #gpu: Gpu;
  readonly #kernels: readonly StageKernel[];
  readonly #pipelines: readonly GPUComputePipeline[];

  private constructor(gpu: Gpu, kernels: readonly StageKernel[], pipelines: readonly GPUComputePipeline[]) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#pipelines = pipelines;
  }

  /** @throws DeviceError SHADER_ERROR (as a rejection). */
  static async make<Name extends BufferName>(
    gpu: Gpu,
    kernels: readonly StageKernel[],
    constants: Readonly<Record<string, number>>,
  ): Promise<KernelSet<Name>> {
    const pipelines = await Promise.all(kernels.map((kernel) => gpu.kernel({ ...kernel, constants })));
    return new KernelSet(gpu, kernels, pipelines);
  }

  /** Valid as long as the buffers are. @param label the owner's, for error messages. */
  bind(label: string, buffers: Readonly<Record<Name, GPUBuffer>>): RunKernel {
    const bound = new Map(
      this.#kernels.map((kernel, k) => {
        const pipeline = this.#pipelines[k];
        const group = this.#gpu.device.createBindGroup({
          label: `${label}: ${kernel.label}`,
          layout: pipeline.getBindGroupLayout(0),
          entries: entriesOf(kernel.bindings, buffers),
        });
        return [kernel.label, { pipeline, group }] as const;
      }),
    );
    return (pass, kernel, groups) => {
      const known = bound.get(kernel);
      if (known === undefined) throw new RangeError(`${label} has no kernel "${kernel}"`);
      pass.setPipeline(known.pipeline);
      pass.setBindGroup(0, known.group);
      dispatch(pass, groups);
    };
  }
}

/** The entries of a kernel's bind group. */
export function entriesOf<Name extends BufferName>(
  bindings: Bindings,
  buffers: Readonly<Record<Name, GPUBuffer>>,
): GPUBindGroupEntry[] {
  return Object.keys(bindings).map((name, binding) => ({ binding, resource: { buffer: buffers[name as Name] } }));
}
