// Bone cut by the tool and not yet shown by the model in use → how deep each sample may be in the model's bone.
//
// A model is some ms old, and the bone is edited after that. The tool is already in what it removes in between: each
// sample has an allowance, mm, and counts as in contact when it lies that deep in the model's bone. Only cutting lets
// it grow (tool-feed.ts), up to mostAhead. It shrinks to the sample's depth as soon as the sample is less deep, because
// it has come out, or a new model shows the cut. So a sample's depth below the surface that the model shows is at most
// mostAhead, however late the model, and bone that is not cut stays as hard as it was.
//
// A cutter's surface is accurate only to its bound, so an edit may leave bone within the tool, or show some where there
// was none. Samples that the first model after an edit finds inside it get an allowance for it; otherwise both walls of
// a kerf would press at once. A sample that does not cut gets none: it is moved out of that bone. Without an edit no
// sample gets one: a tool that begins in the bone has cut nothing. Along the walls of a kerf a sample has its play
// (kerf-play.ts), used or not.

import { SKIN, TOLERANCE } from '../constants.ts';
import { type LocalModel, MOST_POINTS, POINTS } from '../local-model.ts';

export class CutAllowance {
  /** Allowance of each point of the model in use, mm. */
  readonly allowed = new Float64Array(MOST_POINTS);
  /** The same for each sample that has one. */
  readonly #ofSamples: Float64Array;
  readonly #cuts: Uint8Array | null;
  readonly #ids = new Uint32Array(MOST_POINTS);
  #count = 0;
  /** Whether any is above 0. */
  #isUsed = false;

  /** @param samples how many samples the tool has. @param cuts 1 for each that cuts; without it, all do. */
  constructor(samples: number, cuts: Uint8Array | null = null) {
    this.#cuts = cuts;
    this.#ofSamples = new Float64Array(samples);
  }

  /** Begins to use a new model. Samples that are not in it are far from the bone and lose their allowance. */
  take({ head, ids }: LocalModel): void {
    const count = head[POINTS];
    const kept = this.#ofSamples;
    if (this.#isUsed) {
      for (let i = 0; i < this.#count; i++) kept[this.#ids[i]] = this.allowed[i];
      for (let i = 0; i < count; i++) this.allowed[i] = kept[ids[i]];
      for (let i = 0; i < this.#count; i++) kept[this.#ids[i]] = 0;
      this.allowed.fill(0, count);
    }
    for (let i = 0; i < count; i++) this.#ids[i] = ids[i];
    this.#count = count;
  }

  /** Lets a point's allowance grow by part of a feed, up to `most`. Arrays, since numbers may be put on the heap. */
  grow(point: number, into: Float64Array, feed: Float64Array, most: Float64Array): void {
    this.allowed[point] = Math.min(most[0], this.allowed[point] + into[0] * feed[0]);
    this.#isUsed = true;
  }

  /** Grants the depth at which a model of an edited bone shows the tool, up to `most`: see grow and settle. */
  grant(bounds: Float64Array, most: Float64Array): boolean {
    let isMore = false;
    for (let i = 0; i < this.#count; i++) {
      if (bounds[i] + this.allowed[i] >= SKIN - TOLERANCE) continue;
      if (this.#cuts !== null && this.#cuts[this.#ids[i]] === 0) continue;
      this.allowed[i] = Math.max(this.allowed[i], Math.min(most[0], SKIN - bounds[i]));
      this.#isUsed = true;
      isMore = true;
    }
    return isMore;
  }

  /**
   * Withdraws what is not used, and gives each point its play (kerf-play.ts).
   * @param bounds of each point, mm: a lower bound on its gap in the model's bone, the gap itself if it is below 0.
   * @param play of each point, mm; null if none has any.
   * @returns whether any has changed.
   */
  settle(bounds: Float64Array, play: Float64Array | null): boolean {
    if (!this.#isUsed && play === null) return false;
    let hasChanged = false;
    this.#isUsed = false;
    for (let i = 0; i < this.#count; i++) {
      const least = play === null ? 0 : play[i];
      const most = Math.max(least, SKIN - bounds[i]);
      const settled = Math.max(least, Math.min(most, this.allowed[i]));
      if (this.allowed[i] !== settled) {
        this.allowed[i] = settled;
        hasChanged = true;
      }
      if (settled > 0) this.#isUsed = true;
    }
    return hasChanged;
  }
}
