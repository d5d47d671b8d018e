// A device that is lost while spheres are swept: they are swept on another; lost again, that is said. No adapter at
// all: that is said too, and by backend auto the CPU answers.

import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sphere } from '../../datasets/index.ts';
import { findAdapter } from '../../lib/gpu/find-adapter.ts';
import { sweepSpheres } from '../../lib/index.ts';
import { mulberry32 } from '../harness/random.ts';
import { sweepsAround } from '../harness/sphere-sweeps.ts';

const ball = sphere({ radius: 10, subdivisions: 2 });
const sweeps = sweepsAround(ball, mulberry32(1707), 100);
/** The devices that kerf asked for, in order. */
const devices: GPUDevice[] = [];
let requestDevice: typeof GPUAdapter.prototype.requestDevice;
let requestAdapter: typeof GPU.prototype.requestAdapter;
let mapAsync: typeof GPUBuffer.prototype.mapAsync;
let hasAdapter = true;
/** Called when an answer begins to be waited for. */
let onWait: () => void = () => {};

beforeAll(async () => {
  await findAdapter(); // makes the classes of the API known
  ({ requestDevice } = GPUAdapter.prototype);
  ({ requestAdapter } = GPU.prototype);
  ({ mapAsync } = GPUBuffer.prototype);
  GPU.prototype.requestAdapter = function (...given) {
    return hasAdapter ? requestAdapter.apply(this, given) : Promise.resolve(null);
  };
  GPUAdapter.prototype.requestDevice = async function (...given) {
    const device = await requestDevice.apply(this, given);
    devices.push(device);
    return device;
  };
  GPUBuffer.prototype.mapAsync = function (...given) {
    const mapped = mapAsync.apply(this, given);
    onWait();
    return mapped;
  };
});
afterEach(() => {
  hasAdapter = true;
  onWait = () => {};
});
afterAll(() => {
  GPU.prototype.requestAdapter = requestAdapter;
  GPUAdapter.prototype.requestDevice = requestDevice;
  GPUBuffer.prototype.mapAsync = mapAsync;
  for (const device of devices) device.destroy();
});

const byCpu = () => sweepSpheres(ball, sweeps, { backend: 'cpu' });

test('no adapter: said by name where one was asked for, else the CPU answers; asked again, it is looked for again', async () => {
  hasAdapter = false;
  const asked = sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  await expect(asked).rejects.toMatchObject({ name: 'DeviceError', code: 'NO_ADAPTER' });
  expect(await sweepSpheres(ball, sweeps)).toEqual(await byCpu());
  hasAdapter = true;
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(await byCpu());
});

test('a lost device: another, two calls at a time as well', async () => {
  const truth = await byCpu();
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(truth);
  const before = devices.length;
  onWait = () => {
    onWait = () => {};
    devices.at(-1)?.destroy();
  };
  const ask = () => sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  expect(await Promise.all([ask(), ask()])).toEqual([truth, truth]);
  expect(devices.length).toBe(before + 1);
  expect(await ask()).toEqual(truth);
  expect(devices.length).toBe(before + 1);
});

test('lost again and again: said by name, and the next call has a device again', async () => {
  onWait = () => devices.at(-1)?.destroy();
  const asked = sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  await expect(asked).rejects.toMatchObject({ name: 'DeviceError', code: 'DEVICE_LOST' });
  onWait = () => {};
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(await byCpu());
});
