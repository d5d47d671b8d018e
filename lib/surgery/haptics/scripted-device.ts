// A recorded motion → a device that plays it, evenly from pose to pose.

import {
  checkNumbers,
  checkOptionNames,
  checkPose,
  described,
  motionBetween,
  moved,
  OptionError,
  PLACEMENT_SIZE,
  placementOf,
  poseAt,
  poseOf,
  refuse,
} from '#core';
import { type HapticDevice, SCRIPT_OPTIONS, type ScriptedMotion } from './haptic-device.ts';

const ORIGIN = Float64Array.of(0, 0, 0);

export class ScriptedDevice implements HapticDevice {
  readonly #placements: Float64Array[];
  readonly #interval: number;
  readonly #loops: boolean;
  readonly #started = Float64Array.of(Number.NaN);
  readonly #motion = new Float64Array(6);
  readonly #between = new Float64Array(PLACEMENT_SIZE);
  readonly #rotation = new Float64Array(9);

  /** The motion begins when it is first read. @throws PoseError; OptionError BAD_MOTION. */
  constructor(script: ScriptedMotion) {
    const { poses, interval, loops = false } = checkScript(script);
    const count = poses.length / 16;
    this.#interval = interval;
    this.#loops = loops;
    this.#placements = Array.from({ length: count }, (_, i) => {
      const placement = new Float64Array(PLACEMENT_SIZE);
      placementOf(poseAt(poses, i), ORIGIN, placement);
      return placement;
    });
  }

  read(clock: Float64Array, pose: Float64Array): boolean {
    if (Number.isNaN(this.#started[0])) this.#started[0] = clock[0];
    const last = this.#placements.length - 1;
    let at = (clock[0] - this.#started[0]) / this.#interval;
    if (this.#loops && last > 0) at %= last;
    const from = Math.min(last, Math.floor(at));
    const to = Math.min(last, from + 1);
    motionBetween(this.#placements[from], this.#placements[to], this.#motion);
    const share = Math.min(1, at - from);
    for (let k = 0; k < 6; k++) this.#motion[k] *= share;
    moved(this.#placements[from], this.#motion, this.#between);
    poseOf(this.#between, ORIGIN, this.#rotation, pose);
    return true;
  }

  feel(): boolean {
    return true;
  }

  close(): void {}
}

/** @returns a copy. @throws PoseError; OptionError BAD_MOTION, WRONG_TYPE, UNKNOWN_OPTION. */
export function checkScript(script: ScriptedMotion): ScriptedMotion {
  checkOptionNames(script, SCRIPT_OPTIONS, 'startHapticLoop', 'script');
  const { poses, interval, loops } = script;
  checkNumbers(poses, 'The poses of the script', 'pass 16 numbers a pose');
  if (loops !== undefined && typeof loops !== 'boolean')
    refuse(loops, 'The loops of the script', 'a boolean', 'leave it out for a motion that ends');
  const count = poses.length / 16;
  if (!Number.isInteger(count) || count < 1)
    throw new OptionError(
      'BAD_MOTION',
      `The motion has ${poses.length} numbers, expected 16 for each of its poses; pass at least one.`,
    );
  if (!(Number.isFinite(interval) && interval > 0))
    throw new OptionError(
      'BAD_MOTION',
      `The motion's interval is ${described(interval)}, expected a number of ms above 0; pass the time from pose to pose.`,
    );
  for (let i = 0; i < count; i++) checkPose(poseAt(poses, i));
  return { poses: Float64Array.from(poses), interval, loops };
}
