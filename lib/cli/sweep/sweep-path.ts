// A detector and a path → a record of each step from one pose to the next.

import type { PoseList } from '../pose-file.ts';
import { progressBar } from '../progress-bar.ts';
import { heedSignal } from '../run-detection.ts';
import type { SweepDetector, Terminal } from '../toolkit.ts';
import { stepMotion } from './check-steps.ts';
import { type PoseClearance, recordClearance, recordStep, type StepRecord } from './step-record.ts';

/** mm. */
export interface SweepOptions {
  /** No point of the tool travels farther than this within a step's interval. */
  readonly tolerance: number;
  /** What comes this near counts as touching. */
  readonly clearance: number;
}

/** @throws Interrupted on the terminal's signal; whatever the detector throws. */
export async function sweepPath(
  detector: SweepDetector,
  poses: PoseList,
  { tolerance, clearance }: SweepOptions,
  terminal: Terminal,
): Promise<StepRecord[]> {
  const steps = poses.count - 1;
  const bar = progressBar(terminal, steps, 0, 'steps');
  try {
    const found = [];
    const clearances: PoseClearance[] = [];
    for (let step = 0; step < steps; step++) {
      const contact = detector.firstContact(stepMotion(poses, step), { tolerance, distance: clearance });
      found.push(contact);
      clearances.push(clearanceAt(detector, poses, step, contact.status === 'initial'));
      bar.update(step + 1);
      await heedSignal(terminal);
    }
    clearances.push(clearanceAt(detector, poses, steps, true));
    return found.map((contact, step) => recordStep(contact, clearances[step], clearances[step + 1]));
  } finally {
    bar.stop();
  }
}

/** @param mayBeEnclosed false if it is known that neither body lies inside the other. */
function clearanceAt(detector: SweepDetector, poses: PoseList, pose: number, mayBeEnclosed: boolean): PoseClearance {
  const matrix = poses.matrices.subarray(16 * pose, 16 * pose + 16);
  const { distance } = detector.minimumDistance(matrix);
  // If the surfaces share no point, a motion that stays in place is in contact only if one body lies inside the other.
  const isEnclosed =
    mayBeEnclosed && distance > 0 && detector.firstContact({ from: matrix, to: matrix }).status === 'initial';
  return recordClearance(poses, pose, distance, isEnclosed);
}
