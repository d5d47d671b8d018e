// Intervals of depth in the pixels of an image → whether any is near a box, by at most four look-ups.
//
//   level 2   [ near … far           ]      A level for each halving of the image, with the least near and the greatest
//   level 1   [         ] [          ]      far depth of what lies below. (N. Greene, M. Kass, G. Miller, "Hierarchical
//   level 0   [   ] [   ] [    ] [   ]      Z-buffer visibility", 1993, use it to cull what lies behind all of a
//                                           rectangle; here it culls what lies in front of or behind everything.)

import { grown } from '#core';
import type { ImageBox } from './image-plane.ts';

/** An empty pixel: no depth lies beyond these. */
const NOWHERE_NEAR = 2 ** 30;
const NOWHERE_FAR = -(2 ** 30);

export class ImagePyramid {
  /** The levels one after another, the pixels first; for each, its first index, its columns and its rows. */
  #nearest = new Int32Array(0);
  #farthest = new Int32Array(0);
  readonly #first: number[] = [];
  readonly #columns: number[] = [];
  readonly #rows: number[] = [];

  /** Empties it, for an image of this many pixels. */
  begin(columns: number, rows: number): void {
    let level = 0;
    let pixels = 0;
    for (let across = columns, down = rows; ; across = (across + 1) >> 1, down = (down + 1) >> 1) {
      this.#first[level] = pixels;
      this.#columns[level] = across;
      this.#rows[level++] = down;
      pixels += across * down;
      if (across === 1 && down === 1) break;
    }
    this.#first.length = level;
    this.#nearest = grown(this.#nearest, 0, pixels);
    this.#farthest = grown(this.#farthest, 0, pixels);
    this.#nearest.fill(NOWHERE_NEAR, 0, pixels);
    this.#farthest.fill(NOWHERE_FAR, 0, pixels);
  }

  /** Adds an interval to a pixel. */
  widen(pixel: number, near: number, far: number): void {
    if (near < this.#nearest[pixel]) this.#nearest[pixel] = near;
    if (far > this.#farthest[pixel]) this.#farthest[pixel] = far;
  }

  /** Adds a box. */
  widenBox({ firstColumn, lastColumn, firstRow, lastRow, near, far }: ImageBox): void {
    for (let row = firstRow; row <= lastRow; row++)
      for (let column = firstColumn; column <= lastColumn; column++)
        this.widen(column + this.#columns[0] * row, near, far);
  }

  /** Makes the levels above the pixels, once everything has been added. */
  finish(): void {
    const nearest = this.#nearest;
    const farthest = this.#farthest;
    for (let level = 1; level < this.#first.length; level++) {
      const below = this.#first[level - 1];
      const columnsBelow = this.#columns[level - 1];
      const columns = this.#columns[level];
      const first = this.#first[level];
      for (let row = 0; row < this.#rows[level - 1]; row++)
        for (let column = 0; column < columnsBelow; column++) {
          const from = below + column + columnsBelow * row;
          const to = first + (column >> 1) + columns * (row >> 1);
          if (nearest[from] < nearest[to]) nearest[to] = nearest[from];
          if (farthest[from] > farthest[to]) farthest[to] = farthest[from];
        }
    }
  }

  /** Whether an interval may overlap a box, from the level at which the box is at most two pixels across. */
  isNear({ firstColumn, lastColumn, firstRow, lastRow, near, far }: ImageBox): boolean {
    const across = Math.max(lastColumn - firstColumn, lastRow - firstRow);
    const level = Math.min(32 - Math.clz32(across), this.#first.length - 1);
    const first = this.#first[level];
    const columns = this.#columns[level];
    for (let row = firstRow >> level; row <= lastRow >> level; row++)
      for (let column = firstColumn >> level; column <= lastColumn >> level; column++) {
        const at = first + column + columns * row;
        if (this.#nearest[at] <= far && this.#farthest[at] >= near) return true;
      }
    return false;
  }
}
