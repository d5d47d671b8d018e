// A detector's guarantees, tested on the GPU; promises-cpu.spec.ts tests the same on the CPU. Other specs compare the
// GPU's reports with the CPU's: the long tables run on the GPU only with KERF_LONG=1.

import { describe } from '@jest/globals';
import { detectorsOn } from '#harness/backends.ts';
import { FARTHEST } from '#harness/compare-backends.ts';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { candidateRegionTests } from './tables/candidate-region.ts';
import { thirdOfTable, wholeTable } from './tables/extent.ts';
import { longPromises, plainPromises } from './tables/promises.ts';

const createDetector = await detectorsOn('webgpu', 'scanlines');
const effort = longRun(1 / 12, 1 / 24);
describe('backend webgpu, candidates scanlines', () => {
  describe('candidateRegion', () => candidateRegionTests(createDetector, wholeTable(effort)));
  plainPromises(createDetector, thirdOfTable(effort, 0));
  inLong(() => longPromises(createDetector, wholeTable(effort), FARTHEST));
});
