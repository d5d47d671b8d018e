// A device's placement and a local contact model → the proxy's: the allowed placement of the tool that is nearest to
// the device's.
//
//   ─────◉ proxy ──────    The god-object of C. B. Zilles, J. K. Salisbury ("A constraint-based god-object method for
//   ▒▒▒▒▒┊▒▒▒ bone ▒▒▒▒    haptic display", IROS 1995) with six degrees of freedom (M. Ortega, S. Redon, S. Coquillart,
//   ▒▒▒▒▒● device ▒▒▒▒▒    "A six degree-of-freedom god-object method", IEEE TVCG 13(3), 2007), on exact gaps.
//
// A tick makes up to MOST_SUBSTEPS substeps. Each one
// 1. takes the points of the model that are near the bone as contacts: n·(motion of the point) ≥ SKIN − gap;
// 2. solves for the motion toward the device that these planes allow (least-constraint.ts), cut to STRIDE;
// 3. places all points there and measures the gaps of those that may be near, exactly (local-gap.ts);
// 4. takes the motion if no gap is below SKIN − TOLERANCE, else tries half of it, with the contacts that it found.
//
// Invariant: the proxy is never placed where a measured gap is smaller than that, unless it gets the proxy out of where
// a new model shows it to be. So the linear step 2 decides how fast the proxy goes, never where it may be.

import { motionBetween, moved, PLACEMENT_SIZE, placementOf, rotationOf } from '../core/index.ts';
import { CLOSE, MOST_CONTACTS, MOST_HALVINGS, MOST_SUBSTEPS, SKIN, STRIDE, TOLERANCE } from './constants.ts';
import { LeastConstraint } from './least-constraint.ts';
import { GAP, LocalGap, NORMAL } from './local-gap.ts';
import { EMBEDDED, type LocalModel, MAX_DISTANCE, MOST_POINTS, MOTION, POINTS } from './local-model.ts';

/**
 * Outcomes of `follow`: the model covers the way, the tool leaves the model, or it is deeper in than the model holds.
 */
export const COVERED = 0;
const OUTRUN = 1;
export const DEEP = 2;
/** Outcomes of a substep besides: there is nothing more to gain; there is. */
const STAYS = 3;
const GOES_ON = 4;

/** mm: points with gaps up to this become contacts. No substep closes a wider gap. */
const CONTACT_GAP = STRIDE + SKIN;

export class GodObject {
  readonly placement = new Float64Array(PLACEMENT_SIZE);
  /** The contacts of the last tick: the solver's rows, about the pivot, and its multipliers. */
  readonly contacts: LeastConstraint;
  /** Of each contact, its point's index in the model, and its bone face's index there. */
  readonly contactPoints = new Int32Array(MOST_CONTACTS);
  readonly contactFaces = new Int32Array(MOST_CONTACTS);
  /** mm: the least gap at the last placement that was taken. */
  readonly leastGap = new Float64Array(1);

  readonly #pivot: Float64Array;
  readonly #radius: number;
  readonly #gap = new LocalGap();
  readonly #trial = new Float64Array(PLACEMENT_SIZE);
  readonly #motion = new Float64Array(6);
  readonly #rotation = new Float64Array(9);
  readonly #modelPlacement = new Float64Array(PLACEMENT_SIZE);
  readonly #modelMotion = new Float64Array(6);
  /** Where each point of the model is under the trial placement. */
  readonly #points = new Float64Array(3 * MOST_POINTS);
  /** Of each point: its gap when it was measured last, where it was then, and the normal and face found. */
  readonly #gaps = new Float64Array(MOST_POINTS);
  readonly #measuredAt = new Float64Array(3 * MOST_POINTS);
  readonly #normals = new Float64Array(3 * MOST_POINTS);
  readonly #faces = new Int32Array(MOST_POINTS);
  /** 0 for a point whose gap and place are still the model's: it has no face yet. */
  readonly #isMeasured = new Uint8Array(MOST_POINTS);
  /** The points that have been measured where they are and whose gap is at most CONTACT_GAP, and how many they are. */
  readonly #active = new Int32Array(MOST_POINTS);
  #activeCount = 0;
  /**
   * λ of each sample in the last solution, 0 if it was not in it: the solver's first guess, also across models.
   */
  readonly #multipliers: Float64Array;
  /** The samples of the last solution, and how many. */
  readonly #solved = new Int32Array(MOST_CONTACTS);
  #solvedCount = 0;
  readonly #worst = new Float64Array(1);
  readonly #way = new Float64Array(1);

  /**
   * @param pivot in the tool's frame, mm.
   * @param radius mm: no sample is farther from the pivot.
   * @param samples how many samples the tool has.
   * @param lever mm: see LeastConstraint.
   */
  constructor(pivot: ArrayLike<number>, radius: number, samples: number, lever: number) {
    this.#pivot = Float64Array.from(pivot);
    this.#radius = radius;
    this.#multipliers = new Float64Array(samples);
    this.contacts = new LeastConstraint(lever);
  }

  /** Begins to use a new model: its own gaps and places stand for measured ones. */
  take(model: LocalModel): void {
    placementOf(model.pose, this.#pivot, this.#modelPlacement);
    const count = model.head[POINTS];
    for (let i = 0; i < count; i++) {
      this.#gaps[i] = model.distances[i];
      this.#isMeasured[i] = 0;
      for (let k = 0; k < 3; k++) this.#measuredAt[3 * i + k] = model.centres[3 * i + k];
    }
  }

  /** Whether a model that was made at a placement is valid at the proxy's. */
  isWithin({ head }: LocalModel, placement: Float64Array): boolean {
    motionBetween(placement, this.placement, this.#modelMotion);
    this.#takeWay(this.#modelMotion);
    return this.#way[0] <= head[MAX_DISTANCE];
  }

  /** Whether a model shows that the tool touches nothing at the model's pose. */
  isFreeAt({ head, distances }: LocalModel): boolean {
    if (head[EMBEDDED] !== 0) return false;
    for (let i = 0; i < head[POINTS]; i++) if (distances[i] < SKIN) return false;
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
      out[at + k] = this.#measuredAt[i + k];
      out[at + 3 + k] = this.contacts.rows[6 * n + k];
    }
  }

  /** Moves toward the device's placement. @returns COVERED, or why it stopped. */
  follow(model: LocalModel, device: Float64Array): number {
    if (model.head[EMBEDDED] !== 0) return DEEP;
    if (!this.#measure(model, this.placement)) return OUTRUN;
    this.leastGap[0] = this.#worst[0];
    for (let substep = 0; substep < MOST_SUBSTEPS; substep++) {
      const outcome = this.#substep(model, device);
      if (outcome !== GOES_ON) return outcome === STAYS ? COVERED : outcome;
    }
    return COVERED;
  }

  /** One step of at most STRIDE. A trial that is not allowed shows contacts, which the next, half as long, respects. */
  #substep(model: LocalModel, device: Float64Array): number {
    const motion = this.#motion;
    let outcome = STAYS;
    for (let tried = 0; tried <= MOST_HALVINGS; tried++) {
      motionBetween(this.placement, device, motion);
      this.#constrain(model);
      this.contacts.solve(motion);
      this.#keepMultipliers(model);
      this.#takeWay(motion);
      const way = this.#way[0];
      if (way === 0) return STAYS;
      const share = Math.min(1, STRIDE / way) / 2 ** tried;
      for (let k = 0; k < 6; k++) motion[k] *= share;
      moved(this.placement, motion, this.#trial);
      if (this.#measure(model, this.#trial)) {
        const gap = this.#worst[0];
        // If the tool is in the bone already, because a new model shows more of it, every step that gets it out is
        // taken.
        if (gap >= SKIN - TOLERANCE || gap > this.leastGap[0]) {
          this.leastGap[0] = gap;
          this.placement.set(this.#trial);
          return way <= STRIDE && tried === 0 ? STAYS : GOES_ON;
        }
        outcome = STAYS;
      } else outcome = OUTRUN;
      this.#measure(model, this.placement);
    }
    return outcome;
  }

  /** Makes the active points contacts; if there are more than the solver takes, those with the smallest gaps. */
  #constrain(model: LocalModel): void {
    this.contacts.count = 0;
    // Points that pushed in the last solution come first: if many points touch, the same ones carry from tick to tick.
    const limit = this.#activeLimit();
    this.#addContacts(model, true, CONTACT_GAP);
    this.#addContacts(model, false, limit);
  }

  #addContacts(model: LocalModel, havePushed: boolean, limit: number): void {
    const solver = this.contacts;
    let { count } = solver;
    for (let n = 0; n < this.#activeCount && count < MOST_CONTACTS; n++) {
      const i = this.#active[n];
      if (this.#gaps[i] > limit || this.#multipliers[model.ids[i]] > 0 !== havePushed) continue;
      const row = 6 * count;
      const nx = this.#normals[3 * i];
      const ny = this.#normals[3 * i + 1];
      const nz = this.#normals[3 * i + 2];
      const rx = this.#measuredAt[3 * i] - this.placement[0];
      const ry = this.#measuredAt[3 * i + 1] - this.placement[1];
      const rz = this.#measuredAt[3 * i + 2] - this.placement[2];
      solver.rows[row] = nx;
      solver.rows[row + 1] = ny;
      solver.rows[row + 2] = nz;
      solver.rows[row + 3] = ry * nz - rz * ny;
      solver.rows[row + 4] = rz * nx - rx * nz;
      solver.rows[row + 5] = rx * ny - ry * nx;
      solver.least[count] = SKIN - this.#gaps[i];
      solver.multipliers[count] = this.#multipliers[model.ids[i]];
      this.contactPoints[count] = i;
      this.contactFaces[count] = this.#faces[i];
      count++;
    }
    solver.count = count;
  }

  /**
   * The gap up to which active points become contacts, so that they are at most as many as the solver takes: bisected.
   */
  #activeLimit(): number {
    if (this.#activeCount <= MOST_CONTACTS) return CONTACT_GAP;
    let low = this.#worst[0];
    let high = CONTACT_GAP;
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2;
      let within = 0;
      for (let n = 0; n < this.#activeCount; n++) if (this.#gaps[this.#active[n]] <= middle) within++;
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
    }
    this.#solvedCount = solver.count;
  }

  /** Clears the guesses: only samples of the last solution have one. */
  #forgetMultipliers(): void {
    for (let n = 0; n < this.#solvedCount; n++) this.#multipliers[this.#solved[n]] = 0;
    this.#solvedCount = 0;
  }

  /**
   * Writes how far a motion takes any sample of the tool, at most, mm, to #way: an array, since a number that is
   * returned may be put on the heap.
   */
  #takeWay(motion: Float64Array): void {
    const shift = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    const turn = Math.sqrt(motion[3] * motion[3] + motion[4] * motion[4] + motion[5] * motion[5]);
    this.#way[0] = shift + turn * this.#radius;
  }

  /**
   * Places the model's points and measures those that may be closer than CLOSE to the bone. A point's gap changes by no
   * more than it moves (signed distance is 1-Lipschitz), so most keep the bound from their last measurement.
   * @returns false if the placement is beyond what the model covers.
   */
  #measure(model: LocalModel, placement: Float64Array): boolean {
    motionBetween(this.#modelPlacement, placement, this.#modelMotion);
    this.#takeWay(this.#modelMotion);
    if (this.#way[0] > model.head[MAX_DISTANCE]) return false;
    const r = this.#rotation;
    rotationOf(placement, r);
    const pivot = this.#pivot;
    const points = this.#points;
    const measuredAt = this.#measuredAt;
    const { own, centres } = model;
    const farthest = model.head[MOTION] * model.head[MOTION];
    const count = model.head[POINTS];
    let worst = Number.POSITIVE_INFINITY;
    let active = 0;
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
      // A lower bound of the gap here.
      const least = this.#gaps[i] - moved;
      if (isThere || least > CLOSE) {
        if (least < worst) worst = least;
        if (isThere && least <= CONTACT_GAP) this.#active[active++] = i;
        continue;
      }
      const cx = px - centres[at];
      const cy = py - centres[at + 1];
      const cz = pz - centres[at + 2];
      if (cx * cx + cy * cy + cz * cz > farthest) return false;
      this.#gap.measure(model, i, points, at);
      const { result } = this.#gap;
      this.#gaps[i] = result[GAP];
      this.#faces[i] = this.#gap.face;
      this.#isMeasured[i] = 1;
      for (let k = 0; k < 3; k++) {
        this.#normals[at + k] = result[NORMAL + k];
        measuredAt[at + k] = points[at + k];
      }
      if (result[GAP] < worst) worst = result[GAP];
      if (result[GAP] <= CONTACT_GAP) this.#active[active++] = i;
    }
    this.#activeCount = active;
    this.#worst[0] = worst;
    return true;
  }
}
