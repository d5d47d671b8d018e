// A spec file → a WebGPU device that spec files of this process pass on to each other, with the kernels compiled.

import { afterAll } from '@jest/globals';
import { findAdapter } from '#gpu/find-adapter.ts';
import { type Gpu, openGpu } from '#gpu';
import { specProcess } from './spec-process.ts';

/**
 * The spec's detectors share it. A spec that loses or destroys devices opens its own.
 * @throws if there is no adapter: a GPU spec that cannot run fails.
 */
export async function specGpu(): Promise<Gpu> {
  const found = await findAdapter();
  const gpu = 'reason' in found ? found : await openBorrowed(found.instance);
  if ('reason' in gpu)
    throw new Error(
      `No GPU adapter for the specs: ${gpu.reason}. Run them through "npm test", which brings a software Vulkan driver.`,
    );
  afterAll(() => specProcess.returnDevice(gpu.device));
  return gpu;
}

/** kerf's own device, taken from the kept ones. */
async function openBorrowed(instance: GPU): ReturnType<typeof openGpu> {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = function (descriptor) {
    return specProcess.borrowDevice(() => requestDevice.call(this, descriptor), this, instance);
  };
  try {
    return await openGpu();
  } finally {
    GPUAdapter.prototype.requestDevice = requestDevice;
  }
}

/**
 * specGpu's device without its Gpu: kerf still requests its own. Give it back with specProcess.returnDevice.
 * @throws if there is no adapter.
 */
export async function borrowedDevice(): Promise<GPUDevice> {
  const found = await findAdapter();
  if ('reason' in found) throw new Error(found.reason);
  const { requestDevice } = GPUAdapter.prototype;
  let device: GPUDevice | undefined;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    device = await specProcess.borrowDevice(() => requestDevice.call(this, descriptor), this, found.instance);
    throw new Error('The spec has taken this device');
  };
  try {
    // An earlier file of this process may have opened it already.
    const gpu = await openGpu();
    if (!('reason' in gpu)) return gpu.device;
    if (device === undefined) throw new Error(gpu.reason);
    return device;
  } finally {
    GPUAdapter.prototype.requestDevice = requestDevice;
  }
}

/** Makes a storage buffer with these numbers. */
export function bufferOf(gpu: Gpu, label: string, values: Uint32Array | Int32Array | Float32Array): GPUBuffer {
  const buffer = gpu.buffer(label, values.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC); // biome-ignore format: one call
  gpu.device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
  return buffer;
}

/** The first words of a buffer, after all submitted work. */
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

/** What a kernel with cases at binding 0 and answers at binding 1 answers. @param width words per answer. */
export async function answersOf(
  gpu: Gpu,
  pipeline: GPUComputePipeline,
  given: Int32Array | Float32Array,
  count: number,
  width: number,
): Promise<Float32Array> {
  const words = width * count;
  const buffers = [bufferOf(gpu, 'cases', given), bufferOf(gpu, 'answers', new Uint32Array(words))];
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const found = new Float32Array((await readWords(gpu, buffers[1], words)).buffer);
  for (const buffer of buffers) buffer.destroy();
  return found;
}
