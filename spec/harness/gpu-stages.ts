// Detectors of one query on the GPU, one for each stage 1 that it has → whether they say the same to the last bit,
// `stats` aside, and whether the CPU's state and pairs are theirs.

import { expect } from '@jest/globals';
import type { Detector, DetectorOptions, Pose } from '../../lib/index.ts';
import { detectorsOn } from './backends.ts';
import { saidByReport } from './candidate-stages.ts';
import { compareBackends } from './compare-backends.ts';

export async function gpuStages() {
  const make = await detectorsOn('webgpu');
  return {
    gpuDetectors: (options: DetectorOptions): Promise<readonly Detector[]> =>
      Promise.all((['scanlines', 'bvh-front'] as const).map((candidates) => make({ ...options, candidates }))),
    expectSame,
  };
}

/** @returns whether the bodies share a point. */
async function expectSame([scanlines, front]: readonly Detector[], pose: Pose, where: object): Promise<boolean> {
  const [expected, found] = await Promise.all([scanlines.detect(pose), front.detect(pose)]);
  expect({ where, backend: found.stats.backend, said: saidByReport(found) }).toEqual({
    where,
    backend: expected.stats.backend,
    said: saidByReport(expected),
  });
  expect({ where, differences: compareBackends(front.detectSync(pose), found).differences }).toEqual({
    where,
    differences: [],
  });
  return found.state === 'intersecting';
}
