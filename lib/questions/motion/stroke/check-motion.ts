// A motion as given → two checked poses and the path from one to the other, or a message that says why there is none.

import {
  checkOptionNames,
  checkPose,
  described,
  emptyPose,
  OptionError,
  type OptionNames,
  type RigidPose,
} from '#core';
import type { Pose } from '#records';
import { quaternionBetween } from './stroke.ts';

/** A motion of the tool from one pose to another, in unit time. */
export interface RigidMotion {
  readonly from: Pose;
  readonly to: Pose;
  /**
   * 'linear' (default if both have the same rotation): the translation grows evenly. 'screw' (default otherwise): an
   * even turn about an axis and an even translation along it, the shorter way round.
   */
  readonly motion?: 'linear' | 'screw';
}
const MOTION_NAMES: OptionNames<RigidMotion> = { from: true, to: true, motion: true };

export interface CheckedMotion {
  readonly from: RigidPose;
  readonly to: RigidPose;
  readonly isScrew: boolean;
}

/** A turn this near to half a turn may go either way round: rounding, and a pose's deviation from a rotation. */
const NEARLY_HALF = 2 ** -40;

/** @throws PoseError; OptionError BAD_MOTION, WRONG_TYPE, UNKNOWN_OPTION. */
export function checkMotion(motion: RigidMotion): CheckedMotion {
  checkOptionNames(motion, MOTION_NAMES, 'firstContact', 'motion');
  const from = checkPose(motion.from, emptyPose(), 'Pose from of the motion');
  const to = checkPose(motion.to, emptyPose(), 'Pose to of the motion');
  const kind = motion.motion;
  if (kind !== undefined && kind !== 'linear' && kind !== 'screw')
    throw new OptionError('BAD_MOTION', `motion is ${described(kind)}, expected linear or screw; choose one.`);
  const isTurned = ROTATION.some((i) => from.matrix[i] !== to.matrix[i]);
  if (isTurned && kind === 'linear')
    throw new OptionError(
      'BAD_MOTION',
      'The poses of a linear motion differ in their rotation, which must be the same; choose screw.',
    );
  if (isTurned) {
    const { w } = quaternionBetween(from.matrix, to.matrix);
    const limit = NEARLY_HALF + 2 * (from.orthonormalityError + to.orthonormalityError);
    if (Math.abs(w) <= limit)
      throw new OptionError(
        'BAD_MOTION',
        `The motion turns by ${(2 * Math.acos(Math.abs(w))).toFixed(9)} rad, half a turn, for which neither way round is the shorter; give a pose between.`,
      );
  }
  return { from, to, isScrew: isTurned };
}

const ROTATION = [0, 1, 2, 4, 5, 6, 8, 9, 10];
