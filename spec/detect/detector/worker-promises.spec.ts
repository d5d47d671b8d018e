// The guarantees of detectMany and dispose, tested on worker threads with the same tables as the backends.

import { describe } from '@jest/globals';
import { sphere } from '#datasets';
import type { DetectManyOptions, Detector, DetectorOptions } from '#kerf';
import { longRun, partOf } from '#harness/long-run.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';
import { detectManyByWorkersTests, detectManyTests } from './tables/detect-many.ts';
import { disposeTests } from './tables/dispose.ts';
import { thirdOfTable } from './tables/extent.ts';

const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = sphere({ radius: 3, subdivisions: 1 });
const { make } = threadedDetectors({ bone, tool, contactDistance: 0.5, resolution: 1.5, backend: 'cpu' });

/** A detector whose detectMany uses this many threads by default. */
const withWorkers = (detector: Detector, workers: number): Detector =>
  new Proxy(detector, {
    get(target, name) {
      const held = Reflect.get(target, name, target);
      if (name === 'detectMany')
        return (poses: ArrayLike<number>, given?: DetectManyOptions) => target.detectMany(poses, { workers, ...given });
      return typeof held === 'function' ? held.bind(target) : held;
    },
  });

describe.each(partOf([2, 3], 2, 0))('what detectMany and dispose promise, with %i workers', (workers) => {
  const createWith = async (given: Omit<DetectorOptions, 'backend' | 'device'>) =>
    withWorkers(await make(given), workers);
  const extent = thirdOfTable(longRun(1, 1 / 4), 0);
  detectManyTests(createWith, extent);
  detectManyByWorkersTests(createWith, extent);
  disposeTests(createWith, extent);
});
