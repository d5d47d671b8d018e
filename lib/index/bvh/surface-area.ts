// Boxes → a leafless tree of boxes, top down by binned surface area.
//
// I. Wald, "On fast construction of SAH-based bounding volume hierarchies", IEEE Symposium on Interactive Ray Tracing,
// 2007: the centres of a node's boxes fall into BINS equal bins along each axis. Of all planes between two bins, the
// one with the least sum over both sides of items times box area is taken:
//
//     ●●│● ●│   │ ●●│●●●      cost(cut) = items left · area(box left) + items right · area(box right)
//     2   2   0   2   3

import type { BoxTree } from '#records';
import { areaOf, emptyBox, widen } from './box-area.ts';
import { assembleBoxTree, type Partition } from './box-tree.ts';

const BINS = 16;

/** @param boxes 6 f32 per item: low x, y, z, high x, y, z. @param count items, fewer than 2^26. */
export function buildBoxTree(boxes: Float32Array, count: number): BoxTree {
  const order = Uint32Array.from({ length: count }, (_, item) => item);
  return assembleBoxTree(boxes, order, new SurfaceArea(boxes));
}

class SurfaceArea implements Partition {
  readonly #boxes: Float32Array;
  /** By bin of the three axes: items, and their box. */
  readonly #counts = new Uint32Array(3 * BINS);
  readonly #bounds = new Float32Array(6 * 3 * BINS);
  /** Costs of the cuts of one axis: see #cheapestCut. */
  readonly #cost = new Float64Array(BINS);
  readonly #low = new Float64Array(3);
  readonly #scale = new Float64Array(3);

  constructor(boxes: Float32Array) {
    this.#boxes = boxes;
  }

  part(order: Uint32Array, start: number, end: number): number {
    const half = (end - start) >> 1;
    if (end - start === 2 || !this.#fillBins(order, start, end)) return half;
    let best = Number.POSITIVE_INFINITY;
    let bestAxis = 0;
    let bestBin = 0;
    for (let axis = 0; axis < 3; axis++) {
      if (this.#scale[axis] === 0) continue;
      const bin = this.#cheapestCut(axis);
      if (this.#cost[bin] < best) {
        best = this.#cost[bin];
        bestAxis = axis;
        bestBin = bin;
      }
    }
    if (best === Number.POSITIVE_INFINITY) return half;
    let at = start;
    for (let i = start; i < end; i++) {
      const item = order[i];
      if (this.#binOf(item, bestAxis) >= bestBin) continue;
      order[i] = order[at];
      order[at++] = item;
    }
    return at - start;
  }

  /** @returns false if all centres are one point. */
  #fillBins(order: Uint32Array, start: number, end: number): boolean {
    const boxes = this.#boxes;
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = start; i < end; i++) {
        const at = 6 * order[i] + axis;
        const centre = boxes[at] + boxes[at + 3];
        low = Math.min(low, centre);
        high = Math.max(high, centre);
      }
      this.#low[axis] = low;
      const scale = BINS / (high - low);
      this.#scale[axis] = high > low && Number.isFinite(scale) ? scale : 0;
    }
    if (this.#scale.every((scale) => scale === 0)) return false;
    this.#counts.fill(0);
    for (let i = 0; i < this.#bounds.length; i += 6)
      this.#bounds.fill(Number.POSITIVE_INFINITY, i, i + 3).fill(Number.NEGATIVE_INFINITY, i + 3, i + 6);
    for (let i = start; i < end; i++) {
      const item = order[i];
      for (let axis = 0; axis < 3; axis++) {
        const bin = BINS * axis + this.#binOf(item, axis);
        this.#counts[bin]++;
        widen(this.#bounds, 6 * bin, boxes, 6 * item);
      }
    }
    return true;
  }

  #binOf(item: number, axis: number): number {
    const at = 6 * item + axis;
    const bin = (this.#boxes[at] + this.#boxes[at + 3] - this.#low[axis]) * this.#scale[axis];
    return bin < BINS ? bin | 0 : BINS - 1;
  }

  /** Sets #cost[cut] to the cost of each cut of an axis that has items on both sides. @returns the cheapest cut. */
  #cheapestCut(axis: number): number {
    const box = new Float32Array(6);
    const counts = this.#counts;
    const cost = this.#cost;
    emptyBox(box);
    let items = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      items += counts[BINS * axis + bin];
      widen(box, 0, this.#bounds, 6 * (BINS * axis + bin));
      cost[bin] = items > 0 ? items * areaOf(box) : Number.POSITIVE_INFINITY;
    }
    emptyBox(box);
    items = 0;
    let best = 1;
    for (let bin = 1; bin < BINS; bin++) {
      items += counts[BINS * axis + bin - 1];
      widen(box, 0, this.#bounds, 6 * (BINS * axis + bin - 1));
      cost[bin] += items > 0 ? items * areaOf(box) : Number.POSITIVE_INFINITY;
      if (cost[bin] < cost[best]) best = bin;
    }
    return best;
  }
}
