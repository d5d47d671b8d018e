// A detector and a pose → how much bone lies in the tool there.

import { type Detector, KerfError, type OverlapInterval } from 'kerf';

/** (high − low) / high: what a glance can tell apart. */
const RELATIVE_WIDTH = 0.01;

/** mm³; null: one of the two is open, and nothing is inside of it. */
export async function boneInTool(detector: Detector, pose: Float64Array): Promise<OverlapInterval | null> {
  try {
    return await detector.overlapVolume(pose, { relativeWidth: RELATIVE_WIDTH });
  } catch (error) {
    if (error instanceof KerfError && error.code === 'NOT_SOLID') return null;
    throw error;
  }
}
