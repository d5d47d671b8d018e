// Corners of a ring → a tree of boxes that decides whether a triangle of three corners contains one of them.
//
//              box 1: all corners              This is a k-d tree (J. L. Bentley, "Multidimensional binary search
//            ┌─────────┴─────────┐             trees used for associative searching", 1975). A box holds the extent
//        box 2: one half    box 3: the other   of its corners, and how many of them still block. Invariant: that
//         ┌────┴────┐        ┌────┴────┐       number is the sum of those of the two halves. A query skips a box
//       box 4     box 5    box 6     box 7     whose number is 0.

import { type FlatRing, isAt, side, sideOf } from './flat-ring.ts';

/** A box with no more corners than this is not halved. */
const FEW = 8;

/**
 * A tree of boxes over corners. A box is halved at the median along its longer side. Box 1 is the whole, and the halves
 * of box k are 2k and 2k + 1.
 */
export class BlockingCorners {
  readonly #ring: FlatRing;
  readonly #corners: Uint32Array;
  /** Where each corner stands among #corners, and whether it still blocks. */
  readonly #place: Uint32Array;
  readonly #blocks: Uint8Array;
  /** Low x, low y, high x, high y of each box, and how many of its corners still block. */
  readonly #boxes: Float64Array;
  readonly #left: Uint32Array;
  /** The corners of the triangle being tested, and the triangle's box. */
  #a = 0;
  #b = 0;
  #c = 0;
  #lowX = 0;
  #lowY = 0;
  #highX = 0;
  #highY = 0;

  constructor(ring: FlatRing, corners: Uint32Array) {
    this.#ring = ring;
    this.#corners = corners;
    this.#place = new Uint32Array(ring.x.length);
    this.#blocks = new Uint8Array(ring.x.length);
    for (const corner of corners) this.#blocks[corner] = 1;
    let boxes = 2;
    for (let most = FEW; most < corners.length; most *= 2) boxes *= 2;
    this.#boxes = new Float64Array(4 * boxes);
    this.#left = new Uint32Array(boxes);
    this.#halve(1, 0, corners.length);
    for (let k = 0; k < corners.length; k++) this.#place[corners[k]] = k;
  }

  has(corner: number): boolean {
    return this.#blocks[corner] === 1;
  }

  remove(corner: number): void {
    this.#blocks[corner] = 0;
    let [from, to] = [0, this.#corners.length];
    for (let box = 1; ; ) {
      this.#left[box]--;
      if (to - from <= FEW) return;
      const middle = (from + to) >>> 1;
      const isUpper = this.#place[corner] >= middle;
      box = 2 * box + (isUpper ? 1 : 0);
      if (isUpper) from = middle;
      else to = middle;
    }
  }

  /**
   * Whether a blocking corner lies in the closed, left-turning triangle of corners a, b, c, but not at the position of
   * one of these.
   */
  someIn(a: number, b: number, c: number): boolean {
    const { x, y } = this.#ring;
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#lowX = Math.min(x[a], x[b], x[c]);
    this.#lowY = Math.min(y[a], y[b], y[c]);
    this.#highX = Math.max(x[a], x[b], x[c]);
    this.#highY = Math.max(y[a], y[b], y[c]);
    return this.#someOf(1, 0, this.#corners.length);
  }

  #someOf(box: number, from: number, to: number): boolean {
    if (this.#left[box] === 0 || this.#isOutside(box)) return false;
    if (to - from > FEW) {
      const middle = (from + to) >>> 1;
      return this.#someOf(2 * box, from, middle) || this.#someOf(2 * box + 1, middle, to);
    }
    const ring = this.#ring;
    const { x, y } = ring;
    const [a, b, c] = [this.#a, this.#b, this.#c];
    for (let k = from; k < to; k++) {
      const p = this.#corners[k];
      if (this.#blocks[p] === 0) continue;
      if (x[p] < this.#lowX || x[p] > this.#highX || y[p] < this.#lowY || y[p] > this.#highY) continue;
      if (side(ring, a, b, p) < 0 || side(ring, b, c, p) < 0 || side(ring, c, a, p) < 0) continue;
      if (!isAt(ring, p, a) && !isAt(ring, p, b) && !isAt(ring, p, c)) return true;
    }
    return false;
  }

  /** Whether the box lies outside the triangle's box, or to the right of one of the triangle's sides. */
  #isOutside(box: number): boolean {
    const boxes = this.#boxes;
    if (boxes[4 * box] > this.#highX || boxes[4 * box + 1] > this.#highY) return true;
    if (boxes[4 * box + 2] < this.#lowX || boxes[4 * box + 3] < this.#lowY) return true;
    const [a, b, c] = [this.#a, this.#b, this.#c];
    return this.#isRightOf(a, b, box) || this.#isRightOf(b, c, box) || this.#isRightOf(c, a, box);
  }

  /** Whether the whole box lies to the right of the line: its corner that lies farthest to the left decides. */
  #isRightOf(from: number, to: number, box: number): boolean {
    const { x, y } = this.#ring;
    const px = this.#boxes[4 * box + (y[to] > y[from] ? 0 : 2)];
    const py = this.#boxes[4 * box + (x[to] > x[from] ? 3 : 1)];
    return sideOf(this.#ring, from, to, px, py) < 0;
  }

  #halve(box: number, from: number, to: number): void {
    const { x, y } = this.#ring;
    let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = from; k < to; k++) {
      const p = this.#corners[k];
      lowX = Math.min(lowX, x[p]);
      lowY = Math.min(lowY, y[p]);
      highX = Math.max(highX, x[p]);
      highY = Math.max(highY, y[p]);
    }
    this.#boxes[4 * box] = lowX;
    this.#boxes[4 * box + 1] = lowY;
    this.#boxes[4 * box + 2] = highX;
    this.#boxes[4 * box + 3] = highY;
    this.#left[box] = to - from;
    if (to - from <= FEW) return;
    const along = highX - lowX > highY - lowY ? x : y;
    this.#corners.subarray(from, to).sort((p, q) => along[p] - along[q]);
    const middle = (from + to) >>> 1;
    this.#halve(2 * box, from, middle);
    this.#halve(2 * box + 1, middle, to);
  }
}
