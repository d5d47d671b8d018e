// A detector's guarantees, tested with every stage 1 except scanlines, which promises-cpu and promises-webgpu test;
// those of the GPU only with KERF_LONG=1, since other specs compare their reports with those by scanlines.

import { describe } from '@jest/globals';
import type { CandidateMethod } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { FARTHEST } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { detectManyTests } from './tables/detect-many.ts';
import { editBoneTests } from './tables/edit-bone.ts';
import { enclosedTests } from './tables/enclosed.ts';
import { promisesOf } from './tables/promises.ts';
import { sideTests } from './tables/sides.ts';

const EFFORT = 1 / 8;
await promisesOf('cpu', longRun(EFFORT, 1 / 12), 0, 'image');
for (const stage of ['bvh', 'bvh-front'] as const)
  if (longRun(1, 0) === 1) await promisesOf('cpu', EFFORT, 0, stage);
  else await pairsMatterTo(stage);
for (const stage of (['bvh-front', 'image'] as const).slice(0, longRun(2, 0)))
  await promisesOf('webgpu', 1 / 24, FARTHEST, stage);

/** The tables whose answers come from the pairs that are found; a front is kept from pose to pose. */
async function pairsMatterTo(stage: CandidateMethod): Promise<void> {
  const createDetector = await detectorsOn('cpu', stage);
  describe(`backend cpu, candidates ${stage}`, () => {
    if (stage === 'bvh-front') describe('detectMany', () => detectManyTests(createDetector, EFFORT));
    describe('editBone', () => editBoneTests(createDetector, 1 / 12, 0));
    if (stage === 'bvh') describe('enclosed', () => enclosedTests(createDetector, EFFORT));
    describe('sides', () => sideTests(createDetector, EFFORT));
  });
}
