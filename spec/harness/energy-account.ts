// A servo and a hand that follows given poses → the energy that the hand is given, computed from its own motion; and
// how far that exceeds what the passivity controller promises (lib/surgery/haptics/passivity.ts).

import { motionBetween, PLACEMENT_SIZE, placementOf } from '#core';
import { CREDIT } from '#haptics/constants.ts';
import type { HapticRun } from './haptic-run.ts';

const ORIGIN = new Float64Array(3);

/** A servo, a hand that follows given poses, and its energy account. */
export class EnergyAccount {
  readonly run: HapticRun;
  /** mJ given to the hand since its contact began; and the largest such value. */
  given = 0;
  most = 0;
  /** mJ: the difference between the servo's own account and this one. */
  apart = 0;
  /** The largest step of the force, N. */
  step = 0;
  /** mJ: how far `given`, plus what the hand may still get, exceeds what it may be. */
  excess = 0;
  contacts = 0;
  readonly #held = new Float64Array(6);
  readonly #from = new Float64Array(PLACEMENT_SIZE);
  readonly #to = new Float64Array(PLACEMENT_SIZE);
  readonly #motion = new Float64Array(6);
  #hasPose = false;

  constructor(run: HapticRun) {
    this.run = run;
  }

  /** The energy a hand gets if it goes on like that while the force along its motion falls by a step a tick. */
  #ahead(wrench: Float64Array): number {
    const m = this.#motion;
    const { lever, limits } = this.run.settings;
    const [shift, turn] = [Math.hypot(m[0], m[1], m[2]), lever * Math.hypot(m[3], m[4], m[5])];
    if (shift === 0 && turn === 0) return 0;
    // The wrench falls along the metric's gradient of the work, no faster than either limit lets it.
    const rate = Math.min(limits.forceStep / shift, limits.torqueStep / (lever * turn));
    const fall = rate * (shift ** 2 + turn ** 2);
    let sum = 0;
    const work = wrench.reduce((all, part, k) => all + part * m[k], 0);
    const ticks = Math.floor(Math.max(0, work) / fall);
    for (let n = 0; n <= ticks; n++) sum += Math.max(0, work - n * fall);
    return sum;
  }

  tick(pose: Float64Array): void {
    const { run } = this;
    placementOf(pose, ORIGIN, this.#to);
    if (this.#hasPose) motionBetween(this.#from, this.#to, this.#motion);
    this.#hasPose = true;
    this.#from.set(this.#to);
    const allowed = Math.max(CREDIT, this.given + this.#ahead(this.#held));
    this.given += this.#held.reduce((sum, part, k) => sum + part * this.#motion[k], 0);
    this.most = Math.max(this.most, this.given);
    run.tick(pose);
    const { wrench } = run.servo;
    this.step = Math.max(this.step, Math.hypot(...[0, 1, 2].map((k) => wrench[k] - this.#held[k])));
    if (run.state === 'contact') this.contacts++;
    else if (this.given < 0 && this.#held.every((part) => part === 0)) this.given = 0;
    this.#held.set(wrench);
    this.apart = Math.max(this.apart, Math.abs(run.servo.passivity.given[0] - this.given));
    this.excess = Math.max(this.excess, this.given + this.#ahead(wrench) - allowed);
  }
}
