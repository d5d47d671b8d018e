// A model's points under one placement after another → a lower bound on each one's gap, the gap itself if it may
// matter, and whether a point meets the bone when it moves straight from placement to placement.
//
// A gap is measured only if it may be below CLOSE. Signed distance is 1-Lipschitz, so a gap changes by no more than the
// point moves, and most points keep the bound from their last measurement.
//
// No path through the bone is missed, however thin the bone is. At the proxy's placement each point has been measured,
// or lies in a bone-free ball about the place of its last measurement, with the gap found there as radius. If a trial
// does not measure the point, its place there is in this ball too, and so is the straight path. If the trial measures
// it, it can have met a face only if its path is at least as long as the sum of its gaps at both ends. Such paths are
// tested against all faces of its list, which contains all that come within MOTION of its centre.
//
// If the tool has cut bone that the model still shows, a point may be in that bone as deep as its allowance
// (cutting/cut-allowance.ts): `least` refers to gap + allowance, and a path that ends within the allowance is taken as
// part of the cut.

import { lengthSlack, motionBetween, PLACEMENT_SIZE, placementOf, rotationOf } from '#core';
import { CLOSE, SKIN, STRIDE, TOLERANCE } from './constants.ts';
import { CutAllowance } from './cutting/cut-allowance.ts';
import { INWARD, KerfPlay, LEDGE } from './cutting/kerf-play.ts';
import { GAP, LocalGap, NORMAL } from './local-gap.ts';
import {
  EDIT_FACES,
  EDITS,
  type LocalModel,
  MAGNITUDE,
  MAX_DISTANCE,
  MOST_POINTS,
  MOTION,
  POINTS,
  SERIAL,
} from './local-model.ts';

/** mm: points with gaps up to this become contacts. No substep of at most STRIDE closes a wider gap. */
export const CONTACT_GAP = STRIDE + SKIN;

/** Numbers kept for a point, to undo a trial: gap, face, whether it has been measured, where, normal. */
const KNOWN = 9;

export class PointGaps {
  /** mm: a lower bound on gap + allowance, over all points, at the last placement; −∞ if a trial leads through bone. */
  readonly least = new Float64Array(1);
  /** mm: an upper bound on every sample's distance from its place in the model's pose. */
  readonly away = new Float64Array(1);
  /** mm: the result of takeWay. */
  readonly way = new Float64Array(1);
  /** The points measured at their current place with a gap of at most CONTACT_GAP, and their number. */
  readonly active = new Int32Array(MOST_POINTS);
  activeCount = 0;
  /** For each point: its gap at its last measurement, its place then, and the normal and face found. */
  readonly gaps = new Float64Array(MOST_POINTS);
  readonly measuredAt = new Float64Array(3 * MOST_POINTS);
  readonly normals = new Float64Array(3 * MOST_POINTS);
  readonly faces = new Int32Array(MOST_POINTS);
  /** 1 for a point that has stopped a trial of this tick. */
  readonly hasStopped = new Uint8Array(MOST_POINTS);
  /** How deep each may be in the bone that the model shows, mm: 0 if the tool has cut nothing there. */
  readonly allowed: Float64Array;

  /** The points that are in the model's bone by more than their play when a tick begins, and their number. */
  readonly inside = new Int32Array(MOST_POINTS);
  insideCount = 0;

  /** How far each may be in a kerf's wall. */
  readonly kerf = new KerfPlay();

  readonly #allowance: CutAllowance;
  /** mm: the largest allowance; 0 for a tool that does not cut. */
  readonly #mostAhead: Float64Array;
  /** How many bone edits the newest model shows, and whether that number has changed since the last `settle`. */
  readonly #edits = new Float64Array(1);
  /** Serial number of the newest model; 0 before the first. */
  readonly #serial = new Float64Array(1);
  #isEdited = false;
  readonly #pivot: Float64Array;
  readonly #radius: number;
  readonly #gap = new LocalGap();
  readonly #rotation = new Float64Array(9);
  readonly #modelPlacement = new Float64Array(PLACEMENT_SIZE);
  readonly #modelMotion = new Float64Array(6);
  /** 0 for a point whose gap and place are still the model's: it has no face yet. */
  readonly #isMeasured = new Uint8Array(MOST_POINTS);
  /** The points that a trial has measured, and what was known of each before, so that the trial can be undone. */
  readonly #tried = new Int32Array(MOST_POINTS);
  readonly #before = new Float64Array(KNOWN * MOST_POINTS);
  #triedCount = 0;
  /** Each point's place under the placement measured last, and a lower bound on its gap there. */
  #points = new Float64Array(3 * MOST_POINTS);
  #bounds = new Float64Array(MOST_POINTS);
  /** The same at the proxy's placement. */
  #ownPoints = new Float64Array(3 * MOST_POINTS);
  #ownBounds = new Float64Array(MOST_POINTS);

  /**
   * @param pivot in the tool's frame, mm. @param radius mm: no sample is farther from the pivot.
   * @param samples how many samples the tool has. @param cuts 1 for each that cuts; without it, all do.
   */
  constructor(pivot: ArrayLike<number>, radius: number, samples: number, mostAhead = 0, cuts?: Uint8Array) {
    this.#mostAhead = Float64Array.of(mostAhead);
    this.#pivot = Float64Array.from(pivot);
    this.#radius = radius;
    this.#allowance = new CutAllowance(samples, cuts);
    this.allowed = this.#allowance.allowed;
  }

  /**
   * Begins to use a new model: its own gaps and places count as measured. If it is the same model again, everything
   * known stays.
   */
  take(model: LocalModel): void {
    if (model.head[SERIAL] === this.#serial[0]) return;
    this.#serial[0] = model.head[SERIAL];
    placementOf(model.pose, this.#pivot, this.#modelPlacement);
    this.#allowance.take(model);
    if (model.head[EDITS] !== this.#edits[0]) this.#isEdited = true;
    this.#edits[0] = model.head[EDITS];
    const count = model.head[POINTS];
    for (let i = 0; i < count; i++) {
      this.gaps[i] = model.distances[i];
      this.#isMeasured[i] = 0;
      for (let k = 0; k < 3; k++) this.measuredAt[3 * i + k] = model.centres[3 * i + k];
    }
  }

  /** Begins a tick. */
  begin({ head }: LocalModel): void {
    this.hasStopped.fill(0, 0, head[POINTS]);
  }

  /** Takes the placement measured last as the proxy's. */
  stand(): void {
    const points = this.#ownPoints;
    this.#ownPoints = this.#points;
    this.#points = points;
    const bounds = this.#ownBounds;
    this.#ownBounds = this.#bounds;
    this.#bounds = bounds;
  }

  /**
   * Whether a point of a model is by a face of the tool's own cut, no deeper than its walls are wavy, and not pressed
   * in.
   */
  isInOwnCut(model: LocalModel, i: number, motion: Float64Array): boolean {
    const { distances, gradients, starts, counts, entries, faceIds, head } = model;
    if (!(distances[i] >= SKIN - INWARD && this.kerf.isIn(model))) return false;
    const at = 3 * i;
    const out = gradients[at] * motion[0] + gradients[at + 1] * motion[1] + gradients[at + 2] * motion[2];
    const way = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    if (out < -LEDGE * way) return false;
    for (let n = starts[i]; n < starts[i] + counts[i]; n++) if (faceIds[entries[n]] >= head[EDIT_FACES]) return true;
    return false;
  }

  /** Lets a point go deeper: see CutAllowance. */
  deepen(point: number, into: Float64Array, feed: Float64Array, most: Float64Array): void {
    this.#allowance.grow(point, into, feed, most);
  }

  /**
   * Grants allowances for bone that an edit has left in the tool, and withdraws those that are no longer used: a point
   * that is now less deep in the model's bone, at the proxy's placement, may not go deeper again, except by its play in
   * a kerf.
   * @param placement the proxy's. @returns whether gaps must be measured again.
   */
  settle(model: LocalModel, placement: Float64Array): boolean {
    const isGranted =
      this.#isEdited && this.#mostAhead[0] > 0 && this.#allowance.grant(this.#ownBounds, this.#mostAhead);
    this.#isEdited = false;
    const { kerf } = this;
    const hasPlay = kerf.isIn(model);
    if (hasPlay) {
      kerf.play.fill(0, 0, model.head[POINTS]);
      for (let n = 0; n < this.activeCount; n++) {
        const i = this.active[n];
        kerf.find(model, i, this.faces[i], this.normals, this.measuredAt, placement, this.#mostAhead);
      }
    }
    return this.#allowance.settle(this.#ownBounds, hasPlay ? kerf.play : null) || isGranted;
  }

  /** Notes which points are in the model's bone at the placement measured last: only a tool that cuts has any. */
  noteInside(model: LocalModel): void {
    this.insideCount = 0;
    if (this.#mostAhead[0] === 0) return;
    const hasPlay = this.kerf.isIn(model);
    for (let n = 0; n < this.activeCount; n++) {
      const i = this.active[n];
      if (this.gaps[i] + (hasPlay ? this.kerf.play[i] : 0) < 0) this.inside[this.insideCount++] = i;
    }
  }

  /**
   * Writes to `way` a bound, mm, on how far a motion takes any sample of the tool. `way` is an array because a returned
   * number may be put on the heap.
   */
  takeWay(motion: Float64Array): void {
    const shift = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    const turn = Math.sqrt(motion[3] * motion[3] + motion[4] * motion[4] + motion[5] * motion[5]);
    this.way[0] = shift + turn * this.#radius;
  }

  /** Undoes the last trial's measurements: restores what was known of the points before it. */
  takeBack(): void {
    const before = this.#before;
    for (let n = 0; n < this.#triedCount; n++) {
      const i = this.#tried[n];
      const at = KNOWN * n;
      this.gaps[i] = before[at];
      this.faces[i] = before[at + 1];
      this.#isMeasured[i] = before[at + 2];
      for (let k = 0; k < 3; k++) {
        this.measuredAt[3 * i + k] = before[at + 3 + k];
        this.normals[3 * i + k] = before[at + 6 + k];
      }
    }
    this.#triedCount = 0;
  }

  #remember(i: number): void {
    const before = this.#before;
    const at = KNOWN * this.#triedCount;
    this.#tried[this.#triedCount++] = i;
    before[at] = this.gaps[i];
    before[at + 1] = this.faces[i];
    before[at + 2] = this.#isMeasured[i];
    for (let k = 0; k < 3; k++) {
      before[at + 3 + k] = this.measuredAt[3 * i + k];
      before[at + 6 + k] = this.normals[3 * i + k];
    }
  }

  /**
   * Places the model's points and measures those that may be closer than CLOSE to the bone.
   * @param isTrial whether the proxy would go there; `least` is then −∞ if a point meets the bone on its way.
   * @returns false if the model does not cover the placement.
   */
  measure(model: LocalModel, placement: Float64Array, isTrial: boolean): boolean {
    motionBetween(this.#modelPlacement, placement, this.#modelMotion);
    this.takeWay(this.#modelMotion);
    if (this.way[0] > model.head[MAX_DISTANCE]) return false;
    this.away[0] = this.way[0];
    const slack = 4 * lengthSlack(model.head[MAGNITUDE]);
    const r = this.#rotation;
    rotationOf(placement, r);
    const pivot = this.#pivot;
    const points = this.#points;
    const bounds = this.#bounds;
    const ownPoints = this.#ownPoints;
    const ownBounds = this.#ownBounds;
    const measuredAt = this.measuredAt;
    const { own, centres } = model;
    const allowed = this.allowed;
    const farthest = model.head[MOTION] * model.head[MOTION];
    const count = model.head[POINTS];
    let worst = Number.POSITIVE_INFINITY;
    let active = 0;
    this.#triedCount = 0;
    for (let i = 0; i < count; i++) {
      const at = 3 * i;
      const sx = own[at] - pivot[0];
      const sy = own[at + 1] - pivot[1];
      const sz = own[at + 2] - pivot[2];
      const px = placement[0] + r[0] * sx + r[1] * sy + r[2] * sz;
      const py = placement[1] + r[3] * sx + r[4] * sy + r[5] * sz;
      const pz = placement[2] + r[6] * sx + r[7] * sy + r[8] * sz;
      points[at] = px;
      points[at + 1] = py;
      points[at + 2] = pz;
      const mx = px - measuredAt[at];
      const my = py - measuredAt[at + 1];
      const mz = pz - measuredAt[at + 2];
      const moved = Math.sqrt(mx * mx + my * my + mz * mz);
      const isThere = moved === 0 && this.#isMeasured[i] !== 0;
      // A lower bound on the gap here.
      const least = this.gaps[i] - moved;
      if (isThere || (least > CLOSE && this.hasStopped[i] === 0)) {
        bounds[i] = least;
        if (least + allowed[i] < worst) worst = least + allowed[i];
        if (isThere && least <= CONTACT_GAP) this.active[active++] = i;
        continue;
      }
      const cx = px - centres[at];
      const cy = py - centres[at + 1];
      const cz = pz - centres[at + 2];
      if (cx * cx + cy * cy + cz * cz > farthest) {
        if (least <= CLOSE) return false;
        bounds[i] = least;
        if (least + allowed[i] < worst) worst = least + allowed[i];
        continue;
      }
      this.#gap.measure(model, i, points, at);
      const { result } = this.#gap;
      if (isTrial) this.#remember(i);
      this.gaps[i] = result[GAP];
      this.faces[i] = this.#gap.face;
      this.#isMeasured[i] = 1;
      for (let k = 0; k < 3; k++) {
        this.normals[at + k] = result[NORMAL + k];
        measuredAt[at + k] = points[at + k];
      }
      bounds[i] = result[GAP];
      if (result[GAP] + allowed[i] < worst) worst = result[GAP] + allowed[i];
      if (result[GAP] <= CONTACT_GAP) this.active[active++] = i;
      if (!isTrial) continue;
      if (result[GAP] + allowed[i] < SKIN - TOLERANCE) this.hasStopped[i] = 1;
      // A point inside the bone at the proxy's placement may leave it; any other may not pass through the bone.
      if (ownBounds[i] < 0) continue;
      if (result[GAP] < 0 && allowed[i] > 0) {
        if (result[GAP] + allowed[i] < 0) worst = Number.NEGATIVE_INFINITY;
        continue;
      }
      if (result[GAP] < 0) worst = Number.NEGATIVE_INFINITY;
      const wx = px - ownPoints[at];
      const wy = py - ownPoints[at + 1];
      const wz = pz - ownPoints[at + 2];
      if (Math.sqrt(wx * wx + wy * wy + wz * wz) < ownBounds[i] + result[GAP] - slack) continue;
      const bx = ownPoints[at] - centres[at];
      const by = ownPoints[at + 1] - centres[at + 1];
      const bz = ownPoints[at + 2] - centres[at + 2];
      if (bx * bx + by * by + bz * bz > farthest) return false;
      if (!this.#gap.meets(model, i, ownPoints, at, points, at)) continue;
      this.hasStopped[i] = 1;
      worst = Number.NEGATIVE_INFINITY;
    }
    this.activeCount = active;
    this.least[0] = worst;
    return true;
  }
}
