// The backends that must give the same answer, and detectors on each for test tables.

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
 * Makes detectors on one backend. GPU detectors share the device held here, whose kernels are compiled once.
 * @param candidates used if the options name none.
 * @throws if there is no adapter.
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

/** The detector's states at some poses, queried one by one. */
export async function statesAt(detector: Detector, poses: readonly Pose[]): Promise<ContactState[]> {
  const states: ContactState[] = [];
  for (const pose of poses) states.push((await detector.detect(pose)).state);
  return states;
}
