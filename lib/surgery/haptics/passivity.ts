// The work that the servo does on the hand → a wrench that gives no more than the hand has put in.
//
// Time-domain passivity control (B. Hannaford, J.-H. Ryu, "Time-domain passivity control of haptic interfaces", IEEE
// Trans. Robotics Autom. 18(1), 2002). Between two ticks the wrench F is constant, so the work on the hand is F·Δx,
// exactly. Let E be the sum of this work since the contact began. If the contact has ended, no force is left and E < 0,
// E becomes 0: energy put into one contact pays for no later one.
//
// 1. If E > 0, the servo has given energy that the hand has not put in, and would feel alive. It then damps with α =
//    E/(|v|²·Δt), which takes E back in one tick, limited to what keeps a sampled damper passive.
// 2. E is kept from rising that far. The force changes by at most one step per tick, so it must begin to fall while the
//    account still covers the fall. Let Δx be the hand's last motion, p = F·Δx, and D the most that p may fall in a
//    tick. If the hand repeats this motion and p falls by D each tick, the hand gets
//
//        C = p + (p − D) + (p − 2D) + …        of all terms above 0
//
//    F is chosen so that E + C ≤ CREDIT, if there is such an F within a step; otherwise p falls by D. So
//
//        E + C ≤ max(CREDIT, E' + C')     E' is E a tick ago; C' is for the force then and the motion since
//
//    since a fall by D from p' = F'·Δx leaves C = C' − p' while E = E' + p'. While the hand keeps its velocity, E' + C'
//    is what E + C was a tick ago, and E stays ≤ CREDIT. Only a hand that turns or speeds up can raise it, by at most
//    C', which is below (p' + D)²/(2D), so about F²/(2·step)·|Δx|.

import { CREDIT } from './constants.ts';
import type { WrenchLimits } from './wrench-limits.ts';

export class PassivityLimiter {
  /**
   * Work done on the hand since the contact began and not taken back, mJ (N·mm); negative: the hand has put in more.
   */
  readonly given = new Float64Array(1);
  /** Work taken back by damping in the last tick, mJ. */
  readonly damped = new Float64Array(1);
  readonly #held = new Float64Array(6);
  readonly #mostDamping: number;
  readonly #leverSquared: number;
  readonly #limits: Pick<WrenchLimits, 'forceStep' | 'torqueStep'>;

  /**
   * @param mostDamping N·s/mm. @param lever mm: the length that a radian counts as. @param limits see WrenchLimiter.
   */
  constructor(mostDamping: number, lever: number, limits: Pick<WrenchLimits, 'forceStep' | 'torqueStep'>) {
    this.#mostDamping = mostDamping;
    this.#leverSquared = lever * lever;
    this.#limits = limits;
  }

  /**
   * Adds damping to a wrench if E > 0.
   * @param step how the device has moved since the last tick: mm, rad.
   * @param clock clock[1]: how long that took, s.
   * @param touches whether there is a contact.
   */
  limit(wrench: Float64Array, step: Float64Array, clock: Float64Array, touches: boolean): void {
    const seconds = clock[1];
    let work = 0;
    let isFelt = touches;
    for (let k = 0; k < 6; k++) {
      work += this.#held[k] * step[k];
      if (this.#held[k] !== 0) isFelt = true;
    }
    this.given[0] += work;
    this.damped[0] = 0;
    if (!isFelt && this.given[0] < 0) this.given[0] = 0;
    if (this.given[0] <= 0 || !(seconds > 0)) return;
    let speedSquared = 0;
    for (let k = 0; k < 3; k++) speedSquared += step[k] * step[k] + this.#leverSquared * step[3 + k] * step[3 + k];
    speedSquared /= seconds * seconds;
    if (speedSquared === 0) return;
    const alpha = Math.min(this.#mostDamping, this.given[0] / (speedSquared * seconds));
    for (let k = 0; k < 6; k++) wrench[k] -= ((k < 3 ? 1 : this.#leverSquared) * alpha * step[k]) / seconds;
    this.damped[0] = alpha * speedSquared * seconds;
  }

  /**
   * Changes a wrench that is within a step of the held one so that E + C ≤ CREDIT, or as near to that as a step allows.
   * The result is also within a step.
   * @param step how the device has moved since the last tick: mm, rad.
   */
  spare(wrench: Float64Array, step: Float64Array): void {
    const held = this.#held;
    let work = 0;
    let before = 0;
    let shift = 0;
    let turn = 0;
    for (let k = 0; k < 6; k++) {
      work += wrench[k] * step[k];
      before += held[k] * step[k];
      if (k < 3) shift += step[k] * step[k];
      else turn += step[k] * step[k];
    }
    if (work <= 0) return;
    // The wrench falls fastest along M·Δx, M = diag(1, 1, 1, ρ², ρ², ρ²). A fall by c·M·Δx, c ≤ most, lowers p by
    // c·Δx·M·Δx.
    const square = shift + this.#leverSquared * turn;
    const most = Math.min(
      this.#limits.forceStep / Math.sqrt(shift),
      this.#limits.torqueStep / (this.#leverSquared * Math.sqrt(turn)),
    );
    const fall = most * square;
    // So short a motion gives the hand nothing.
    if (!(fall > 0)) return;
    const left = Math.max(0, CREDIT - this.given[0]);
    // The greatest p with C ≤ left: C is D·n(n + 1)/2 at p = n·D, and linear in between.
    const whole = Math.floor((Math.sqrt(1 + (8 * left) / fall) - 1) / 2);
    const allowed = left / (whole + 1) + (whole * fall) / 2;
    if (work <= allowed) return;
    if (before < allowed) {
      const share = (allowed - before) / (work - before);
      for (let k = 0; k < 6; k++) wrench[k] = held[k] + share * (wrench[k] - held[k]);
      return;
    }
    const c = Math.min(most, (before - allowed) / square);
    for (let k = 0; k < 6; k++) wrench[k] = held[k] - c * (k < 3 ? 1 : this.#leverSquared) * step[k];
  }

  /** Sets the wrench that the hand is given until the next tick. */
  hold(wrench: Float64Array): void {
    this.#held.set(wrench);
  }
}
