// What a query on the GPU asks of the device, counted: one submit, one map, and a number of kernel launches that
// depends neither on the bone's size nor on h; a pose goes up, and what is left of its rows comes down. A kernel that
// is launched once a level, or once a body, breaks the bound.

import { expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { countWork } from '#spec/bench/gpu/count-work.mjs';
import { detectorsOn } from '#harness/backends.ts';
import { phantom } from '#harness/phantom.ts';

const makeOnGpu = await detectorsOn('webgpu');
const workSinceLast = countWork();
/** 19 kernels, and five prefix sums of one launch, or of two if many values are expected. */
const LAUNCHES = [19 + 5, 19 + 2 * 5];
/** Bytes: a pose and the sizes of lists; counters and lists that are read before their length is known. */
const MOST_UP = 1024;
const MOST_DOWN = 40_000;
const MOST_DOWN_A_ROW = 80;
const pose = cuttingPath({ poses: 9 }).slice(16 * 4, 16 * 5);

test('launches, submits, maps and bytes of a query, for bones of two sizes at two resolutions', async () => {
  const tool = sawBlade({ targetFaces: 600 });
  const launches: number[] = [];
  const rows: number[] = [];
  for (const faces of [5_000, 10_000])
    for (const resolution of [1, 6]) {
      const detector = await makeOnGpu({ bone: phantom(faces), tool, contactDistance: 0.2, resolution });
      // The second query has buffers that fit.
      await detector.detect(pose);
      workSinceLast();
      const report = await detector.detect(pose);
      const work = workSinceLast();
      expect(work).toMatchObject({ submits: 1, maps: 1, indirect: 0 });
      expect(work.bytesUp).toBeLessThan(MOST_UP);
      expect(work.bytesDown).toBeLessThan(MOST_DOWN + MOST_DOWN_A_ROW * report.contacts.length);
      launches.push(work.launches);
      rows.push(report.stats.subTriangles);
      detector.dispose();
    }
  expect(Math.max(...rows)).toBeGreaterThan(3 * Math.min(...rows));
  expect(Math.min(...rows)).toBeGreaterThan(50);
  expect(Math.min(...launches)).toBeGreaterThanOrEqual(LAUNCHES[0]);
  expect(Math.max(...launches)).toBeLessThanOrEqual(LAUNCHES[1]);
});
