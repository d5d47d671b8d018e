/**
 * @jest-environment-options {"isolated": true}
 */
// A device that is lost while pairs are found: they are found on another; a second loss, or dispose, is an error.

import { afterAll, expect, test } from '@jest/globals';
import { type BroadPhase, createBroadPhase } from '#kerf';
import { overlappingBoxes } from '#reference';
import { boxSet } from '#harness/box-sets.ts';
import { partOf } from '#harness/long-run.ts';
import { losableDevices } from '#harness/losable-devices.ts';

const boxes = boxSet('size ratio 1 : 1000', 500, 1_577);
const truth = overlappingBoxes(boxes);
/** Not disposed before the end: the next test's has its device, with the kernels compiled. */
const made: BroadPhase[] = [];
const gpu = losableDevices();
afterAll(() => {
  for (const found of made) found.dispose();
});

async function make(method: 'lbvh' | 'hybrid'): Promise<BroadPhase> {
  made.push(await createBroadPhase({ boxes, method, backend: 'webgpu' }));
  return made[made.length - 1];
}

test.each(partOf(['lbvh', 'hybrid'] as const, 2, 1))(
  'by %s on another device, two answers at a time as well',
  async (method) => {
    const found = await make(method);
    const before = gpu.devices.length;
    gpu.onWait = () => {
      gpu.onWait = () => {};
      gpu.devices.at(-1)?.destroy();
    };
    expect(await Promise.all([found.pairs(), found.pairs()])).toEqual([truth, truth]);
    expect(gpu.devices.length).toBe(before + 1);
    expect(await found.pairs()).toEqual(truth);
    expect(gpu.devices.length).toBe(before + 1);
  },
);

test('lost again and again: said by name, and the next answer has a device again', async () => {
  const found = made.at(-1) ?? (await make('lbvh'));
  gpu.onWait = () => gpu.devices.at(-1)?.destroy();
  await expect(found.pairs()).rejects.toMatchObject({ name: 'DeviceError', code: 'DEVICE_LOST' });
  gpu.onWait = () => {};
  expect(await found.pairs()).toEqual(truth);
});

test('taken away by dispose: that is what is said', async () => {
  const found = made.at(-1) ?? (await make('lbvh'));
  const asked = found.pairs();
  found.dispose();
  await expect(asked).rejects.toMatchObject({ code: 'DISPOSED' });
});
