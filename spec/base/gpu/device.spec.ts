/**
 * @jest-environment-options {"isolated": true}
 */
// A device that exists, the caller's device, a lost device, and no device.

import { afterEach, describe, expect, test } from '@jest/globals';
import { findAdapter } from '#gpu/find-adapter.ts';
import { type Gpu, openGpu, Readback } from '#gpu';

async function opened(device?: GPUDevice): Promise<Gpu> {
  const gpu = await openGpu({ device });
  if ('reason' in gpu) throw new Error(gpu.reason);
  return gpu;
}

/** A device with WebGPU's default limits and no features, as a caller may supply it. */
async function callersDevice(): Promise<GPUDevice> {
  const found = await findAdapter();
  if ('reason' in found) throw new Error(found.reason);
  return found.adapter.requestDevice();
}

/** Stands in for navigator.gpu, which takes precedence over the Node package. */
function withNavigatorGpu(requestAdapter: (() => Promise<unknown>) | undefined): void {
  const gpu = requestAdapter && { requestAdapter };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { gpu } });
}
const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

const adapterCalled = (name: string) => ({ info: { vendor: 'v', architecture: name, device: '', description: '' } });

describe('the adapter', () => {
  test('is named, and a software one is known as such', async () => {
    const gpu = await opened();
    expect(gpu.name).not.toBe('');
    expect(gpu.software).toBe(/swiftshader|llvmpipe/i.test(gpu.name));
    gpu.dispose();
  });
  test('is a real one where there is one beside a software one', async () => {
    let asked = 0;
    withNavigatorGpu(async () => adapterCalled(asked++ === 0 ? 'swiftshader' : 'ampere'));
    const found = await findAdapter();
    expect(found).toMatchObject({ name: 'v ampere', software: false });
  });
  test('is a software one where there is no other', async () => {
    withNavigatorGpu(async () => adapterCalled('swiftshader'));
    expect(await findAdapter()).toMatchObject({ name: 'v swiftshader', software: true });
  });
  test('that is absent gives a reason', async () => {
    withNavigatorGpu(async () => null);
    expect(await openGpu()).toEqual({ reason: expect.stringContaining('no adapter') });
  });
});

describe('the device', () => {
  test('of a caller is used and never destroyed', async () => {
    const device = await callersDevice();
    const gpu = await opened(device);
    expect(gpu.device).toBe(device);
    gpu.dispose();
    const buffer = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    await buffer.mapAsync(GPUMapMode.READ);
    expect(gpu.lost).toBeNull();
    device.destroy();
  });
  test('of our own is destroyed with the Gpu', async () => {
    const gpu = await opened();
    gpu.dispose();
    await gpu.whenLost;
    expect(gpu.lost).not.toBeNull();
  });
  test('that is lost is noticed: by what waits for it, and by what comes later', async () => {
    const gpu = await opened();
    const readback = new Readback(gpu);
    const source = gpu.buffer('source', 64, GPUBufferUsage.COPY_SRC);
    const encoder = gpu.device.createCommandEncoder();
    const reading = readback.copy(encoder, [{ buffer: source, offset: 0, bytes: 64 }]);
    gpu.device.queue.submit([encoder.finish()]);
    const read = reading.read();
    gpu.device.destroy();
    await expect(read).rejects.toMatchObject({ code: 'DEVICE_LOST' });
    await gpu.whenLost;
    expect(() => gpu.buffer('later', 16, GPUBufferUsage.STORAGE)).toThrow(
      expect.objectContaining({ code: 'DEVICE_LOST' }),
    );
  });
});

test('a kernel that does not compile says so with the compiler’s lines', async () => {
  const gpu = await opened();
  const bad = gpu.kernel({
    label: 'bad one',
    parts: ['@compute @workgroup_size(1)', 'fn main() { let a: u32 = 1.5; }'],
  });
  await expect(bad).rejects.toMatchObject({ code: 'SHADER_ERROR', message: expect.stringMatching(/"bad one".*2:/) });
  gpu.dispose();
});
