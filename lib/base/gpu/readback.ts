// Bytes of GPU buffers → the host, with several readbacks in flight.

import { DeviceError } from '#core';
import type { Gpu } from './gpu.ts';

/** One part of a readback. */
export interface ReadbackPart {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  /** A multiple of 4. */
  readonly bytes: number;
}

/** Mappable buffers, used in turn: a buffer is free again when its readback is done. */
export class Readback {
  readonly #gpu: Gpu;
  readonly #free: GPUBuffer[] = [];
  #made = 0;
  #isDestroyed = false;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Copies the parts, one after another, at the end of `encoder`. Call `read` of the result after the submit. */
  copy(encoder: GPUCommandEncoder, parts: readonly ReadbackPart[]): { read(): Promise<ArrayBuffer> } {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const buffer = this.#take(bytes);
    let at = 0;
    for (const part of parts) {
      if (part.bytes > 0) encoder.copyBufferToBuffer(part.buffer, part.offset, buffer, at, part.bytes);
      at += part.bytes;
    }
    return { read: () => this.#read(buffer, bytes) };
  }

  /** Buffers still being read are destroyed when that is done. */
  destroy(): void {
    this.#isDestroyed = true;
    for (const buffer of this.#free) buffer.destroy();
    this.#free.length = 0;
  }

  /** @throws DeviceError DEVICE_LOST. */
  async #read(buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    try {
      await buffer.mapAsync(GPUMapMode.READ, 0, buffer.size);
    } catch (error) {
      // A mapping fails when the device is lost; the loss itself may be reported a little later.
      const why = this.#gpu.lost ?? (error instanceof Error ? error.message : String(error));
      throw new DeviceError(
        'DEVICE_LOST',
        `The GPU device "${this.#gpu.name}" was lost (${why}); run the query again.`,
        { cause: error },
      );
    }
    const out = buffer.getMappedRange(0, Math.max(bytes, 4)).slice(0, bytes);
    buffer.unmap();
    if (this.#isDestroyed) buffer.destroy();
    else this.#free.push(buffer);
    return out;
  }

  /** The smallest free buffer that is large enough, or a new one in place of the largest that is not. */
  #take(bytes: number): GPUBuffer {
    const fitting = this.#free.filter((buffer) => buffer.size >= bytes).sort((a, b) => a.size - b.size)[0];
    const old = fitting ?? this.#free.sort((a, b) => b.size - a.size)[0];
    if (old !== undefined) this.#free.splice(this.#free.indexOf(old), 1);
    if (fitting !== undefined) return fitting;
    old?.destroy();
    const size = Math.max(bytes, Math.min(1.5 * bytes, this.#gpu.device.limits.maxBufferSize));
    return this.#gpu.buffer(`readback ${this.#made++}`, size, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  }
}
