// Methods of the broad phase that a GPU serves → their pairs. Loaded on demand.

import { DeviceError } from '#core';
import { openGpu } from '#gpu';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { gpuHybridPairs } from './gpu-hybrid.ts';
import { GpuPairs } from './gpu-pairs.ts';

export class GpuBroadPhase {
  readonly #pairs: GpuPairs;

  private constructor(pairs: GpuPairs) {
    this.#pairs = pairs;
  }

  /** @throws DeviceError NO_ADAPTER, SHADER_ERROR, DEVICE_LOST (as rejections). */
  static async open(): Promise<GpuBroadPhase> {
    const gpu = await openGpu();
    if ('reason' in gpu)
      throw new DeviceError('NO_ADAPTER', `Backend webgpu was asked for, but ${gpu.reason}; use backend auto or cpu.`);
    try {
      return new GpuBroadPhase(await GpuPairs.make(gpu));
    } catch (error) {
      gpu.dispose();
      throw error;
    }
  }

  /** As GpuPairs.pairs, with its errors. */
  pairs(method: BroadPhaseMethod, boxes: Boxes): Promise<Uint32Array> {
    return method === 'hybrid' ? gpuHybridPairs(this.#pairs, boxes) : this.#pairs.pairs(boxes);
  }

  dispose(): void {
    this.#pairs.dispose();
  }
}
