// A device's placement and a local contact model → the proxy's placement: the allowed one nearest to the device's.
//
//   ─────◉ proxy ──────    The god-object of C. B. Zilles, J. K. Salisbury ("A constraint-based god-object method for
//   ▒▒▒▒▒┊▒▒▒ bone ▒▒▒▒    haptic display", IROS 1995) with six degrees of freedom (M. Ortega, S. Redon, S. Coquillart,
//   ▒▒▒▒▒● device ▒▒▒▒▒    "A six degree-of-freedom god-object method", IEEE TVCG 13(3), 2007), on exact gaps.
//
// A tick makes up to MOST_SUBSTEPS substeps. Each one
// 1. takes the points of the model that are near the bone as contacts: n·(motion of the point) ≥ SKIN − gap;
// 2. solves for the motion toward the device that these planes allow (least-constraint.ts), limited to a stride:
//    STRIDE, or the free distance all around if that is greater;
// 3. places all points there and measures the gaps of those that may be near (point-gaps.ts), exactly (local-gap.ts);
// 4. takes the motion if no gap is below SKIN − TOLERANCE and no point has met a face on its straight path; otherwise
//    tries half of it, with the contacts found.
//
// Invariants: the proxy is never placed where a measured gap is smaller than that, unless it is on its way out of bone
// in which a new model shows it; and no sample that is outside passes through bone, however thin, from one placement to
// the next (point-gaps.ts). So the linear step 2 decides how fast the proxy moves, never where it may be.

import { motionBetween, moved, PLACEMENT_SIZE } from '#core';
import { CLOSE, MOST_CONTACTS, MOST_HALVINGS, MOST_SUBSTEPS, SKIN, STRIDE, TOLERANCE } from './constants.ts';
import { LeastConstraint } from './least-constraint.ts';
import { EMBEDDED, type LocalModel, MAX_DISTANCE, POINTS } from './local-model.ts';
import { CONTACT_GAP, PointGaps } from './point-gaps.ts';

/**
 * Outcomes of `follow`: the model covers the motion, the tool leaves the model, or it is deeper than the model covers.
 */
export const COVERED = 0;
const OUTRUN = 1;
export const DEEP = 2;
/** Further outcomes of a substep: another one would gain nothing; another one may. */
const STAYS = 3;
const GOES_ON = 4;

export class GodObject {
  readonly placement = new Float64Array(PLACEMENT_SIZE);
  /** The contacts of the last tick: the solver's rows, about the pivot, and its multipliers. */
  readonly contacts: LeastConstraint;
  /** For each contact, its point's index in the model, and its bone face's index there. */
  readonly contactPoints = new Int32Array(MOST_CONTACTS);
  readonly contactFaces = new Int32Array(MOST_CONTACTS);
  /** mm: the least gap at the last placement taken, to the bone without what the tool has cut away. */
  readonly leastGap = new Float64Array(1);
  readonly gaps: PointGaps;

  readonly #trial = new Float64Array(PLACEMENT_SIZE);
  readonly #motion = new Float64Array(6);
  /**
   * λ of each sample in the last solution, 0 if the sample was not in it: the solver's first guess, also across models.
   */
  readonly #multipliers: Float64Array;
  /** τ of each sample in the last solution, likewise. */
  readonly #tangents: Float64Array;
  /** The samples of the last solution, and how many. */
  readonly #solved = new Int32Array(MOST_CONTACTS);
  #solvedCount = 0;
  /** mm: how far any point may go in a substep. */
  readonly #stride = new Float64Array(1);

  /**
   * @param pivot in the tool's frame, mm.
   * @param radius mm: no sample is farther from the pivot.
   * @param samples how many samples the tool has.
   * @param lever mm, friction: see LeastConstraint. @param mostAhead mm, cuts, for a tool that cuts: see CutAllowance.
   */
  constructor(
    pivot: ArrayLike<number>,
    radius: number,
    samples: number,
    lever: number,
    friction = 0,
    mostAhead = 0,
    cuts?: Uint8Array,
  ) {
    this.gaps = new PointGaps(pivot, radius, samples, mostAhead, cuts);
    this.#multipliers = new Float64Array(samples);
    this.#tangents = new Float64Array(friction > 0 ? 3 * samples : 0);
    this.contacts = new LeastConstraint(lever, friction);
  }

  /** Begins to use a new model. */
  take(model: LocalModel): void {
    this.gaps.take(model);
  }

  /** Whether every sample of the tool is within `most`, mm, of its place under a placement. */
  isWithin(most: number, placement: Float64Array): boolean {
    motionBetween(placement, this.placement, this.#motion);
    this.gaps.takeWay(this.#motion);
    return this.gaps.way[0] <= most;
  }

  /** Whether a placement is nearer to the device's than the proxy is, by more than `least`, mm. */
  isNearer(placement: Float64Array, device: Float64Array, least: number): boolean {
    motionBetween(placement, device, this.#motion);
    this.gaps.takeWay(this.#motion);
    return !this.isWithin(this.gaps.way[0] + least, device);
  }

  /**
   * Whether the tool touches nothing at the model's pose, according to the model. In its own cut a tool may be as deep
   * as its play, unless the shift presses it in.
   * @param to the model's placement.
   */
  isFreeAt(model: LocalModel, to: Float64Array): boolean {
    const { head, distances } = model;
    if (head[EMBEDDED] !== 0 || head[MAX_DISTANCE] === 0) return false;
    motionBetween(this.placement, to, this.#motion);
    for (let i = 0; i < head[POINTS]; i++)
      if (distances[i] < SKIN && !this.gaps.isInOwnCut(model, i, this.#motion)) return false;
    return true;
  }

  /** Takes a placement without checking it. */
  jumpTo(placement: Float64Array): void {
    this.placement.set(placement);
    this.contacts.count = 0;
    this.#forgetMultipliers();
  }

  /** Writes contact n: its point and its unit normal, six numbers, bone frame. */
  writeContact(n: number, out: Float64Array, at: number): void {
    const i = 3 * this.contactPoints[n];
    for (let k = 0; k < 3; k++) {
      out[at + k] = this.gaps.measuredAt[i + k];
      out[at + 3 + k] = this.contacts.rows[6 * n + k];
    }
  }

  /**
   * Moves toward the device's placement.
   * @param cuts whether the tool has just cut, and moves on into what it has removed.
   * @returns COVERED, or why it stopped.
   */
  follow(model: LocalModel, device: Float64Array, cuts = false): number {
    if (model.head[EMBEDDED] !== 0) return DEEP;
    this.gaps.begin(model);
    if (!this.gaps.measure(model, this.placement, false)) return OUTRUN;
    this.#stand(model);
    if (!cuts && this.gaps.settle(model, this.placement)) {
      this.gaps.measure(model, this.placement, false);
      this.#stand(model);
    }
    if (!cuts) this.gaps.noteInside(model);
    for (let substep = 0; substep < MOST_SUBSTEPS; substep++) {
      const outcome = this.#substep(model, device);
      if (outcome !== GOES_ON) return outcome === STAYS ? COVERED : outcome;
    }
    return COVERED;
  }

  /** One step of at most a stride. A forbidden trial reveals contacts; the next trial, half as long, respects them. */
  #substep(model: LocalModel, device: Float64Array): number {
    const motion = this.#motion;
    const gaps = this.gaps;
    const stride = this.#stride;
    let outcome = STAYS;
    for (let tried = 0; tried <= MOST_HALVINGS; tried++) {
      motionBetween(this.placement, device, motion);
      this.#constrain(model);
      this.contacts.solve(motion);
      this.#keepMultipliers(model);
      gaps.takeWay(motion);
      const way = gaps.way[0];
      if (way === 0) return STAYS;
      const share = Math.min(1, stride[0] / way) / 2 ** tried;
      for (let k = 0; k < 6; k++) motion[k] *= share;
      moved(this.placement, motion, this.#trial);
      if (gaps.measure(model, this.#trial, true)) {
        const gap = gaps.least[0];
        // If the tool is in the bone already, because a new model shows more bone, any step outward is taken.
        if (gap >= SKIN - TOLERANCE || gap > this.leastGap[0]) {
          const isThere = way <= stride[0] && tried === 0;
          this.placement.set(this.#trial);
          this.#stand(model);
          return isThere ? STAYS : GOES_ON;
        }
        outcome = STAYS;
      } else outcome = OUTRUN;
      gaps.takeBack();
      if (!gaps.measure(model, this.placement, false)) return OUTRUN;
      this.#stand(model);
    }
    return outcome;
  }

  /**
   * Takes the last measurements as the proxy's own, and limits the next stride: within the least gap nothing is met,
   * and samples outside the model may go as far as the model says.
   */
  #stand({ head }: LocalModel): void {
    const gaps = this.gaps;
    gaps.stand();
    this.leastGap[0] = gaps.least[0];
    const free = Math.min(gaps.least[0] - CLOSE, head[MAX_DISTANCE] - gaps.away[0]);
    this.#stride[0] = Math.max(STRIDE, free);
  }

  /** Makes the active points contacts, as many as the solver takes: those that pushed or stopped a trial come first. */
  #constrain(model: LocalModel): void {
    this.contacts.count = 0;
    // Points that pushed in the last solution come first: if many points touch, the same ones carry the load from tick
    // to tick. With them come those that have stopped a trial.
    const limit = this.#activeLimit();
    this.#addContacts(model, true, CONTACT_GAP);
    this.#addContacts(model, false, limit);
  }

  #addContacts(model: LocalModel, areFirst: boolean, limit: number): void {
    const solver = this.contacts;
    const { active, activeCount, gaps, allowed, hasStopped, normals, measuredAt, faces, kerf } = this.gaps;
    let { count } = solver;
    for (let n = 0; n < activeCount && count < MOST_CONTACTS; n++) {
      const i = active[n];
      const isFirst = this.#multipliers[model.ids[i]] > 0 || hasStopped[i] !== 0;
      if (gaps[i] + allowed[i] > limit || isFirst !== areFirst) continue;
      const row = 6 * count;
      const nx = normals[3 * i];
      const ny = normals[3 * i + 1];
      const nz = normals[3 * i + 2];
      const rx = measuredAt[3 * i] - this.placement[0];
      const ry = measuredAt[3 * i + 1] - this.placement[1];
      const rz = measuredAt[3 * i + 2] - this.placement[2];
      solver.rows[row] = nx;
      solver.rows[row + 1] = ny;
      solver.rows[row + 2] = nz;
      solver.rows[row + 3] = ry * nz - rz * ny;
      solver.rows[row + 4] = rz * nx - rx * nz;
      solver.rows[row + 5] = rx * ny - ry * nx;
      // The walls of a kerf may press from both sides: if each pushed the tool out, no motion would be allowed.
      const least = SKIN - (gaps[i] + allowed[i]);
      solver.least[count] = kerf.isOf(model, faces[i]) ? Math.min(0, least) : least;
      solver.multipliers[count] = this.#multipliers[model.ids[i]];
      if (solver.friction.isOn) this.#addFriction(count, i, model.ids[i]);
      this.contactPoints[count] = i;
      this.contactFaces[count] = faces[i];
      count++;
    }
    solver.count = count;
  }

  /** Begins with the part of the sample's last friction that lies in the contact's tangent plane. */
  #addFriction(contact: number, point: number, sample: number): void {
    const { rows, friction } = this.contacts;
    const { arms, tangents } = friction;
    const kept = this.#tangents;
    const row = 6 * contact;
    const at = 3 * contact;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      arms[at + k] = this.gaps.measuredAt[3 * point + k] - this.placement[k];
      along += kept[3 * sample + k] * rows[row + k];
    }
    for (let k = 0; k < 3; k++) tangents[at + k] = kept[3 * sample + k] - along * rows[row + k];
  }

  /** The gap up to which active points become contacts, bisected so that there are no more than the solver takes. */
  #activeLimit(): number {
    const { active, activeCount, gaps, allowed, least } = this.gaps;
    if (activeCount <= MOST_CONTACTS) return CONTACT_GAP;
    let low = least[0];
    let high = CONTACT_GAP;
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2;
      let within = 0;
      for (let n = 0; n < activeCount; n++) if (gaps[active[n]] + allowed[active[n]] <= middle) within++;
      if (within > MOST_CONTACTS) high = middle;
      else low = middle;
    }
    return low;
  }

  #keepMultipliers({ ids }: LocalModel): void {
    const solver = this.contacts;
    this.#forgetMultipliers();
    for (let n = 0; n < solver.count; n++) {
      const id = ids[this.contactPoints[n]];
      this.#multipliers[id] = solver.multipliers[n];
      this.#solved[n] = id;
      if (!solver.friction.isOn) continue;
      for (let k = 0; k < 3; k++) this.#tangents[3 * id + k] = solver.friction.tangents[3 * n + k];
    }
    this.#solvedCount = solver.count;
  }

  /** Clears the guesses: only samples of the last solution have one. */
  #forgetMultipliers(): void {
    for (let n = 0; n < this.#solvedCount; n++) {
      this.#multipliers[this.#solved[n]] = 0;
      this.#tangents.fill(0, 3 * this.#solved[n], 3 * this.#solved[n] + 3);
    }
    this.#solvedCount = 0;
  }
}
