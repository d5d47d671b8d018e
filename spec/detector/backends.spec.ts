// What a detector promises, asked of both backends from one table.

import { describe } from '@jest/globals';
import { detectorsOn } from '../harness/backends.ts';
import { FARTHEST } from '../harness/compare-backends.ts';
import { candidateRegionTests } from './tables/candidate-region.ts';
import { detectManyTests } from './tables/detect-many.ts';
import { disposeTests } from './tables/dispose.ts';
import { editBoneTests } from './tables/edit-bone.ts';
import { enclosedTests } from './tables/enclosed.ts';
import { patchTests } from './tables/patches.ts';
import { sideTests } from './tables/sides.ts';

const onCpu = await detectorsOn('cpu');
const onGpu = await detectorsOn('webgpu');

/** effort: the share of the CPU's cases, since a software adapter takes a second for a pose. */
const table = [
  { backend: 'cpu', createDetector: onCpu, effort: 1, farthest: 0 },
  { backend: 'webgpu', createDetector: onGpu, effort: 1 / 12, farthest: FARTHEST },
] as const;

describe.each(table)('backend $backend', ({ createDetector, effort, farthest }) => {
  describe('candidateRegion', () => candidateRegionTests(createDetector));
  describe('detectMany', () => detectManyTests(createDetector, effort));
  describe('dispose', () => disposeTests(createDetector));
  describe('editBone', () => editBoneTests(createDetector, effort, farthest));
  describe('enclosed', () => enclosedTests(createDetector, effort));
  describe('patches', () => patchTests(createDetector));
  describe('sides', () => sideTests(createDetector, effort));
});
