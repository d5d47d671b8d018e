// A detector and a pose → how much bone lies in the tool there.

import { type Detector, KerfError, type OverlapInterval } from 'kerf';

/** (high − low) / high: a difference visible at a glance. */
const RELATIVE_WIDTH = 0.01;

/** @returns mm³; null if either body is open, and so has no inside. */
export async function boneInTool(detector: Detector, pose: Float64Array): Promise<OverlapInterval | null> {
  try {
    return await detector.overlapVolume(pose, { relativeWidth: RELATIVE_WIDTH });
  } catch (error) {
    if (error instanceof KerfError && error.code === 'NOT_SOLID') return null;
    throw error;
  }
}
