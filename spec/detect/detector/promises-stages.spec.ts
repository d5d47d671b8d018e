// A detector's guarantees, tested with every stage 1 except scanlines, which promises-cpu and promises-webgpu test: a
// third with each stage; all, and those of the GPU, only with KERF_LONG=1.

import { describe } from '@jest/globals';
import type { Backend, CandidateMethod } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { FARTHEST } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { thirdOfTable } from './tables/extent.ts';
import { longPromises, plainPromises } from './tables/promises.ts';

const CPU = longRun(1 / 8, 1 / 12);
const GPU = 1 / 24;
// The front, kept from pose to pose, has the first third, with a path's reports asked one by one.
await promisesOf('cpu', CPU, 0, 'bvh-front', 0);
await promisesOf('cpu', CPU, 0, 'image', 1);
await promisesOf('cpu', CPU, 0, 'bvh', 2);
for (const stage of (['bvh-front', 'image'] as const).slice(0, longRun(2, 0)))
  await promisesOf('webgpu', GPU, FARTHEST, stage, 0);

async function promisesOf(
  backend: Backend,
  effort: number,
  farthest: number,
  candidates: CandidateMethod,
  first: 0 | 1 | 2,
): Promise<void> {
  const createDetector = await detectorsOn(backend, candidates);
  describe(`backend ${backend}, candidates ${candidates}`, () => {
    plainPromises(createDetector, thirdOfTable(effort, first));
    longPromises(createDetector, thirdOfTable(effort, first), farthest);
  });
}
