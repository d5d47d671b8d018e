// The frames of a patient's coordinates, and a check for them.

import { described, OptionError } from '#core';

/**
 * Patient coordinates, mm, z up: in RAS x points to the patient's right and y to the front, in LPS to the left and the
 * back. A half turn about z takes each to the other.
 */
export type AnatomicalFrame = 'RAS' | 'LPS';

const FRAMES: readonly unknown[] = ['RAS', 'LPS'];

/** @throws OptionError BAD_FRAME. */
export function checkFrame(frame: unknown): asserts frame is AnatomicalFrame {
  if (!FRAMES.includes(frame))
    throw new OptionError(
      'BAD_FRAME',
      `frame is ${described(frame)}, expected ${FRAMES.join(' or ')}; leave it out where it is unknown.`,
    );
}
