// The overlap of two bodies → the plane of its image: its viewing axis, its pixels, and whole steps.
//
//   depth (axis)   ▲    ┌─────────────┐ tool, grown       The image covers the overlap of the bone's box with the
//                  │  ┌─┼──────────┐  │                   tool's, grown by maxDistance. It looks along the axis on
//                  │  │ └──────────┼──┘                   which the overlap is thinnest, so the image is widest
//                  │  └────────────┘ bone                 and the fewest faces lie one behind another in a pixel.
//                  │    ├─┼─┼─┼─┼─┤  pixels
//                  └──────────────────▶ u, v              A pixel is `pixel` steps wide, a step is a power of two mm.
//
// Coordinates are whole steps from the image's low corner. A corner is rounded to the nearest: its error is less than
// one step, ERROR. This also bounds the distance from every point of a face to the point with the same barycentric
// weights on the triangle of the rounded corners. What is computed from that triangle is exact; growing it by ERROR
// makes up for rounding.
//
// Rounding: x − origin, if within FARTHEST steps, has an error of at most u·FARTHEST = 2^-28 of a step; dividing by a
// power of two is exact; rounding to the nearest adds 1/2. 1/2 + 2^-28 < ERROR. Let M bound all coordinates and
// maxDistance. A step is ≥ 16u·M, so the origin and the overlap's corners, which a sum may have rounded by 2u·M, lie
// within half a step of the exact ones; the image extends two steps beyond them on every side.

import { SMALLEST_COORDINATE, UNIT_ROUNDOFF } from '#core';

/** The greatest error of a rounded coordinate, in steps. */
export const ERROR = 1;
/** Anything farther from the origin than this, in steps, is clamped to it: differences have 26 bits, products 52. */
export const FARTHEST = 2 ** 25;

/** Layout of #map: x, y, z of the origin, mm; the step, mm. */
const STEP = 3;
/** A pixel has more than 2^(STEP_BITS − 1) steps and at most 2^STEP_BITS. */
const STEP_BITS = 8;
/** maxDistance is at most this many pixels. */
const WIDEST_REACH = 256;
const MOST_SIDE = 4096;
/** Steps of border on every side. */
const BORDER = 2;

/** The requirements of an image, mm: how far apart faces may be, a bound on all coordinates, the pixel's size. */
export interface ImageAim {
  maxDistance: number;
  magnitude: number;
  pixel: number;
}

/** A rectangle of pixels, ends included, and an interval of depth, in steps. */
export interface ImageBox {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
  near: number;
  far: number;
}

export class ImagePlane {
  /** The depth axis, and those across it. */
  axis = 2;
  u = 0;
  v = 1;
  columns = 0;
  rows = 0;
  /** Steps. */
  pixel = 1;
  /** maxDistance in steps, rounded up. */
  reach = 0;
  readonly #map = new Float64Array(4);

  /**
   * @param overlap low x, y, z, high x, y, z, mm.
   * @param mostPixels the pixel size grows until there are no more pixels than this.
   */
  lay(overlap: Float64Array, aim: ImageAim, mostPixels: number): void {
    const { maxDistance, magnitude } = aim;
    const map = this.#map;
    let axis = 0;
    for (let k = 1; k < 3; k++) if (overlap[3 + k] - overlap[k] < overlap[3 + axis] - overlap[axis]) axis = k;
    this.axis = axis;
    this.u = (axis + 1) % 3;
    this.v = (axis + 2) % 3;
    const width = overlap[3 + this.u] - overlap[this.u];
    const height = overlap[3 + this.v] - overlap[this.v];
    let size = Math.max(
      aim.pixel,
      maxDistance / WIDEST_REACH,
      2 ** (STEP_BITS + 6) * UNIT_ROUNDOFF * Math.max(magnitude, maxDistance),
      SMALLEST_COORDINATE,
    );
    let columns = Math.floor(width / size) + 1;
    let rows = Math.floor(height / size) + 1;
    while (columns > MOST_SIDE || rows > MOST_SIDE || columns * rows > mostPixels) {
      size *= 1.25;
      columns = Math.floor(width / size) + 1;
      rows = Math.floor(height / size) + 1;
    }
    const step = 2 ** (Math.ceil(Math.log2(size)) - STEP_BITS);
    this.pixel = Math.ceil(size / step);
    for (let k = 0; k < 3; k++) map[k] = overlap[k] - BORDER * step;
    map[STEP] = step;
    this.columns = Math.floor((width / step + 2 * BORDER + ERROR) / this.pixel) + 1;
    this.rows = Math.floor((height / step + 2 * BORDER + ERROR) / this.pixel) + 1;
    this.reach = Math.ceil(maxDistance / step);
  }

  /** The coordinate A[at] along axis k in whole steps, clamped to ±FARTHEST. */
  stepOf(A: Float64Array | Float32Array, at: number, k: number): number {
    const x = Math.round((A[at] - this.#map[k]) / this.#map[STEP]);
    return x > FARTHEST ? FARTHEST : Math.max(x, -FARTHEST);
  }

  /**
   * The pixels and depths of a box: every point of the box that lies in the image lies in one of these pixels, at a
   * depth in this interval. @returns whether there are any; if not, `out` is undefined.
   * @param boxes low x, y, z, high x, y, z from `at` on, mm.
   */
  takeBox(boxes: Float64Array | Float32Array, at: number, out: ImageBox): boolean {
    const { u, v, axis, pixel } = this;
    out.firstColumn = Math.max(0, Math.floor((this.stepOf(boxes, at + u, u) - ERROR) / pixel));
    out.lastColumn = Math.min(this.columns - 1, Math.floor((this.stepOf(boxes, at + 3 + u, u) + ERROR) / pixel));
    if (out.firstColumn > out.lastColumn) return false;
    out.firstRow = Math.max(0, Math.floor((this.stepOf(boxes, at + v, v) - ERROR) / pixel));
    out.lastRow = Math.min(this.rows - 1, Math.floor((this.stepOf(boxes, at + 3 + v, v) + ERROR) / pixel));
    if (out.firstRow > out.lastRow) return false;
    out.near = this.stepOf(boxes, at + axis, axis) - ERROR;
    out.far = this.stepOf(boxes, at + 3 + axis, axis) + ERROR;
    return out.near <= out.far;
  }
}
