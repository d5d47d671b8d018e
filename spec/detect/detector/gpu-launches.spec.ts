// What a query on the GPU asks of the device, counted: one submit, one map, and a number of kernel launches that
// depends neither on the bone's size nor on h. A kernel that is launched once a level, or once a body,
// breaks the bound.

import { afterEach, expect, jest, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { detectorsOn } from '#harness/backends.ts';
import { phantom } from '#harness/phantom.ts';

const makeOnGpu = await detectorsOn('webgpu');
/** 22 kernels, and five prefix sums of one launch, or of two if many values are expected. */
const LAUNCHES = [22 + 5, 22 + 2 * 5];
const pose = cuttingPath({ poses: 9 }).slice(16 * 4, 16 * 5);

afterEach(() => {
  jest.restoreAllMocks();
});

test('launches, submits and maps of a query, for bones of two sizes at two resolutions', async () => {
  const tool = sawBlade({ targetFaces: 600 });
  const launches: number[] = [];
  const rows: number[] = [];
  for (const faces of [5_000, 10_000])
    for (const resolution of [1, 6]) {
      const detector = await makeOnGpu({ bone: phantom(faces), tool, contactDistance: 0.2, resolution });
      // The second query has buffers that fit.
      await detector.detect(pose);
      const direct = jest.spyOn(GPUComputePassEncoder.prototype, 'dispatchWorkgroups');
      const indirect = jest.spyOn(GPUComputePassEncoder.prototype, 'dispatchWorkgroupsIndirect');
      const submits = jest.spyOn(GPUQueue.prototype, 'submit');
      const maps = jest.spyOn(GPUBuffer.prototype, 'mapAsync');
      const report = await detector.detect(pose);
      expect([indirect, submits, maps].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
      launches.push(direct.mock.calls.length);
      rows.push(report.stats.subTriangles);
      jest.restoreAllMocks();
      detector.dispose();
    }
  expect(Math.max(...rows)).toBeGreaterThan(3 * Math.min(...rows));
  expect(Math.min(...rows)).toBeGreaterThan(50);
  expect(Math.min(...launches)).toBeGreaterThanOrEqual(LAUNCHES[0]);
  expect(Math.max(...launches)).toBeLessThanOrEqual(LAUNCHES[1]);
});
