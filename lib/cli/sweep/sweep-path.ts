// A detector and a path, checked to be motions → a record of each step from one pose to the next.

import { OptionError, PoseError } from '#core';
import { checkMotion, type RigidMotion } from '#motion';
import type { PoseList } from '../pose-file.ts';
import { heedSignal, progressBar } from '../progress-bar.ts';
import type { SweepDetector, Terminal } from '../toolkit.ts';
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
    return found.map((contact, step) =>
      recordStep(contact, matrixOf(poses, step), clearances[step], clearances[step + 1]),
    );
  } finally {
    bar.stop();
  }
}

/** @param mayBeEnclosed false if it is known that neither body lies inside the other. */
function clearanceAt(detector: SweepDetector, poses: PoseList, pose: number, mayBeEnclosed: boolean): PoseClearance {
  const matrix = matrixOf(poses, pose);
  const { distance } = detector.minimumDistance(matrix);
  // If the surfaces share no point, a motion that stays in place is in contact only if one body lies inside the other.
  const isEnclosed =
    mayBeEnclosed && distance > 0 && detector.firstContact({ from: matrix, to: matrix }).status === 'initial';
  return recordClearance(poses, pose, distance, isEnclosed);
}

const matrixOf = ({ matrices }: PoseList, pose: number) => matrices.subarray(16 * pose, 16 * pose + 16);

/** The motion from one pose of a path to the next. */
function stepMotion(poses: PoseList, step: number): RigidMotion {
  return { from: matrixOf(poses, step), to: matrixOf(poses, step + 1) };
}

/**
 * @param source the path's name in errors. @throws PoseError BAD_LENGTH for a path of one pose; OptionError BAD_MOTION
 * for a step of half a turn.
 */
export function checkSteps(poses: PoseList, source: string): void {
  if (poses.count < 2)
    throw new PoseError(
      'BAD_LENGTH',
      `${source} holds 1 pose, expected at least 2, between which the tool moves; ask kerf detect --pose about a single one.`,
    );
  for (let step = 0; step + 1 < poses.count; step++) {
    try {
      checkMotion(stepMotion(poses, step));
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      const [from, to] = [poses.places[step], poses.places[step + 1]];
      throw new OptionError(error.code, `${source}, step ${step} (${from} to ${to}): ${error.message}`, {
        cause: error,
      });
    }
  }
}
