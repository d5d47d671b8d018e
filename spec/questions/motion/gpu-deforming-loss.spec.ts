/**
 * @jest-environment-options {"isolated": true}
 */
// A device that is lost in the middle of a step of a deforming surface: another device gives the same answer, and the
// steps after it; a second loss is an error; without an adapter, making the detector fails.

import { afterAll, expect, test } from '@jest/globals';
import { createImpactDetector, type ImpactDetector } from '#kerf';
import { type DeformingCase, deformingCases, tableBytes } from '#harness/deforming-cases.ts';
import { losableDevices } from '#harness/losable-devices.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const random = mulberry32(2041);
const { vertexCount, faces, start } = deformingCases(random).find(
  ({ name }) => name === 'sheet, freely',
) as DeformingCase;
const far = 0.2 * (Math.max(...start) - Math.min(...start));
const way = [start];
for (let step = 0; step < 4; step++) way.push(way[step].map((x) => x + far * signed(random)));
const gpu = losableDevices();

const onGpu = () => createImpactDetector({ vertexCount, faces, backend: 'webgpu' });
/** One for the tests that lose devices: the kernels of each take a software adapter seconds to compile. */
let made: Promise<ImpactDetector> | undefined;
const losing = () => {
  made ??= onGpu();
  return made;
};
afterAll(async () => (await made)?.dispose());

async function byCpu(): Promise<string[]> {
  const detector = await createImpactDetector({ vertexCount, faces });
  const tables: string[] = [];
  for (let step = 0; step < 4; step++) {
    const table = await detector.impacts(way[step], way[step + 1]);
    expect(table.length).toBeGreaterThan(0);
    tables.push(tableBytes(table));
  }
  return tables;
}

test('no adapter: said by name when the detector is made', async () => {
  gpu.hasAdapter = false;
  await expect(onGpu()).rejects.toMatchObject({ name: 'DeviceError', code: 'NO_ADAPTER' });
});

test('lost in the second step: that and the next are answered on another, the same bytes', async () => {
  const detector = await losing();
  const tables: string[] = [];
  for (let step = 0; step < 4; step++) {
    if (step === 1)
      gpu.onWait = () => {
        gpu.onWait = () => {};
        gpu.devices.at(-1)?.destroy();
      };
    tables.push(tableBytes(await detector.impacts(way[step], way[step + 1])));
  }
  expect(tables).toEqual(await byCpu());
  expect(gpu.devices.length).toBe(2);
});

test('lost again and again: said by name, and the next question has a device again', async () => {
  const detector = await losing();
  gpu.onWait = () => gpu.devices.at(-1)?.destroy();
  const asked = detector.impacts(way[0], way[1]);
  await expect(asked).rejects.toMatchObject({ name: 'DeviceError', code: 'DEVICE_LOST' });
  gpu.onWait = () => {};
  expect(tableBytes(await detector.impacts(way[0], way[1]))).toBe((await byCpu())[0]);
});
