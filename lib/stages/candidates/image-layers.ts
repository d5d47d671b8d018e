// Faces in an image → for each pixel, the list of its faces with their intervals of depth.
//
//   heads     ─┐  pixel 0   1   2  …        A list per pixel: the number of its first interval, then `next` of each.
//   intervals  └▶ [place, near, far, next]

import { grown } from '#core';
import type { ImageFace } from './image-face.ts';
import type { ImagePyramid } from './image-pyramid.ts';

/** The end of a list. */
export const NO_LAYER = -1;

export class ImageLayers {
  /** The first interval of each pixel, row by row. */
  heads = new Int32Array(0);
  /** For each interval: its face's place, its depths in steps, and the pixel's next interval. */
  places = new Uint32Array(256);
  near = new Int32Array(256);
  far = new Int32Array(256);
  next = new Int32Array(256);
  #length = 0;
  #columns = 0;

  /** Empties it, for an image of this many pixels. */
  begin(columns: number, rows: number): void {
    this.#length = 0;
    this.#columns = columns;
    this.heads = grown(this.heads, 0, columns * rows);
    this.heads.fill(NO_LAYER, 0, columns * rows);
  }

  /** Adds what the current face leaves in its pixels, to these lists and to the pyramid over them. */
  add(face: ImageFace, place: number, pyramid: ImagePyramid): void {
    for (let row = face.firstRow; row <= face.lastRow; row++) {
      const last = face.rowLast[row];
      this.#reserve(last - face.rowFirst[row] + 1);
      for (let column = face.rowFirst[row]; column <= last; column++) {
        const near = Math.max(face.rowNear[row], face.columnNear[column]);
        const far = Math.min(face.rowFar[row], face.columnFar[column]);
        if (near > far) continue;
        const pixel = column + this.#columns * row;
        const at = this.#length++;
        this.places[at] = place;
        this.near[at] = near;
        this.far[at] = far;
        this.next[at] = this.heads[pixel];
        this.heads[pixel] = at;
        pyramid.widen(pixel, near, far);
      }
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.places.length) return;
    this.places = grown(this.places, this.#length, needed);
    this.near = grown(this.near, this.#length, needed);
    this.far = grown(this.far, this.#length, needed);
    this.next = grown(this.next, this.#length, needed);
  }
}
