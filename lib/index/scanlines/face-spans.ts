// A face and a scanline index → the cells in which the face leaves a span, and the words of each.

import { cornerOffset } from '#core';
import {
  depthsWord,
  LOWEST_COLUMN,
  LOWEST_ROW,
  type ScanlineIndex,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_EDGES,
  SPAN_FACE,
} from '#records';
import { cellOf, cellsAlong, cellsBelow, depthOf, levelOf, stepInCell } from './cells.ts';

/**
 * The spans of the face that was taken last: one in each cell of columns i0 … i1 and rows j0 … j1 of its level. near
 * and far are its least and its greatest depth in steps.
 */
export class FaceSpans {
  level = 0;
  i0 = 0;
  i1 = 0;
  j0 = 0;
  j1 = 0;
  near = 0;
  far = 0;
  #face = 0;
  /** The level's first cell, the number of cells in a row, and their size. */
  #first = 0;
  #across = 1;
  #size = 0;
  #u0 = 0;
  #v0 = 0;
  #uLow = 0;
  #uHigh = 0;
  #vLow = 0;
  #vHigh = 0;

  take(index: ScanlineIndex, positions: Float64Array, faces: Uint32Array, face: number): void {
    const { axis, u0, v0, cellSize, nu, nv, depth0, depthScale } = index;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    this.#face = face;
    this.near = depthOf(Math.min(positions[a + axis], positions[b + axis], positions[c + axis]), depth0, depthScale);
    this.far = depthOf(Math.max(positions[a + axis], positions[b + axis], positions[c + axis]), depth0, depthScale);
    this.#u0 = u0;
    this.#v0 = v0;
    this.#uLow = Math.min(positions[a + u], positions[b + u], positions[c + u]);
    this.#uHigh = Math.max(positions[a + u], positions[b + u], positions[c + u]);
    this.#vLow = Math.min(positions[a + v], positions[b + v], positions[c + v]);
    this.#vHigh = Math.max(positions[a + v], positions[b + v], positions[c + v]);
    const i0 = cellOf(this.#uLow, u0, cellSize, nu);
    const i1 = cellOf(this.#uHigh, u0, cellSize, nu);
    const j0 = cellOf(this.#vLow, v0, cellSize, nv);
    const j1 = cellOf(this.#vHigh, v0, cellSize, nv);
    const level = levelOf(i0, i1, j0, j1);
    this.level = level;
    this.i0 = i0 >>> level;
    this.i1 = i1 >>> level;
    this.j0 = j0 >>> level;
    this.j1 = j1 >>> level;
    this.#first = cellsBelow(index, level);
    this.#across = cellsAlong(nu, level);
    this.#size = cellSize * 2 ** level;
  }

  cell(i: number, j: number): number {
    return this.#first + i + this.#across * j;
  }

  /** Writes the words of the span in column i and row j to `out`, from `at` on. */
  write(i: number, j: number, out: Uint32Array, at: number): void {
    const size = this.#size;
    out[at + SPAN_FACE] = this.#face | (j === this.j0 ? LOWEST_ROW : 0) | (i === this.i0 ? LOWEST_COLUMN : 0);
    out[at + SPAN_BOUNDS] =
      (boundBits(this.#vLow, this.#vHigh, this.#v0, size, j) << SPAN_EDGES.lowV.shift) |
      boundBits(this.#uLow, this.#uHigh, this.#u0, size, i);
    out[at + SPAN_DEPTH] = depthsWord(this.near, this.far);
  }
}

/** Two bytes of a span's bounds: the beginning and the end of an interval within a cell. */
export function boundBits(low: number, high: number, origin: number, cellSize: number, cell: number): number {
  return stepInCell(low, origin, cellSize, cell) | (stepInCell(high, origin, cellSize, cell) << SPAN_EDGES.highU.shift);
}
