// The kernels of a stage → their pipelines, and from these and named buffers their dispatches.

import type { Gpu, KernelSource } from './gpu.ts';
import { dispatch, type Groups } from './prefix-sum.ts';

/** A kernel and the names of its buffers, binding 0 first. */
export interface StageKernel<Name extends string> extends KernelSource {
  readonly bindings: readonly Name[];
}

/** Encodes one dispatch of the kernel with this label. */
type RunKernel = (pass: GPUComputePassEncoder, label: string, groups: Groups) => void;

export class KernelSet<Name extends string> {
  readonly #gpu: Gpu;
  readonly #kernels: readonly StageKernel<Name>[];
  readonly #pipelines: readonly GPUComputePipeline[];

  private constructor(gpu: Gpu, kernels: readonly StageKernel<Name>[], pipelines: readonly GPUComputePipeline[]) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#pipelines = pipelines;
  }

  /** @throws DeviceError SHADER_ERROR (as a rejection). */
  static async make<Name extends string>(
    gpu: Gpu,
    kernels: readonly StageKernel<Name>[],
    constants: Readonly<Record<string, number>>,
  ): Promise<KernelSet<Name>> {
    const pipelines = await Promise.all(kernels.map(({ label, parts }) => gpu.kernel({ label, parts, constants })));
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
          entries: kernel.bindings.map((name, binding) => ({ binding, resource: { buffer: buffers[name] } })),
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
