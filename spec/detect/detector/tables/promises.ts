// A detector's guarantees, tested on one backend with one method of finding candidate pairs.

import { describe } from '@jest/globals';
import type { Backend, CandidateMethod } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { candidateRegionTests } from './candidate-region.ts';
import { detectManyTests } from './detect-many.ts';
import { disposeTests } from './dispose.ts';
import { editBoneTests } from './edit-bone.ts';
import { enclosedTests } from './enclosed.ts';
import { patchTests } from './patches.ts';
import { sideTests } from './sides.ts';

/**
 * @param effort the share of the CPU's cases, since a software adapter takes a second a pose.
 * @param farthest mm by which a distance may differ from the CPU's. @param candidates the method that finds pairs.
 */
export async function promisesOf(
  backend: Backend,
  effort: number,
  farthest: number,
  candidates: CandidateMethod = 'scanlines',
): Promise<void> {
  const createDetector = await detectorsOn(backend, candidates);
  describe(`backend ${backend}, candidates ${candidates}`, () => {
    // candidateRegion shows scanlines.
    if (candidates === 'scanlines') describe('candidateRegion', () => candidateRegionTests(createDetector));
    describe('detectMany', () => detectManyTests(createDetector, effort));
    describe('dispose', () => disposeTests(createDetector));
    describe('editBone', () => editBoneTests(createDetector, effort, farthest));
    describe('enclosed', () => enclosedTests(createDetector, effort));
    describe('patches', () => patchTests(createDetector, effort));
    describe('sides', () => sideTests(createDetector, effort));
  });
}
