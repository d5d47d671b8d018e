// Boxes → overlapping pairs, by sort and sweep along the axis of the boxes' greatest variance.
//
// D. Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992; J. D. Cohen et al., "I-COLLIDE", 1995.
//
//        ├── a ──┤                      Boxes are in the order of their lows. Box a can overlap those after it whose
//            ├── b ────┤                low is not above a's high: here b and c, not d. The two other axes are compared
//               ├ c ┤                   for these.
//                          ├── d ──┤
//   ─────────────────────────────────▶ axis
//
// Invariant: when a's turn comes, every box before it that overlaps it has already found it, so each pair is found
// once. The order is kept from one update to the next: if bodies moved little, an insertion sort repairs it in a few
// steps per body.

import { sortByKey } from '#core';
import type { Boxes } from './boxes.ts';
import type { PairFinder } from './pair-finder.ts';
import { PairList } from './pair-list.ts';

/** Steps per body before the insertion sort gives up. */
const STEPS_A_BODY = 8;

export class Sweep implements PairFinder {
  readonly #boxes: Boxes;
  readonly #pairs = new PairList();
  /** Bodies by their lows along #axis. */
  readonly #order: Uint32Array;
  #axis = 0;
  #isSorted = false;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#order = Uint32Array.from({ length: boxes.count }, (_, body) => body);
    this.#axis = axisOfMostVariance(boxes);
    sortByLow(boxes, this.#axis, this.#order);
    this.#isSorted = true;
  }

  update(): void {
    this.#isSorted = false;
  }

  pairs(): Uint32Array {
    if (!this.#isSorted) this.#sort();
    const { count, bounds } = this.#boxes;
    const axis = this.#axis;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    // In the order of the sweep, so that the inner loop reads memory forward.
    const sorted = new Float64Array(6 * count);
    this.#order.forEach((body, at) => {
      for (let side = 0; side < 2; side++) {
        sorted[6 * at + 3 * side] = bounds[6 * body + 3 * side + axis];
        sorted[6 * at + 3 * side + 1] = bounds[6 * body + 3 * side + u];
        sorted[6 * at + 3 * side + 2] = bounds[6 * body + 3 * side + v];
      }
    });
    for (let a = 0; a < count; a++) this.#sweepFrom(a, sorted);
    return this.#pairs.take(count);
  }

  #sweepFrom(a: number, sorted: Float64Array): void {
    const order = this.#order;
    const i = 6 * a;
    const high = sorted[i + 3];
    const uLow = sorted[i + 1];
    const vLow = sorted[i + 2];
    const uHigh = sorted[i + 4];
    const vHigh = sorted[i + 5];
    for (let j = i + 6; j < sorted.length && sorted[j] <= high; j += 6)
      if (sorted[j + 1] <= uHigh && uLow <= sorted[j + 4] && sorted[j + 2] <= vHigh && vLow <= sorted[j + 5])
        this.#pairs.add(order[a], order[j / 6]);
  }

  #sort(): void {
    const boxes = this.#boxes;
    const axis = axisOfMostVariance(boxes);
    if (axis !== this.#axis || !mendOrder(boxes, axis, this.#order)) sortByLow(boxes, axis, this.#order);
    this.#axis = axis;
    this.#isSorted = true;
  }
}

/** The axis of the centres' greatest variance, about their mean: a far origin costs no digits. */
function axisOfMostVariance({ count, bounds }: Boxes): number {
  const variance = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const first = count > 0 ? bounds[k] : 0;
    let mean = 0;
    for (let i = 0; i < count; i++) mean += (bounds[6 * i + k] - first + (bounds[6 * i + 3 + k] - first)) / count;
    for (let i = 0; i < count; i++)
      variance[k] += (bounds[6 * i + k] - first + (bounds[6 * i + 3 + k] - first) - mean) ** 2 / count;
  }
  // If squares overflow, any axis will do: the answer does not depend on it.
  return variance[1] > variance[0] ? (variance[2] > variance[1] ? 2 : 1) : variance[2] > variance[0] ? 2 : 0;
}

/** Sorts bodies by their lows. */
function sortByLow(boxes: Boxes, axis: number, order: Uint32Array): void {
  const { count, bounds } = boxes;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) least = Math.min(least, bounds[6 * i + axis]);
  // Keys are the bits of f32 numbers ≥ 0, which ascend with the numbers: subtracting and rounding preserve the order,
  // and mendOrder sorts those that they make equal.
  const lows = new Float32Array(count);
  for (let i = 0; i < count; i++) lows[i] = bounds[6 * i + axis] - least;
  order.set(sortByKey(new Uint32Array(lows.buffer), count));
  if (!mendOrder(boxes, axis, order)) order.sort((a, b) => bounds[6 * a + axis] - bounds[6 * b + axis]);
}

/** Sorts nearly sorted bodies by insertion. @returns false if they are not. */
function mendOrder({ count, bounds }: Boxes, axis: number, order: Uint32Array): boolean {
  let steps = STEPS_A_BODY * count;
  for (let at = 1; at < count; at++) {
    const body = order[at];
    const low = bounds[6 * body + axis];
    let to = at;
    for (; to > 0 && bounds[6 * order[to - 1] + axis] > low; to--) order[to] = order[to - 1];
    order[to] = body;
    steps -= at - to;
    if (steps < 0) return false;
  }
  return true;
}
