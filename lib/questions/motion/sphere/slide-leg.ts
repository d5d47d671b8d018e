// A centre that may not touch, and a displacement → where it ends: at the displacement's end, or at the last place
// before contact.
//
//   ●───────────────○ b    The straight line from one f64 point to another is a leg only if the exact sweep of it
//   a                      finds no contact, both ends included. The published method stops a chosen distance short
//  ═══════════════════     of each contact; here the sweep decides. A leg that meets something ends four slacks of
//                          rounding off it, so that f64 alone proves most next legs free; if that place or the way to
// it is not free, nearer, down to the steps of f64.

import { LARGEST_COORDINATE, UNIT_ROUNDOFF } from '#core';
import { goesForward } from './goes-forward.ts';
import type { SlideDirection } from './slide-directions.ts';
import type { SphereImpact, SphereSweeper } from './sphere-sweeper.ts';

export interface SlideLeg {
  /** The leg's end, which the sweep from its beginning proves free; the beginning itself if there is no leg. */
  readonly end: Float64Array;
  /** How much of the displacement this is, in [0, 1]. */
  readonly share: number;
  /** What stops it; null if nothing does. */
  readonly impact: SphereImpact | null;
}

export class SlideLegs {
  readonly #sweeper: SphereSweeper;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #radius: number;
  readonly #sweep = new Float64Array(7);
  /** mm; see below. */
  readonly #slack: number;
  readonly #step: number;
  readonly #room: number;

  /**
   * @param magnitude M, bounds each coordinate of all faces and places, and the radius.
   * @param slack sweepSlack(M) = 128·u·M. A leg ends 4·slack off what it meets. The next one, along the plane, leaves
   * it by at most 8u of its length 2√3·M, < 28u·M, and its rounded end by 2√3·u·M < 4u·M: f64, whose error is a slack
   * for the support along the plane's normal, finds more than r + 2·slack there, and proves it free.
   */
  constructor(
    sweeper: SphereSweeper,
    from: Float64Array,
    to: Float64Array,
    radius: number,
    magnitude: number,
    slack: number,
  ) {
    this.#sweeper = sweeper;
    this.#from = from;
    this.#to = to;
    this.#radius = radius;
    this.#slack = slack;
    this.#room = 4 * slack;
    this.#step = 2 * UNIT_ROUNDOFF * magnitude;
  }

  /** Exact: what a sphere that goes from a to b touches first; null if nothing, ends included. */
  contact(a: Float64Array, b: Float64Array): SphereImpact | null {
    this.#sweep.set(a, 0);
    this.#sweep.set(b, 3);
    this.#sweep[6] = this.#radius;
    return this.#sweeper.sweep(this.#sweep, 0);
  }

  #isLeg(a: Float64Array, end: Float64Array): boolean {
    return isInRange(end) && goesForward(a, end, this.#from, this.#to) && this.contact(a, end) === null;
  }

  /** @param a free. @param part of the direction's way that is to be gone. @returns null if it cannot go forward. */
  leg(a: Float64Array, { way, lift }: SlideDirection, part: number): SlideLeg | null {
    const b = a.map((x, k) => x + part * way[k]);
    if (!isInRange(b) || !goesForward(a, b, this.#from, this.#to)) return null;
    const impact = this.contact(a, b);
    return impact === null ? { end: b, share: 1, impact } : this.before(a, b, lift, impact);
  }

  /**
   * The place `#room` off the contact along its normal, and no nearer to the plane along which it came; null if that
   * is no way, or not free.
   */
  #apart(
    a: Float64Array,
    way: Float64Array,
    lift: Float64Array,
    impact: SphereImpact,
    overLength: number,
  ): SlideLeg | null {
    const { normal } = impact;
    const share = impact.time.low;
    if (!(share > this.#room * overLength)) return null;
    const back = Math.max(0, -(normal[0] * lift[0] + normal[1] * lift[1] + normal[2] * lift[2]));
    const end = a.map((x, k) => x + (share * way[k] + this.#room * (normal[k] + back * lift[k])));
    return this.#isLeg(a, end) ? { end, share, impact } : null;
  }

  /**
   * The last place before contact: at the time before which there is none, rounded, or as many steps of rounding
   * before it, 1, 2, 4, …, as the sweep needs.
   */
  before(a: Float64Array, b: Float64Array, lift: Float64Array, impact: SphereImpact): SlideLeg {
    const way = b.map((x, k) => x - a[k]);
    const overLength = 1 / Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const apart = this.#apart(a, way, lift, impact, overLength);
    if (apart !== null) return apart;
    for (let back = 0; ; back = back === 0 ? this.#step : 2 * back) {
      const share = impact.time.low - back * overLength;
      if (!(share > 0)) return { end: a, share: 0, impact };
      const rise = Math.min(back, this.#slack);
      const end = a.map((x, k) => x + (share * way[k] + rise * lift[k]));
      if (this.#isLeg(a, end)) return { end, share, impact };
    }
  }
}

/** Whether a sweep may begin there: the end of a slide is a start for the next one. */
function isInRange(place: Float64Array): boolean {
  return place.every((x) => Math.abs(x) <= LARGEST_COORDINATE);
}
