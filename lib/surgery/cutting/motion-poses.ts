// A motion → the poses at which a tool's solid represents all that it sweeps.

import type { RigidPose } from '#core';
import { stopIfUnwanted } from '#core';
import { type CheckedMotion, Stroke } from '#motion';

/** In cells: at any time, no point of the tool is farther from its place at the nearest pose. */
export const BETWEEN = 1 / 8;

/**
 * Poses at equal times, both ends included. No point of the tool travels farther in all than `Stroke.farthest`, and
 * each time is within half a step of a pose. So with steps of farthest/n ≤ 2·between, the tool at any time is within
 * `between` of the tool at one of the poses.
 */
export class MotionPoses {
  readonly #motion: CheckedMotion;
  readonly #stroke: Stroke;
  readonly #steps: number;

  /**
   * @param reach no point of the tool is farther from its origin, mm.
   * @param between mm: at most BETWEEN cells.
   */
  constructor(motion: CheckedMotion, reach: number, between: number) {
    this.#motion = motion;
    this.#stroke = new Stroke(motion, reach, 0);
    this.#steps = Math.ceil(this.#stroke.farthest / (2 * between));
  }

  get first(): RigidPose {
    return this.#motion.from;
  }

  get count(): number {
    return this.#steps + 1;
  }

  /** mm: at any time, no point of the tool is farther from its place at the nearest pose. */
  get halfStep(): number {
    return this.#steps > 0 ? this.#stroke.farthest / (2 * this.#steps) : 0;
  }

  /** mm: how far a point's place at a pose may be off the motion's, by rounding and as given. */
  get slack(): number {
    return this.#stroke.slack;
  }

  /** The turn from a pose to the next, rad. */
  get turn(): number {
    return this.#steps > 0 ? this.#stroke.angle / this.#steps : 0;
  }

  /** The pose at a time from 0 to 1; the next call may overwrite it. */
  at(time: number): RigidPose {
    if (time <= 0 || this.#steps === 0) return this.#motion.from;
    if (time >= 1) return this.#motion.to;
    this.#stroke.moveTo(time);
    return this.#stroke.pose;
  }

  /** The turn's unit axis; the whole turn's angle is turn · (count − 1). */
  get axis(): Float64Array {
    return this.#stroke.axis;
  }

  /** The velocity of the tool's point at a place, mm per whole motion; it is the same at all times. */
  velocityAt(x: number, y: number, z: number): [number, number, number] {
    const { angle, axis, pose, velocity } = this.#stroke;
    this.#stroke.moveTo(0);
    const [p, q, r] = [x - pose.matrix[12], y - pose.matrix[13], z - pose.matrix[14]];
    return [
      velocity[0] + angle * (axis[1] * r - axis[2] * q),
      velocity[1] + angle * (axis[2] * p - axis[0] * r),
      velocity[2] + angle * (axis[0] * q - axis[1] * p),
    ];
  }

  /** @param visit receives a pose, which the next one overwrites. @param isBehind whether the first one is left out. */
  each(visit: (pose: RigidPose) => void, isBehind = false): void {
    if (!isBehind) visit(this.#motion.from);
    for (let step = 1; step < this.#steps; step++) {
      stopIfUnwanted();
      this.#stroke.moveTo(step / this.#steps);
      visit(this.#stroke.pose);
    }
    if (this.#steps > 0) visit(this.#motion.to);
  }
}
