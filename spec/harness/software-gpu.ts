// A spec file → its own WebGPU device, destroyed when the file is done.

import { afterAll } from '@jest/globals';
import { type Gpu, openGpu } from '../../lib/gpu/index.ts';

/** @throws where there is no adapter: a spec of the GPU that cannot run fails. */
export async function specGpu(): Promise<Gpu> {
  const gpu = await openGpu();
  if ('reason' in gpu)
    throw new Error(
      `No GPU adapter for the specs: ${gpu.reason}. Run them through "npm test", which brings a software Vulkan driver.`,
    );
  afterAll(() => gpu.dispose());
  return gpu;
}

/** Makes a storage buffer that holds these numbers. */
export function bufferOf(gpu: Gpu, label: string, values: Uint32Array | Int32Array | Float32Array): GPUBuffer {
  const buffer = gpu.buffer(label, values.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC); // biome-ignore format: one call
  gpu.device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
  return buffer;
}

/** The first words of a buffer, after all work that was submitted. */
export async function readWords(gpu: Gpu, buffer: GPUBuffer, words: number, from = 0): Promise<Uint32Array> {
  if (words === 0) return new Uint32Array(0);
  const back = gpu.buffer('spec readback', 4 * words, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  const encoder = gpu.device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 4 * from, back, 0, 4 * words);
  gpu.device.queue.submit([encoder.finish()]);
  await back.mapAsync(GPUMapMode.READ);
  const out = new Uint32Array(back.getMappedRange().slice(0, 4 * words));
  back.destroy();
  return out;
}
