// A detector's guarantees, tested on one backend with one method of finding candidate pairs.

import { describe } from '@jest/globals';
import type { MakeDetector } from '#harness/backends.ts';
import { detectManyByWorkersTests, detectManyTests } from './detect-many.ts';
import { disposeTests } from './dispose.ts';
import { editBoneTests, randomEditTests } from './edit-bone.ts';
import { enclosedOnPhantomTests, enclosedTests } from './enclosed.ts';
import type { Extent } from './extent.ts';
import { patchTests } from './patches.ts';
import { sideTests } from './sides.ts';

/** Those that take milliseconds on the CPU. */
export function plainPromises(createDetector: MakeDetector, extent: Extent): void {
  describe('detectMany', () => detectManyTests(createDetector, extent));
  describe('dispose', () => disposeTests(createDetector, extent));
  describe('editBone', () => editBoneTests(createDetector, extent));
  describe('enclosed', () => enclosedTests(createDetector, extent));
  describe('patches', () => patchTests(createDetector, extent));
}

/**
 * Those of threads, random edits, random bodies and the skull phantom.
 * @param farthest mm by which a distance may differ from the CPU's.
 */
export function longPromises(createDetector: MakeDetector, extent: Extent, farthest: number): void {
  describe('detectMany', () => detectManyByWorkersTests(createDetector, extent));
  describe('editBone', () => randomEditTests(createDetector, extent, farthest));
  describe('enclosed', () => enclosedOnPhantomTests(createDetector, extent));
  describe('sides', () => sideTests(createDetector, extent));
}
