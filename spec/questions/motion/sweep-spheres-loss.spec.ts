/**
 * @jest-environment-options {"isolated": true}
 */
// A device that is lost while spheres are swept: they are swept on another; a second loss is an error. No adapter at
// all is an error too, and with backend auto the CPU answers.

import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { sweepSpheres } from '#kerf';
import { losableDevices } from '#harness/losable-devices.ts';
import { mulberry32 } from '#harness/random.ts';
import { sweepsAround } from '#harness/sphere-sweeps.ts';

const ball = sphere({ radius: 10, subdivisions: 2 });
const sweeps = sweepsAround(ball, mulberry32(1707), 100);
// Few kernels: here devices are really lost, in the other specs of losses only with KERF_LONG=1.
const gpu = losableDevices({ isReal: true });

const byCpu = () => sweepSpheres(ball, sweeps, { backend: 'cpu' });

test('no adapter: said by name where one was asked for, else the CPU answers; asked again, it is looked for again', async () => {
  gpu.hasAdapter = false;
  const asked = sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  await expect(asked).rejects.toMatchObject({ name: 'DeviceError', code: 'NO_ADAPTER' });
  expect(await sweepSpheres(ball, sweeps)).toEqual(await byCpu());
  gpu.hasAdapter = true;
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(await byCpu());
});

test('a lost device: another, two calls at a time as well', async () => {
  const truth = await byCpu();
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(truth);
  const before = gpu.devices.length;
  gpu.onWait = () => {
    gpu.onWait = () => {};
    gpu.devices.at(-1)?.destroy();
  };
  const ask = () => sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  expect(await Promise.all([ask(), ask()])).toEqual([truth, truth]);
  expect(gpu.devices.length).toBe(before + 1);
  expect(await ask()).toEqual(truth);
  expect(gpu.devices.length).toBe(before + 1);
});

test('lost again and again: said by name, and the next call has a device again', async () => {
  gpu.onWait = () => gpu.devices.at(-1)?.destroy();
  const asked = sweepSpheres(ball, sweeps, { backend: 'webgpu' });
  await expect(asked).rejects.toMatchObject({ name: 'DeviceError', code: 'DEVICE_LOST' });
  gpu.onWait = () => {};
  expect(await sweepSpheres(ball, sweeps, { backend: 'webgpu' })).toEqual(await byCpu());
});
