// A path → nothing if each of its steps is a motion; else an error that names the step and the file's lines.

import { OptionError, PoseError } from '#core';
import { checkMotion, type RigidMotion } from '#motion';
import type { PoseList } from '../pose-file.ts';

/** The motion from one pose of a path to the next. */
export function stepMotion({ matrices }: PoseList, step: number): RigidMotion {
  return { from: matrices.subarray(16 * step, 16 * step + 16), to: matrices.subarray(16 * step + 16, 16 * step + 32) };
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
