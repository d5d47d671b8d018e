// The proxy's contacts after a step, and the length of the tick → how far the tool cuts in, as allowances of the
// engaged samples; and after the next step, how far it has moved and what it has removed.
//
// The motion that the contacts have prevented is −M⁻¹Σ λ_i·J_i (least-constraint.ts). Its length r, in the norm in
// which a radian counts as ρ mm, times the stiffness is the thrust. Contacts of samples that do not cut are left out:
// they hold the hand, but press nothing into the bone that is cut. The motion's direction ŵ, six numbers, is that of
// the feed: a push, a turn of the blade in its kerf, or both. A drill is fed along its axis only: its ŵ is the axis,
// and r the motion's part along it, both in that norm, so that a push from the side neither feeds it nor makes it
// plough. A sample is engaged if it rests on the bone and ŵ moves it in. The area of its share of the tool's surface,
// projected along its own motion under ŵ, is what it sweeps per mm of feed; the sum is the volume that the tool removes
// per mm, for a turn as well. cutting-law.ts turns this sum into the feed. If it is 0 in a kerf, the tool slides along
// itself and is free. Each engaged sample may then go deeper by its own part of the feed, −n·(its motion), and the
// proxy's next step takes it there.
//
// Past the middle of a thin wall the nearest surface is the far side, and nothing holds a sample back any more:
//
//     ▒▒▒▒▒▒▒ floor that the model shows      From here on the tool falls out of the wall without a thrust. It takes
//     ▒▒▒│▒▒▒                                 the rest of the wall with it, and this too is removed: otherwise the
//     ───▼─── far side                        cutter would never hear of it, and the wall would close on the tool.
//
// So what is swept by samples that began the tick in bone counts as well, as far as it exceeds what the feed removed.

import { motionBetween, PLACEMENT_SIZE, rotationOf } from '#core';
import { SKIN } from '../constants.ts';
import type { GodObject } from '../god-object.ts';
import type { LocalModel } from '../local-model.ts';
import type { PointGaps } from '../point-gaps.ts';
import {
  AREA,
  FEED,
  feedUnder,
  HARD_AREA,
  LOAD_SIZE,
  PLOUGHED,
  PLOUGHING_AREA,
  SECONDS,
  SPEED,
  STIFFNESS,
  THRUST,
} from './cutting-law.ts';
import type { CuttingSettings } from './cutting-options.ts';
import { TOOL_KINDS } from './cutting-tools.ts';
import { Drag } from './drag.ts';
import { pointMotion } from './point-motion.ts';
import type { ToolEdges } from './tool-edges.ts';

/** mm: a sample is engaged up to this gap, so it is no farther above its resting gap than that is above the bone. */
const ENGAGED = 2 * SKIN;

/** Slots of `told`: thrust, N; feed, mm/s; removal rate, mm³/s; removed since the start, mm³. */
export const TOLD_THRUST = 0;
export const TOLD_FEED = 1;
export const TOLD_RATE = 2;
export const TOLD_REMOVED = 3;
const TOLD_SIZE = 4;

export class ToolFeed {
  /** Results of the last tick. */
  readonly told = new Float64Array(TOLD_SIZE);
  /** The drag of a rotating tool in the last tick; null for one whose edges move to and fro. */
  readonly drag: Drag | null;
  readonly #settings: CuttingSettings;
  readonly #edges: ToolEdges;
  readonly #areas: Float64Array;
  /** The only way in which the tool is fed, tool frame; null for any. */
  readonly #only: Float64Array | null;
  readonly #leverSquared: number;
  readonly #most: Float64Array;
  readonly #load = new Float64Array(LOAD_SIZE);
  /** ŵ, and the length of the motion that it normalises. */
  readonly #way = new Float64Array(6);
  readonly #length = new Float64Array(1);
  /** The proxy's placement at the end of the last tick, and how much of the feed it has yet to move, mm. */
  readonly #before = new Float64Array(7);
  readonly #owed = new Float64Array(1);
  readonly #motion = new Float64Array(6);
  readonly #rotation = new Float64Array(9);
  readonly #feed = new Float64Array(1);
  readonly #into = new Float64Array(1);
  readonly #moved = new Float64Array(3);
  readonly #area = new Float64Array(1);
  readonly #hardArea = new Float64Array(1);
  /** Whether a sample that does not cut is pressed against bone that the tool has not cut. */
  #isHeld = false;
  /** The proxy's placement when the tick began, and what the feed has removed since, mm³. */
  readonly #start = new Float64Array(PLACEMENT_SIZE);
  readonly #fed = new Float64Array(1);

  /** @param lever ρ, mm. @param stiffness N/mm. */
  constructor(settings: CuttingSettings, edges: ToolEdges, lever: number, stiffness: number) {
    this.#settings = settings;
    this.#edges = edges;
    this.drag = edges.spin === null ? null : new Drag(edges.spin, edges.chisel);
    this.#areas = edges.areas;
    this.#only = TOOL_KINDS[settings.tool].isDrill ? settings.axis : null;
    this.#leverSquared = lever * lever;
    this.#most = Float64Array.of(settings.mostAhead);
    this.#load[STIFFNESS] = stiffness;
  }

  /** Begins a tick, in which nothing has been cut yet. @param placement the proxy's. */
  begin(placement: Float64Array): void {
    this.#start.set(placement);
    this.#fed[0] = 0;
    this.#rest();
  }

  #rest(): void {
    this.told.fill(0, 0, TOLD_REMOVED);
    this.drag?.begin();
  }

  /** Lets the engaged samples go deeper. @returns whether any may. */
  open(model: LocalModel, proxy: GodObject, clock: Float64Array): boolean {
    const { gaps, placement } = proxy;
    const { speed, spin, chisel, clutch } = this.#edges;
    const load = this.#load;
    const feed = this.#feed;
    const most = this.#most;
    this.#rest();
    this.#takeWay(model, proxy);
    load[THRUST] = load[STIFFNESS] * this.#length[0];
    load[SECONDS] = clock[1];
    if (!(load[THRUST] > 0 && load[SECONDS] > 0)) return false;
    rotationOf(placement, this.#rotation);
    load[AREA] = 0;
    load[HARD_AREA] = 0;
    load[PLOUGHED] = 0;
    let slow = 0;
    const { active, activeCount, allowed, kerf, faces } = gaps;
    let isInKerf = true;
    let isDriven = clutch === null;
    this.#isHeld = false;
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      const sample = model.ids[i];
      if (!this.#isEngaged(model, gaps, i, placement)) continue;
      if (!kerf.isOf(model, faces[i])) isInKerf = false;
      if (clutch !== null && clutch[sample] === 1) isDriven = true;
      const hardArea = this.#area[0] * model.hardness[i];
      this.#hardArea[0] = hardArea;
      load[AREA] += this.#area[0];
      load[HARD_AREA] += hardArea;
      if (spin !== null) slow += hardArea * spin.slowness[sample];
      if (chisel === null || chisel.ploughs[sample] === 1) load[PLOUGHED] += hardArea;
      this.drag?.include(sample, this.#hardArea, gaps.measuredAt, 3 * i, placement, this.#rotation);
    }
    load[PLOUGHING_AREA] = chisel === null ? load[AREA] : chisel.area;
    load[SPEED] = slow > 0 ? load[HARD_AREA] / slow : speed;
    feedUnder(this.#settings, load);
    // A tool sliding along itself sweeps nothing. If a kerf holds it, what holds it is the grid's remnant of bone that
    // is already gone.
    feed[0] = load[AREA] === 0 && isInKerf && !this.#isHeld ? this.#length[0] : load[FEED] * load[SECONDS];
    if (!isDriven) feed[0] = 0;
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      if (this.#isEngaged(model, gaps, i, placement))
        feed[0] = Math.min(feed[0], Math.max(0, most[0] - allowed[i]) / this.#into[0]);
    }
    load[FEED] = feed[0] / load[SECONDS];
    // One that stands still does not rub either.
    if (isDriven) this.drag?.close(this.#settings, load);
    if (!(feed[0] > 0)) {
      this.told[TOLD_THRUST] = load[THRUST];
      this.#owed[0] = 0;
      this.#before.set(placement);
      return false;
    }
    this.#owed[0] += feed[0];
    gaps.kerf.remember(this.#way);
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      if (this.#isEngaged(model, gaps, i, placement)) gaps.deepen(i, this.#into, feed, most);
    }
    return true;
  }

  /** Records the result, from the proxy's current placement and the load on its contacts. */
  close(model: LocalModel, proxy: GodObject): void {
    const { placement } = proxy;
    const load = this.#load;
    const motion = this.#motion;
    const way = this.#way;
    const told = this.told;
    motionBetween(this.#before, placement, motion);
    let gone = 0;
    for (let k = 0; k < 6; k++) gone += (k < 3 ? 1 : this.#leverSquared) * motion[k] * way[k];
    // Any motion beyond the feed was free.
    gone = Math.max(0, Math.min(gone, this.#owed[0]));
    this.#owed[0] -= gone;
    this.#before.set(placement);
    told[TOLD_FEED] = gone / load[SECONDS];
    told[TOLD_RATE] = load[AREA] * told[TOLD_FEED];
    this.#fed[0] = load[AREA] * gone;
    told[TOLD_REMOVED] += this.#fed[0];
    this.#takeWay(model, proxy);
    told[TOLD_THRUST] = load[STIFFNESS] * this.#length[0];
  }

  /** Ends a tick: counts what samples that were in bone when it began have swept beyond the feed. */
  end(model: LocalModel, gaps: PointGaps, placement: Float64Array): void {
    const { inside, insideCount, measuredAt } = gaps;
    if (insideCount === 0) return;
    motionBetween(this.#start, placement, this.#motion);
    rotationOf(placement, this.#rotation);
    let swept = 0;
    for (let n = 0; n < insideCount; n++) {
      const i = inside[n];
      pointMotion(this.#motion, measuredAt, 3 * i, placement, this.#moved);
      this.#takeArea(3 * model.ids[i]);
      swept += this.#area[0];
    }
    this.told[TOLD_REMOVED] += Math.max(0, swept - this.#fed[0]);
  }

  /** Writes the direction and the length of the motion that the contacts of samples that cut do not allow. */
  #takeWay({ ids }: LocalModel, { contacts, contactPoints, placement }: GodObject): void {
    const { rows, multipliers, count } = contacts;
    const { cuts } = this.#edges;
    const way = this.#way;
    way.fill(0);
    for (let i = 0; i < count; i++) {
      if (cuts[ids[contactPoints[i]]] === 0) continue;
      for (let k = 0; k < 6; k++) way[k] -= multipliers[i] * rows[6 * i + k];
    }
    for (let k = 3; k < 6; k++) way[k] /= this.#leverSquared;
    if (this.#only !== null) this.#keepAlong(this.#only, placement);
    let squared = 0;
    for (let k = 0; k < 6; k++) {
      squared += (k < 3 ? 1 : this.#leverSquared) * way[k] * way[k];
    }
    this.#length[0] = Math.sqrt(squared);
    for (let k = 0; k < 6 && squared > 0; k++) way[k] /= this.#length[0];
  }

  /** Leaves of `#way` its part along an axis of the tool, a push without a turn; nothing if it points the other way. */
  #keepAlong(axis: Float64Array, placement: Float64Array): void {
    const way = this.#way;
    const r = this.#rotation;
    rotationOf(placement, r);
    let part = 0;
    for (let k = 0; k < 3; k++) part += way[k] * (r[3 * k] * axis[0] + r[3 * k + 1] * axis[1] + r[3 * k + 2] * axis[2]);
    part = Math.max(0, part);
    for (let k = 0; k < 3; k++) way[k] = part * (r[3 * k] * axis[0] + r[3 * k + 1] * axis[1] + r[3 * k + 2] * axis[2]);
    way.fill(0, 3);
  }

  /**
   * Whether the feed moves a sample that cuts into the bone on which it rests. If so, writes how far per mm, and its
   * area.
   */
  #isEngaged(model: LocalModel, gaps: PointGaps, i: number, placement: Float64Array): boolean {
    if (gaps.gaps[i] + gaps.allowed[i] > ENGAGED) return false;
    const { measuredAt, normals } = gaps;
    const at = 3 * i;
    pointMotion(this.#way, measuredAt, at, placement, this.#moved);
    const x = this.#moved[0];
    const y = this.#moved[1];
    const z = this.#moved[2];
    this.#into[0] = -(normals[at] * x + normals[at + 1] * y + normals[at + 2] * z);
    if (!(this.#into[0] > 0)) return false;
    const sample = model.ids[i];
    if (this.#edges.cuts[sample] === 0) {
      if (!gaps.kerf.isOf(model, gaps.faces[i])) this.#isHeld = true;
      return false;
    }
    this.#takeArea(3 * sample);
    return true;
  }

  /** Writes the area of a sample's share of the surface, projected along `#moved`, times its length; 0 from behind. */
  #takeArea(sample: number): void {
    const a = this.#areas;
    const r = this.#rotation;
    const ax = r[0] * a[sample] + r[1] * a[sample + 1] + r[2] * a[sample + 2];
    const ay = r[3] * a[sample] + r[4] * a[sample + 1] + r[5] * a[sample + 2];
    const az = r[6] * a[sample] + r[7] * a[sample + 1] + r[8] * a[sample + 2];
    this.#area[0] = Math.max(0, ax * this.#moved[0] + ay * this.#moved[1] + az * this.#moved[2]);
  }
}
