// The work that the servo does on the hand → a damping force that takes back what it has given too much.
//
// Time-domain passivity control (B. Hannaford, J.-H. Ryu, "Time-domain passivity control of haptic interfaces", IEEE
// Trans. Robotics Autom. 18(1), 2002). Between two ticks the wrench F is constant, so the work on the hand is F·Δx,
// exactly. Let E be the sum since the contact began. If E > 0, the servo has given energy that nobody put in, and would
// feel alive; it then damps with α = E/(|v|²·Δt), which takes E back in one tick, but at most with what keeps a sampled
// damper passive. If contact ends while E < 0, E becomes 0: energy put into one contact pays for no later one.

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

  /** @param mostDamping N·s/mm. @param lever mm: what a radian counts for. */
  constructor(mostDamping: number, lever: number) {
    this.#mostDamping = mostDamping;
    this.#leverSquared = lever * lever;
  }

  /**
   * Adds damping to a wrench where it is due.
   * @param step how the device has moved since the last tick: mm, rad.
   * @param clock its second number: how long that took, s.
   * @param touches whether there is a contact.
   */
  limit(wrench: Float64Array, step: Float64Array, clock: Float64Array, touches: boolean): void {
    const seconds = clock[1];
    let work = 0;
    for (let k = 0; k < 6; k++) work += this.#held[k] * step[k];
    this.given[0] += work;
    this.damped[0] = 0;
    if (!touches && this.given[0] < 0) this.given[0] = 0;
    if (this.given[0] <= 0 || !(seconds > 0)) return;
    let speedSquared = 0;
    for (let k = 0; k < 3; k++) speedSquared += step[k] * step[k] + this.#leverSquared * step[3 + k] * step[3 + k];
    speedSquared /= seconds * seconds;
    if (speedSquared === 0) return;
    const alpha = Math.min(this.#mostDamping, this.given[0] / (speedSquared * seconds));
    for (let k = 0; k < 6; k++) wrench[k] -= ((k < 3 ? 1 : this.#leverSquared) * alpha * step[k]) / seconds;
    this.damped[0] = alpha * speedSquared * seconds;
  }

  /** Says which wrench the hand is given until the next tick. */
  hold(wrench: Float64Array): void {
    this.#held.set(wrench);
  }
}
