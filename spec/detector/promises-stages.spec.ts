// A detector's guarantees, tested with every stage 1 except scanlines, which promises-cpu and promises-webgpu test;
// those of the GPU only with KERF_LONG=1, since other specs compare their reports with those by scanlines.

import { FARTHEST } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { promisesOf } from './tables/promises.ts';

await promisesOf('cpu', 1 / 8, 0, 'bvh');
await promisesOf('cpu', 1 / 8, 0, 'bvh-front');
await promisesOf('cpu', 1 / 8, 0, 'image');
for (const stage of (['bvh-front', 'image'] as const).slice(0, longRun(2, 0)))
  await promisesOf('webgpu', 1 / 24, FARTHEST, stage);
