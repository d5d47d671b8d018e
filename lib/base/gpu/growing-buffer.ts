// A number of bytes → a buffer that holds them, replaced by a larger one when it is too small.

import type { Gpu } from './gpu.ts';

/** Growth factor over the need, so that a slowly growing need does not replace the buffer each time. */
const SPARE = 1.5;

export class GrowingBuffer {
  readonly label: string;
  readonly #gpu: Gpu;
  readonly #usage: GPUBufferUsageFlags;
  #buffer: GPUBuffer;

  /** @param bytes to begin with. */
  constructor(gpu: Gpu, label: string, bytes: number, usage: GPUBufferUsageFlags) {
    this.#gpu = gpu;
    this.label = label;
    this.#usage = usage;
    this.#buffer = gpu.buffer(label, bytes, usage);
  }

  /** Changes when it grows: bind groups that hold the old one must be recreated. */
  get buffer(): GPUBuffer {
    return this.#buffer;
  }

  get bytes(): number {
    return this.#buffer.size;
  }

  /**
   * Grows to at least this many bytes; the contents are lost. Spare capacity beyond the device's limit is left out.
   * @returns whether it grew.
   * @throws DeviceError TOO_LARGE_FOR_DEVICE; the buffer is then as it was.
   */
  reserve(bytes: number): boolean {
    if (bytes <= this.#buffer.size) return false;
    const grown = this.#gpu.buffer(
      this.label,
      Math.max(bytes, Math.min(SPARE * bytes, this.#gpu.largestBuffer)),
      this.#usage,
    );
    this.#buffer.destroy();
    this.#buffer = grown;
    return true;
  }

  destroy(): void {
    this.#buffer.destroy();
  }
}
