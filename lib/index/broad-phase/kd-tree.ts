// Boxes → overlapping pairs, by a k-d tree.
//
// J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975. A node halves
// its cell of space at the median of its boxes' centres, along the axis of their greatest spread. A box that the plane
// crosses goes to both sides; a leaf compares its boxes with each other.
//
//      ┌─ a ─┐ │            Two boxes that overlap may meet in several leaves. They count in only one, whose cell
//      │   ┌─┼─┼─ b ─┐      contains their reference point: the low corner of their intersection, the greater of their
//      └───●─┘ │     │      lows along each axis (J.-P. Dittrich, B. Seeger, ICDE 2000).
//          └───┼─────┘
//        left  │  right     A cell is (low, high]: a point on the plane lies in the left one.
//
// Invariant: a box is in every leaf whose cell its closed box meets, so the reference point's leaf has both.

import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';
import { PairList } from './pair-list.ts';

/** The number of boxes up to which they are compared with each other instead of being divided. */
const LEAF = 12;
const DEEPEST = 64;
/** A plane is rejected if both sides together have more than this many times the boxes. */
const MOST_COPIED = 1.5;

export function kdTreePairs(boxes: Boxes): Uint32Array {
  return new KdTree(boxes).pairs();
}

class KdTree {
  readonly #boxes: Boxes;
  readonly #pairs = new PairList();
  readonly #local: Float32Array;
  /** The present cell: low x, y, z, high x, y, z. */
  readonly #cell = new Float64Array(6);

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#local = localBoxes(boxes);
    this.#cell.fill(Number.NEGATIVE_INFINITY, 0, 3).fill(Number.POSITIVE_INFINITY, 3, 6);
  }

  pairs(): Uint32Array {
    const { count } = this.#boxes;
    this.#part(
      Uint32Array.from({ length: count }, (_, body) => body),
      0,
    );
    return this.#pairs.take(count);
  }

  #part(bodies: Uint32Array, depth: number): void {
    const axis = bodies.length > LEAF && depth < DEEPEST ? this.#widestAxis(bodies) : -1;
    if (axis < 0) {
      this.#compare(bodies);
      return;
    }
    const local = this.#local;
    const plane = this.#median(bodies, axis);
    const left = bodies.filter((body) => local[6 * body + axis] <= plane);
    const right = bodies.filter((body) => local[6 * body + 3 + axis] > plane);
    const most = Math.max(left.length, right.length);
    if (most === bodies.length || left.length + right.length > MOST_COPIED * bodies.length) {
      this.#compare(bodies);
      return;
    }
    const cell = this.#cell;
    const [low, high] = [cell[axis], cell[3 + axis]];
    cell[3 + axis] = plane;
    this.#part(left, depth + 1);
    cell[3 + axis] = high;
    cell[axis] = plane;
    this.#part(right, depth + 1);
    cell[axis] = low;
  }

  /** The axis of the centres' greatest spread; −1 if they coincide. */
  #widestAxis(bodies: Uint32Array): number {
    const local = this.#local;
    let widest = 0;
    let found = -1;
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const body of bodies) {
        const centre = local[6 * body + axis] + local[6 * body + 3 + axis];
        low = Math.min(low, centre);
        high = Math.max(high, centre);
      }
      if (high - low <= widest) continue;
      widest = high - low;
      found = axis;
    }
    return found;
  }

  #median(bodies: Uint32Array, axis: number): number {
    const local = this.#local;
    const centres = Float64Array.from(bodies, (body) => (local[6 * body + axis] + local[6 * body + 3 + axis]) / 2);
    return centres.sort()[centres.length >> 1];
  }

  /** Adds the pairs of a leaf whose reference points lie in its cell. */
  #compare(bodies: Uint32Array): void {
    const local = this.#local;
    const sorted = bodies.slice().sort((a, b) => local[6 * a] - local[6 * b]);
    for (let i = 0; i < sorted.length; i++) {
      const a = sorted[i];
      for (let j = i + 1; j < sorted.length && local[6 * sorted[j]] <= local[6 * a + 3]; j++)
        if (this.#isReferenceHere(a, sorted[j]) && overlap(this.#boxes, a, sorted[j])) this.#pairs.add(a, sorted[j]);
    }
  }

  #isReferenceHere(a: number, b: number): boolean {
    const local = this.#local;
    const cell = this.#cell;
    for (let axis = 0; axis < 3; axis++) {
      const at = Math.max(local[6 * a + axis], local[6 * b + axis]);
      if (at <= cell[axis] || at > cell[3 + axis]) return false;
    }
    return true;
  }
}
