// The backends that must give one answer, and detectors of each for tables of tests.

import {
  type Backend,
  type CandidateMethod,
  type ContactState,
  createDetector,
  type Detector,
  type DetectorOptions,
  type Pose,
} from '#kerf';
import { specGpu } from './software-gpu.ts';

export type MakeDetector = (options: Omit<DetectorOptions, 'backend' | 'device'>) => Promise<Detector>;

/**
 * Makes detectors of one backend; those of the GPU share the device that this holds, whose kernels are compiled once.
 * @param candidates where the options name none.
 * @throws where there is no adapter.
 */
export async function detectorsOn(backend: Backend, candidates?: CandidateMethod): Promise<MakeDetector> {
  const stage = candidates === undefined ? {} : { candidates };
  if (backend === 'cpu') return (options) => createDetector({ ...stage, ...options, backend });
  await specGpu();
  return async (options) => {
    const detector = await createDetector({ ...stage, ...options, backend });
    if (detector.backend !== backend) throw new Error(`Asked for ${backend}, got ${detector.backendReason}`);
    return detector;
  };
}

/** The detector's states at some poses, asked one by one. */
export async function statesAt(detector: Detector, poses: readonly Pose[]): Promise<ContactState[]> {
  const states: ContactState[] = [];
  for (const pose of poses) states.push((await detector.detect(pose)).state);
  return states;
}
