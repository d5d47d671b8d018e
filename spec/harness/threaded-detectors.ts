// A spec file → detectors that are disposed after each test, and a watch over their threads, which must end.

import { afterEach, beforeEach } from '@jest/globals';
import { createDetector, type Detector, type DetectorOptions } from '#kerf';
import { until, WatchedThreads } from './watched-threads.ts';

export interface ThreadedDetectors {
  /** The running test's watch. */
  readonly watch: WatchedThreads;
  /** @param given replaces options of the file. */
  make(given?: Partial<DetectorOptions>): Promise<Detector>;
}

export function threadedDetectors(options: DetectorOptions): ThreadedDetectors {
  const made: Detector[] = [];
  let watch: WatchedThreads;
  beforeEach(() => {
    watch = new WatchedThreads();
  });
  afterEach(async () => {
    for (const detector of made.splice(0)) detector.dispose();
    await until(() => watch.alive.length === 0, 'dispose has ended all threads');
    watch.stop();
  });
  return {
    get watch() {
      return watch;
    },
    async make(given = {}) {
      const detector = await createDetector({ ...options, ...given });
      made.push(detector);
      return detector;
    },
  };
}
