// A tool on its way back out of its own cut × the proxy's contacts → those that only a ledge gives, without their push.
//
//          hand ▲           A cutter's grid is off by a part of a cell, so a cut is narrower here and there than the
//      ▒▒▒│      │▒▒▒       tool that has made it, and a tool that has come through it stands under ledges that it has
//      ▒▒▒│ tool │▒▒▒       swept. They may hold the proxy until a model shows that the way is free (free-way.ts);
//         └──────┘▔ ledge   the hand must not feel bone that is gone.
//
// A contact is a ledge's if its normal faces the way on which the tool has come, and its sample, moved into the tool by
// the play of a kerf, goes on from there without meeting the bone. Bone that overlaps the tool by more holds the hand.

import { motionBetween, PLACEMENT_SIZE, rotationOf } from '#core';
import { SKIN } from '../constants.ts';
import type { GodObject } from '../god-object.ts';
import { LocalGap } from '../local-gap.ts';
import type { LocalModel } from '../local-model.ts';
import type { PointGaps } from '../point-gaps.ts';
import { INWARD, LEDGE } from './kerf-play.ts';

/** mm that a sample goes on to be past a ledge: it rests SKIN before it, and may have been moved away from it. */
const BEYOND = INWARD + 4 * SKIN;

export class WayBack {
  readonly #areas: Float64Array;
  readonly #gap = new LocalGap();
  readonly #motion = new Float64Array(6);
  readonly #rotation = new Float64Array(9);
  readonly #moved = new Float64Array(3);
  #placement = new Float64Array(PLACEMENT_SIZE);
  readonly #from = new Float64Array(3);
  readonly #to = new Float64Array(3);

  /** @param areas the area vector of each sample: see samplePoints. */
  constructor(areas: Float64Array) {
    this.#areas = areas;
  }

  /** Takes the push from the contacts of ledges. @returns whether there are any. */
  release(model: LocalModel, { contacts, contactPoints, gaps, placement }: GodObject, device: Float64Array): boolean {
    const { kerf } = gaps;
    motionBetween(placement, device, this.#motion);
    if (!kerf.isIn(model) || !kerf.isBack(this.#motion)) return false;
    rotationOf(placement, this.#rotation);
    this.#placement = placement;
    let isHeld = false;
    for (let n = 0; n < contacts.count; n++) {
      if (!(contacts.multipliers[n] > 0 && this.#isLedge(model, contactPoints[n], gaps, contacts.rows, 6 * n)))
        continue;
      contacts.multipliers[n] = 0;
      isHeld = true;
    }
    return isHeld;
  }

  #isLedge(model: LocalModel, i: number, { kerf, measuredAt }: PointGaps, rows: Float64Array, row: number): boolean {
    const way = this.#moved;
    const from = this.#from;
    const to = this.#to;
    kerf.wayOf(measuredAt, 3 * i, this.#placement, way);
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(rows[row] * way[0] + rows[row + 1] * way[1] + rows[row + 2] * way[2] > LEDGE * length)) return false;
    const at = 3 * model.ids[i];
    const areas = this.#areas;
    const r = this.#rotation;
    const area = Math.sqrt(areas[at] * areas[at] + areas[at + 1] * areas[at + 1] + areas[at + 2] * areas[at + 2]);
    if (area === 0) return false;
    for (let k = 0; k < 3; k++) {
      const out = r[3 * k] * areas[at] + r[3 * k + 1] * areas[at + 1] + r[3 * k + 2] * areas[at + 2];
      from[k] = measuredAt[3 * i + k] - (INWARD * out) / area;
      to[k] = from[k] - (BEYOND * way[k]) / length;
    }
    const gap = this.#gap;
    return !gap.meets(model, i, measuredAt, 3 * i, from, 0) && !gap.meets(model, i, from, 0, to, 0);
  }
}
