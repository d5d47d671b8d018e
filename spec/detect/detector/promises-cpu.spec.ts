// A detector's guarantees, tested on the CPU; promises-webgpu.spec.ts tests the same on the GPU.

import { describe } from '@jest/globals';
import { detectorsOn } from '#harness/backends.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { candidateRegionTests } from './tables/candidate-region.ts';
import { randomEditTests } from './tables/edit-bone.ts';
import { thirdOfTable, wholeTable } from './tables/extent.ts';
import { longPromises, plainPromises } from './tables/promises.ts';

const createDetector = await detectorsOn('cpu', 'scanlines');
describe('backend cpu, candidates scanlines', () => {
  const plain = wholeTable(longRun(1, 1 / 4));
  describe('candidateRegion', () => candidateRegionTests(createDetector, plain));
  plainPromises(createDetector, plain);
  describe('editBone', () => randomEditTests(createDetector, thirdOfTable(1 / 5, 2), 0));
  inDeep(() => longPromises(createDetector, wholeTable(1), 0));
});
