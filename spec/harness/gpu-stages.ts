// Detectors of one query on the GPU, one for each of its stage 1 methods → whether they report the same to the last
// bit, `stats` aside, and agree with the CPU's state and pairs.

import { expect } from '@jest/globals';
import type { Detector, DetectorOptions, Pose } from '#kerf';
import { detectorsOn } from './backends.ts';
import { inTurn, saidByReport } from './candidate-stages.ts';
import { compareBackends } from './compare-backends.ts';

export const GPU_METHODS = ['scanlines', 'bvh-front', 'image'] as const;

export async function gpuStages() {
  const make = await detectorsOn('webgpu');
  return {
    /** One detector per stage. @param turn in a long corpus: see inTurn. */
    gpuDetectors: (options: DetectorOptions, turn?: number): Promise<readonly Detector[]> =>
      Promise.all(inTurn(GPU_METHODS, turn).map((candidates) => make({ ...options, candidates }))),
    expectSame,
  };
}

/** @returns whether the bodies share a point. */
async function expectSame(made: readonly Detector[], pose: Pose, where: object): Promise<boolean> {
  const [expected, ...others] = await Promise.all(made.map((detector) => detector.detect(pose)));
  const said = { where, backend: expected.stats.backend, said: saidByReport(expected) };
  for (const found of others) expect({ where, backend: found.stats.backend, said: saidByReport(found) }).toEqual(said);
  const onCpu = made[made.length - 1].detectSync(pose);
  expect({ where, differences: compareBackends(onCpu, expected).differences }).toEqual({ where, differences: [] });
  return expected.state === 'intersecting';
}
