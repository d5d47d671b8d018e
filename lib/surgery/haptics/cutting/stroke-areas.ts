// A saw's samples and its stroke → the area that each of them stands for while the blade goes to and fro.
//
//      ╲  ╱╲  ╱╲  ╱      The teeth pass over what lies between them: bone there is gone before the gullets come to it.
//       ╲╱  ╲╱  ╲╱       So a gullet's sample never rests on the bone, and its share of the surface goes to the sample
//      ────────────      that leads it: the one farthest out along its own normal, across the stroke, among those that
//       the kerf         the stroke takes over it. A sample that leads all others keeps its own.
//
// Then the engaged area, the sum over samples that rest on the bone, is that of the kerf, not that of the teeth's tips.
// All area vectors together stay what they were.

import { cross } from '#core';
import { SKIN } from '../constants.ts';
import { along } from './along.ts';
import type { EdgeSamples } from './tool-edges.ts';

/** mm: a sample that is this little behind another one rests on the bone as that one does (tool-feed.ts). */
const BESIDE = 2 * SKIN;
/** Where a normal is nearer to the stroke than this (its sine), the surface faces along it, and is led by none. */
const ACROSS = 1 / 8;
/** Boxes beside each other hold all within their size: more than √(1² + (1/2)²) times a lane's width and step. */
const WIDER = 6 / 5;
const MOST_BOXES = 2 ** 20;

/** @param axis of the stroke, unit. @param stroke mm, from end to end. @param isIn 1 for a sample that cuts. */
export function strokeAreas(
  samples: EdgeSamples,
  axis: ArrayLike<number>,
  stroke: number,
  isIn: Uint8Array,
): Float64Array {
  const { count, areas } = samples;
  const lanes = new Lanes(samples, axis, stroke, isIn);
  const leads = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) if (isIn[i] === 1) leads[i] = lanes.leadOf(i);
  const own = Float64Array.from(areas);
  for (let i = 0; i < count; i++) {
    const lead = lastOf(i, leads);
    if (lead === i) continue;
    for (let k = 0; k < 3; k++) {
      own[3 * lead + k] += areas[3 * i + k];
      own[3 * i + k] -= areas[3 * i + k];
    }
  }
  return own;
}

/** Samples by where they are along the stroke and across it, in boxes. */
class Lanes {
  readonly #samples: EdgeSamples;
  readonly #stroke: number;
  /** The stroke's axis, and two across it. */
  readonly #axes: readonly (readonly number[])[];
  /** By sample, along each of these. */
  readonly #places: readonly Float64Array[];
  /** mm: the boxes' sizes, at least half the stroke and more than a share's radius; and how many there are. */
  #sizes: readonly number[];
  readonly #counts: readonly number[];
  /** The samples of box n: sorted[starts[n] … starts[n + 1] − 1]. */
  readonly #starts: Int32Array;
  readonly #sorted: Int32Array;
  readonly #low: readonly number[];
  readonly #high: readonly number[];

  constructor(samples: EdgeSamples, axis: ArrayLike<number>, stroke: number, isIn: Uint8Array) {
    this.#samples = samples;
    this.#stroke = stroke;
    const least = [0, 1, 2].reduce((a, b) => (Math.abs(axis[a]) <= Math.abs(axis[b]) ? a : b));
    const first = [0, 1, 2].map((k) => Number(k === least) - axis[least] * axis[k]);
    const length = Math.hypot(...first);
    const u = first.map((x) => x / length);
    const own = Array.from(axis);
    this.#axes = [own, u, cross(own, u)];
    this.#places = this.#axes.map((one) =>
      Float64Array.from({ length: samples.count }, (_, i) => along(samples.points, i, one)),
    );
    let widest = 0;
    for (let i = 0; i < samples.count; i++) widest = Math.max(widest, this.#shareOf(i));
    const within = (i: number) => isIn[i] === 1;
    const ends = (pick: (a: number, b: number) => number, start: number) =>
      this.#places.map((place) => place.reduce((end, x, i) => (within(i) ? pick(end, x) : end), start));
    this.#low = ends(Math.min, Number.POSITIVE_INFINITY);
    this.#high = ends(Math.max, Number.NEGATIVE_INFINITY);
    const across = widest > 0 ? WIDER * widest : 1;
    this.#sizes = [stroke / 2, across, across];
    const counted = () => this.#low.map((x, k) => 1 + Math.max(0, Math.floor((this.#high[k] - x) / this.#sizes[k])));
    while (counted().reduce((a, b) => a * b) > MOST_BOXES) this.#sizes = this.#sizes.map((size) => 2 * size);
    this.#counts = counted();
    const boxes = Int32Array.from({ length: samples.count }, (_, i) => (within(i) ? this.#boxOf(i) : -1));
    this.#starts = new Int32Array(this.#counts.reduce((a, b) => a * b) + 1);
    for (const box of boxes) if (box >= 0) this.#starts[box + 1]++;
    for (let box = 1; box < this.#starts.length; box++) this.#starts[box] += this.#starts[box - 1];
    this.#sorted = new Int32Array(this.#starts[this.#starts.length - 1]);
    const next = this.#starts.slice();
    for (let i = 0; i < samples.count; i++) if (boxes[i] >= 0) this.#sorted[next[boxes[i]]++] = i;
  }

  /** The sample that leads one; −1 if none does. */
  leadOf(i: number): number {
    const { areas } = this.#samples;
    const [x, u, v] = this.#places.map((place) => place[i]);
    const [a, b] = [along(areas, i, this.#axes[1]), along(areas, i, this.#axes[2])];
    const across = Math.hypot(a, b);
    const share = this.#shareOf(i);
    if (!(across > ACROSS * Math.PI * share * share)) return -1;
    const [outU, outV] = [a / across, b / across];
    // All samples lie in a box: nothing is farther out than its corner that way.
    const room =
      outU * ((outU > 0 ? this.#high : this.#low)[1] - u) + outV * ((outV > 0 ? this.#high : this.#low)[2] - v);
    let [lead, most] = [-1, BESIDE];
    if (!(room > BESIDE)) return lead;
    const step = this.#sizes[1] / WIDER;
    // A sample beside the lane is in the box of one of these places, or in one of the 26 around it.
    for (let way = 0; way < room + step; way += step) {
      const [i0, j0, k0] = [x, u + way * outU, v + way * outV].map((place, k) => this.#indexOf(place, k));
      for (let k = Math.max(0, k0 - 1); k <= Math.min(this.#counts[2] - 1, k0 + 1); k++)
        for (let j = Math.max(0, j0 - 1); j <= Math.min(this.#counts[1] - 1, j0 + 1); j++)
          for (let i = Math.max(0, i0 - 1); i <= Math.min(this.#counts[0] - 1, i0 + 1); i++) {
            const box = i + this.#counts[0] * (j + this.#counts[1] * k);
            for (let n = this.#starts[box]; n < this.#starts[box + 1]; n++) {
              const other = this.#sorted[n];
              const [du, dv] = [this.#places[1][other] - u, this.#places[2][other] - v];
              const far = du * outU + dv * outV;
              if (!(far > most) || Math.abs(this.#places[0][other] - x) > this.#stroke / 2) continue;
              if (Math.abs(dv * outU - du * outV) <= share) [lead, most] = [other, far];
            }
          }
    }
    return lead;
  }

  /** The radius of a sample's share of the surface, as a disc. */
  #shareOf(i: number): number {
    const { areas } = this.#samples;
    return Math.sqrt(Math.hypot(areas[3 * i], areas[3 * i + 1], areas[3 * i + 2]) / Math.PI);
  }

  #indexOf(x: number, axis: number): number {
    return Math.floor((x - this.#low[axis]) / this.#sizes[axis]);
  }

  #boxOf(sample: number): number {
    const [i, j, k] = this.#places.map((place, axis) => this.#indexOf(place[sample], axis));
    return i + this.#counts[0] * (j + this.#counts[1] * k);
  }
}

/** The sample that leads all that lead a sample; where they lead each other, the one before that. */
function lastOf(i: number, leads: Int32Array): number {
  let last = i;
  for (const seen = new Set([i]); leads[last] >= 0 && !seen.has(leads[last]); seen.add(last)) last = leads[last];
  return last;
}
