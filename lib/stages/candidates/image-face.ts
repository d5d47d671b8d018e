// A face → its trace in an image: the pixels that its projection touches, and an interval of depth in each.
//
//     v ▲  ┌────┬────┬────┬────┐      A row of pixels cuts a slab out of the triangle. The slab's part is convex, so it
//       │  │    │ ╱╲ │    │    │      touches exactly the pixels from its least u to its greatest; its depths bound
//       │  ├────┼╱──╲┼────┼────┤      what lies in them. A column cuts a slab as well, and bounds the depths again: a
//       │  │  ╱─┼────┼─╲  │    │      pixel has the overlap of both.
//       │  └────┴────┴────┴────┘
//       └──────────────────────▶ u    An edge crosses a slab's border at a fraction, which is rounded outward.
//
// Layered depth as in image-based contact methods: G. Baciu, W. S.-K. Wong, H. Sun, "RECODE: an image-based collision
// detection algorithm", 1999; B. Heidelberger, M. Teschner, M. Gross, "Detection of collisions and self-collisions
// using image-space techniques", 2004; F. Faure, S. Barbier, J. Allard, F. Falipou, "Image-based collision detection
// and response between arbitrary volume objects", 2008. They sample a pixel at its centre. Here a pixel keeps, instead
// of one depth, an interval that covers all of the face within the pixel: nothing is missed between samples.
//
// Invariant: let p be a point within `grow` of the face along each axis. The pixel that p lies in is touched, and its
// interval contains p's depth. Proof: let q be the point of the rounded triangle with the same barycentric weights as
// the face's point. It lies within ERROR of that point, hence within margin = grow + ERROR of p. So q lies in the slab
// of p's row, grown by the margin, and in that of p's column; the extents of both, grown by the margin, contain p's
// coordinates.

import { grown } from '#core';
import { ERROR, FARTHEST, type ImagePlane } from './image-plane.ts';

/** Beyond every possible step. */
const BEYOND = 2 ** 30;

/** The numbers in #part: the least and greatest of a slab's part, across and in depth. */
const LOW = 0;
const HIGH = 1;
const NEAR = 2;
const FAR = 3;

export class ImageFace {
  /** Rows and columns that the face may touch: empty if the first is above the last. */
  firstRow = 0;
  lastRow = -1;
  firstColumn = 0;
  lastColumn = -1;
  /** For each of these rows: its first and last pixel, and its depths; for each of these columns: its depths. */
  rowFirst = new Int32Array(0);
  rowLast = new Int32Array(0);
  rowNear = new Int32Array(0);
  rowFar = new Int32Array(0);
  columnNear = new Int32Array(0);
  columnFar = new Int32Array(0);
  #plane: ImagePlane | null = null;
  #margin = 0;
  /** u, v and depth of each corner in steps, and their box: low u, v, depth, high u, v, depth. */
  readonly #corners = new Float64Array(9);
  readonly #box = new Float64Array(6);
  readonly #part = new Float64Array(4);
  /** Whether a corner is too far away for exact products: then the face is replaced by its box. */
  #isFar = false;

  /** @param grow steps by which a trace grows on every side: it then covers the points that near its face. */
  begin(plane: ImagePlane, grow: number): void {
    this.#plane = plane;
    this.#margin = grow + ERROR;
    this.rowFirst = grown(this.rowFirst, 0, plane.rows);
    this.rowLast = grown(this.rowLast, 0, plane.rows);
    this.rowNear = grown(this.rowNear, 0, plane.rows);
    this.rowFar = grown(this.rowFar, 0, plane.rows);
    this.columnNear = grown(this.columnNear, 0, plane.columns);
    this.columnFar = grown(this.columnFar, 0, plane.columns);
  }

  /** Takes the face with corners at a, b, c of A. @returns whether it may touch a pixel. */
  take(A: Float64Array, a: number, b: number, c: number): boolean {
    const plane = this.#plane;
    if (plane === null) return false;
    const { pixel } = plane;
    const margin = this.#margin;
    const box = this.#box;
    this.#takeAxis(A, a, b, c, plane.v, 1);
    this.firstRow = Math.max(0, Math.floor((box[1] - margin) / pixel));
    this.lastRow = Math.min(plane.rows - 1, Math.floor((box[4] + margin) / pixel));
    if (this.firstRow > this.lastRow) return false;
    this.#takeAxis(A, a, b, c, plane.u, 0);
    this.firstColumn = Math.max(0, Math.floor((box[0] - margin) / pixel));
    this.lastColumn = Math.min(plane.columns - 1, Math.floor((box[3] + margin) / pixel));
    if (this.firstColumn > this.lastColumn) return false;
    this.#takeAxis(A, a, b, c, plane.axis, 2);
    this.#isFar = false;
    for (let k = 0; k < 3; k++) if (box[k] <= -FARTHEST || box[3 + k] >= FARTHEST) this.#isFar = true;
    this.#takeRows(plane);
    this.#takeColumns(plane);
    return true;
  }

  /** Corners and box along one axis. @param k the axis's index in #corners. */
  #takeAxis(A: Float64Array, a: number, b: number, c: number, axis: number, k: number): void {
    const plane = this.#plane;
    if (plane === null) return;
    const p = plane.stepOf(A, a + axis, axis);
    const q = plane.stepOf(A, b + axis, axis);
    const r = plane.stepOf(A, c + axis, axis);
    this.#corners[k] = p;
    this.#corners[3 + k] = q;
    this.#corners[6 + k] = r;
    this.#box[k] = Math.min(p, q, r);
    this.#box[3 + k] = Math.max(p, q, r);
  }

  #takeRows({ columns, pixel }: ImagePlane): void {
    const margin = this.#margin;
    const part = this.#part;
    for (let row = this.firstRow; row <= this.lastRow; row++) {
      this.#cut(1, 0, row * pixel - margin, (row + 1) * pixel + margin);
      this.rowFirst[row] = Math.max(0, Math.floor((part[LOW] - margin) / pixel));
      this.rowLast[row] = Math.min(columns - 1, Math.floor((part[HIGH] + margin) / pixel));
      this.rowNear[row] = part[NEAR] - margin;
      this.rowFar[row] = part[FAR] + margin;
    }
  }

  #takeColumns({ pixel }: ImagePlane): void {
    const margin = this.#margin;
    const part = this.#part;
    for (let column = this.firstColumn; column <= this.lastColumn; column++) {
      this.#cut(0, 1, column * pixel - margin, (column + 1) * pixel + margin);
      this.columnNear[column] = part[NEAR] - margin;
      this.columnFar[column] = part[FAR] + margin;
    }
  }

  /**
   * Writes to #part the extents, along `across` and in depth, of the triangle's part between two coordinates of axis k
   * (of #corners), rounded outward. If that part is empty, the low ends are above the high ones.
   *
   * The fraction of an edge from x to y at `at` is (at − x)/(y − x); its numerator's product with the other difference
   * is < 2^53 and exact. The quotient is then rounded once. A quotient that is not an integer is at least 2^-26 from
   * one (1 / its divisor), and its rounding is at most 2^-27: its floor and ceil are those of the exact quotient.
   */
  #cut(k: number, across: number, from: number, to: number): void {
    const part = this.#part;
    const box = this.#box;
    if (this.#isFar || (box[k] >= from && box[3 + k] <= to)) {
      part[LOW] = box[across];
      part[HIGH] = box[3 + across];
      part[NEAR] = box[2];
      part[FAR] = box[5];
      return;
    }
    part[LOW] = BEYOND;
    part[HIGH] = -BEYOND;
    part[NEAR] = BEYOND;
    part[FAR] = -BEYOND;
    const corners = this.#corners;
    for (let p = 0; p < 9; p += 3) {
      const x = corners[p + k];
      if (x >= from && x <= to) this.#widen(corners[p + across], corners[p + across], corners[p + 2], corners[p + 2]);
      const q = p === 6 ? 0 : p + 3;
      this.#cross(p, q, k, across, from);
      this.#cross(p, q, k, across, to);
    }
  }

  /** Widens #part by the point at which the edge of two corners passes a coordinate of axis k. */
  #cross(p: number, q: number, k: number, across: number, at: number): void {
    const corners = this.#corners;
    const x = corners[p + k];
    const y = corners[q + k];
    if (!((x < at && y > at) || (y < at && x > at))) return;
    const aside = ((corners[q + across] - corners[p + across]) * (at - x)) / (y - x);
    const deeper = ((corners[q + 2] - corners[p + 2]) * (at - x)) / (y - x);
    const u = corners[p + across];
    const z = corners[p + 2];
    this.#widen(u + Math.floor(aside), u + Math.ceil(aside), z + Math.floor(deeper), z + Math.ceil(deeper));
  }

  #widen(low: number, high: number, near: number, far: number): void {
    const part = this.#part;
    if (low < part[LOW]) part[LOW] = low;
    if (high > part[HIGH]) part[HIGH] = high;
    if (near < part[NEAR]) part[NEAR] = near;
    if (far > part[FAR]) part[FAR] = far;
  }
}
