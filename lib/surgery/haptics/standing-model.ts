// The last local model, and where the next one is wanted → whether the last one still serves there.
//
//     model ──────────────▸ made anew        A tool that stands still, or creeps along a cut, is near the pose of
//       │  tool has moved MOTION/4,          the last model. That model still serves: it lacks only a quarter of a
//       │  or the bone has been edited       new model's motion. So the thread of the models rests until something
//       ▼                                    changes, and then shows it at once.
//     the same, with a new time
//
// A model that serves is handed out again before it is too old to be used.

import { copyModel, type LocalModel, MOTION, NEAR, TAKEN_AT } from './local-model.ts';

/** The fraction of the greatest age after which it is handed out again. */
const RENEWED = 1 / 8;

export class StandingModel {
  readonly #radius: number;
  readonly #mostAge: number;
  #model: LocalModel | null = null;
  /** Edits of the bone when it was made. */
  #edits = 0;

  /** @param radius mm: no sample is farther from the tool's origin. @param mostAge ms. */
  constructor(radius: number, mostAge: number) {
    this.#radius = radius;
    this.#mostAge = mostAge;
  }

  /** @param model written to only by the maker of the next one. @param edits how many the bone has had. */
  keep(model: LocalModel, edits: number): void {
    this.#model = model;
    this.#edits = edits;
  }

  forget(): void {
    this.#model = null;
  }

  /** @param pose from as for the next model: see LocalModelBuilder.build. */
  serves(pose: Float64Array, from: Float64Array, edits: number): boolean {
    const model = this.#model;
    if (model === null || edits !== this.#edits || !pose.every((x, k) => x === from[k])) return false;
    return wayBetween(model.pose, pose, this.#radius) <= NEAR * model.head[MOTION];
  }

  /** Whether it must be handed out again. @param time now, as TAKEN_AT. */
  isAged(time: number): boolean {
    return this.#model !== null && time - this.#model.head[TAKEN_AT] > RENEWED * this.#mostAge;
  }

  /** Writes it once more with a new time; out is the standing model from then on. */
  renew(time: number, out: LocalModel): void {
    if (this.#model !== null && this.#model !== out) copyModel(this.#model, out);
    out.head[TAKEN_AT] = time;
    this.#model = out;
  }
}

/**
 * mm: no point within `radius` of the tool's origin moves farther from one pose to the other. |ΔR·s + Δt| ≤ ‖ΔR‖·|s| +
 * |Δt|, with the Frobenius norm of ΔR.
 */
function wayBetween(a: Float64Array, b: Float64Array, radius: number): number {
  let turn = 0;
  for (let k = 0; k < 12; k++) turn += k % 4 === 3 ? 0 : (a[k] - b[k]) ** 2;
  return Math.sqrt(turn) * radius + Math.hypot(a[12] - b[12], a[13] - b[13], a[14] - b[14]);
}
