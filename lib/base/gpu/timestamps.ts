// Compute passes of a submit → the milliseconds that each stage took on the GPU, if the adapter measures time.

import type { Gpu } from './gpu.ts';
import type { ReadbackPart } from './readback.ts';

/** The most passes of one submit. */
const MOST_PASSES = 16;
const BYTES_PER_PASS = 16;

/** One submit's passes. Without the feature `timestamp-query` it begins passes but measures nothing. */
export class StageTimer {
  readonly #queries: GPUQuerySet | null;
  readonly #resolved: GPUBuffer | null;
  readonly #stages: string[] = [];

  constructor(gpu: Gpu) {
    const { device, hasTimestamps } = gpu;
    this.#queries = hasTimestamps
      ? device.createQuerySet({ label: 'stage times', type: 'timestamp', count: 2 * MOST_PASSES })
      : null;
    this.#resolved = hasTimestamps
      ? gpu.buffer('stage times', BYTES_PER_PASS * MOST_PASSES, GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC)
      : null;
  }

  /** Begins a pass that counts for a stage; several may count for the same. */
  begin(encoder: GPUCommandEncoder, stage: string): GPUComputePassEncoder {
    const at = 2 * this.#stages.push(stage) - 2;
    const querySet = this.#queries;
    const timestampWrites =
      querySet === null ? undefined : { querySet, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 };
    return encoder.beginComputePass({ label: stage, timestampWrites });
  }

  /** Call after the last pass. @returns what to read back for `milliseconds`: nothing if time is not measured. */
  resolve(encoder: GPUCommandEncoder): ReadbackPart[] {
    if (this.#queries === null || this.#resolved === null) return [];
    encoder.resolveQuerySet(this.#queries, 0, 2 * this.#stages.length, this.#resolved, 0);
    return [{ buffer: this.#resolved, offset: 0, bytes: BYTES_PER_PASS * this.#stages.length }];
  }

  /**
   * @param ticks what was read back: nanoseconds at the beginning and the end of each pass.
   * @returns by stage; null if time is not measured.
   */
  milliseconds(ticks: BigUint64Array): Record<string, number> | null {
    if (this.#queries === null) return null;
    const sums: Record<string, number> = {};
    this.#stages.forEach((stage, pass) => {
      // A clock that was set back between the two would give a negative number.
      const nanoseconds = Math.max(0, Number(ticks[2 * pass + 1] - ticks[2 * pass]));
      sums[stage] = (sums[stage] ?? 0) + nanoseconds / 1e6;
    });
    return sums;
  }

  destroy(): void {
    this.#queries?.destroy();
    this.#resolved?.destroy();
  }
}
