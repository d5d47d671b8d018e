// A device's placement and a local contact model → the proxy's: the allowed placement of the tool that is nearest to
// the device's.
//
// The god-object of Zilles and Salisbury (1995) with six degrees of freedom (Ortega, Redon, Coquillart 2007), on exact
// gaps: each substep asks for the motion toward the device that the contacts' planes allow, and takes it only where the
// exact gaps of all points, measured anew, allow it too; else half of it. So what is linear about a step never shows in
// the result.

import { motionBetween, moved, PLACEMENT_SIZE, placementOf, rotationOf } from '../core/index.ts';
import { CLOSE, MOST_CONTACTS, MOST_HALVINGS, MOST_SUBSTEPS, SKIN, STRIDE, TOLERANCE } from './constants.ts';
import { LeastConstraint } from './least-constraint.ts';
import { GAP, LocalGap, NORMAL } from './local-gap.ts';
import { EMBEDDED, type LocalModel, MOST_POINTS, MOTION, POINTS, REACH } from './local-model.ts';

/** Whether the model covers where the tool wants to go. */
export const COVERED = 0;
const OUTRUN = 1;
export const DEEP = 2;
/** Outcomes of a substep besides: nothing more to gain; go on. */
const STAYS = 3;
const GOES_ON = 4;

/** Measured gaps up to this become contacts, mm: no substep closes a wider one. */
const REACHED = STRIDE + SKIN;

export class GodObject {
  readonly placement = new Float64Array(PLACEMENT_SIZE);
  /** The contacts of the last tick: solver rows about the pivot, multipliers. */
  readonly contacts: LeastConstraint;
  /** Of each contact: its point in the model, and its bone face by its place there. */
  readonly contactPoints = new Int32Array(MOST_CONTACTS);
  readonly contactFaces = new Int32Array(MOST_CONTACTS);
  /** The least gap of the last placement taken, mm. */
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
  /** Each point's gap when it was measured last, where that was, its normal and face. */
  readonly #gaps = new Float64Array(MOST_POINTS);
  readonly #measuredAt = new Float64Array(3 * MOST_POINTS);
  readonly #normals = new Float64Array(3 * MOST_POINTS);
  readonly #faces = new Int32Array(MOST_POINTS);
  /** 0 where gap and place are still the model's, which has no face. */
  readonly #isMeasured = new Uint8Array(MOST_POINTS);
  /** Points that have been measured where they are and are within REACHED, and how many. */
  readonly #active = new Int32Array(MOST_POINTS);
  #activeCount = 0;
  /**
   * λ by sample, from tick to tick and model to model: the last solution's, so 0 for every sample that was not in it.
   */
  readonly #multipliers: Float64Array;
  /** The samples of the last solution, and how many. */
  readonly #solved = new Int32Array(MOST_CONTACTS);
  #solvedCount = 0;
  readonly #worst = new Float64Array(1);
  readonly #way = new Float64Array(1);

  /**
   * @param pivot in the tool's frame, mm.
   * @param radius no sample is farther from the pivot.
   * @param samples how many there are.
   * @param lever see LeastConstraint.
   */
  constructor(pivot: ArrayLike<number>, radius: number, samples: number, lever: number) {
    this.#pivot = Float64Array.from(pivot);
    this.#radius = radius;
    this.#multipliers = new Float64Array(samples);
    this.contacts = new LeastConstraint(lever);
  }

  /** Takes a model that was not there before. */
  take(model: LocalModel): void {
    placementOf(model.pose, this.#pivot, this.#modelPlacement);
    const count = model.head[POINTS];
    for (let i = 0; i < count; i++) {
      this.#gaps[i] = model.distances[i];
      this.#isMeasured[i] = 0;
      for (let k = 0; k < 3; k++) this.#measuredAt[3 * i + k] = model.centres[3 * i + k];
    }
  }

  /** Whether a model made at a placement reaches as far as the proxy. */
  isWithin({ head }: LocalModel, placement: Float64Array): boolean {
    motionBetween(placement, this.placement, this.#modelMotion);
    this.#takeWay(this.#modelMotion);
    return this.#way[0] <= head[REACH];
  }

  /** Whether a model shows that the tool touches nothing at the model's pose. */
  isFreeAt({ head, distances }: LocalModel): boolean {
    if (head[EMBEDDED] !== 0) return false;
    for (let i = 0; i < head[POINTS]; i++) if (distances[i] < SKIN) return false;
    return true;
  }

  /** Takes a placement without asking whether it is allowed. */
  jumpTo(placement: Float64Array): void {
    this.placement.set(placement);
    this.contacts.count = 0;
    this.#forgetMultipliers();
  }

  /** Where contact n is, and its normal: six numbers, bone frame. */
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

  /** One step of at most STRIDE: a trial that is not allowed shows contacts that the next, half as long, heeds. */
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
        // Where the tool is in the bone already, because a new model shows more of it, every step out is a good one.
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

  /** Rows of the points that are near, the deepest first where there are more than the solver takes. */
  #constrain(model: LocalModel): void {
    this.contacts.count = 0;
    // What has pushed goes first: where many points touch, those that carry stay the same from tick to tick.
    const limit = this.#activeLimit();
    this.#addContacts(model, true, REACHED);
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
   * The gap up to which active points become contacts: at most as many as there is room for, by bisection over the
   * gaps.
   */
  #activeLimit(): number {
    if (this.#activeCount <= MOST_CONTACTS) return REACHED;
    let low = this.#worst[0];
    let high = REACHED;
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

  /** A sample that has left contact is guessed at no more. */
  #forgetMultipliers(): void {
    for (let n = 0; n < this.#solvedCount; n++) this.#multipliers[this.#solved[n]] = 0;
    this.#solvedCount = 0;
  }

  /**
   * How far a motion takes the tool's farthest sample, at most, mm: in an array, for a number that is returned may be
   * garbage.
   */
  #takeWay(motion: Float64Array): void {
    const shift = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    const turn = Math.sqrt(motion[3] * motion[3] + motion[4] * motion[4] + motion[5] * motion[5]);
    this.#way[0] = shift + turn * this.#radius;
  }

  /**
   * Places the model's points and measures those that may be close to the bone.
   * @returns false where the model does not reach.
   */
  #measure(model: LocalModel, placement: Float64Array): boolean {
    motionBetween(this.#modelPlacement, placement, this.#modelMotion);
    this.#takeWay(this.#modelMotion);
    if (this.#way[0] > model.head[REACH]) return false;
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
      // The signed distance changes by no more than the point moves.
      const least = this.#gaps[i] - moved;
      if (isThere || least > CLOSE) {
        if (least < worst) worst = least;
        if (isThere && least <= REACHED) this.#active[active++] = i;
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
      if (result[GAP] <= REACHED) this.#active[active++] = i;
    }
    this.#activeCount = active;
    this.#worst[0] = worst;
    return true;
  }
}
