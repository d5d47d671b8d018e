// Faces of a surface that are requested again and again → their boxes and corners, bone frame, side by side.
//
// In a surface they are spread over its memory; the few thousand near a tool are looked up once between two calls of
// `forget`.

import { cornerOffset, grown } from '#core';
import type { Surface } from '#records';

const LEAST = 128;
/** Reset before a row would need more than 32 bits: no surface has as many faces as remain above this. */
const MOST_ROWS = 2 ** 31;

/** A known face's row: its box, low xyz and high xyz; its corners, xyz each; and the row's length. */
export const CORNERS = 6;
export const KNOWN = 15;

export class KnownFaces {
  /** KNOWN numbers per row. Replaced when it grows, like `faces`: the face of each row. */
  values = new Float64Array(KNOWN * LEAST);
  faces = new Int32Array(LEAST);
  count = 0;
  readonly #surface: Surface;
  /** By face: #first + its row, or less than #first if it is not known. */
  #rows = new Uint32Array(0);
  #first = 1;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Call it when the surface has moved; an edit does not change the remaining faces. */
  forget(): void {
    this.#first += this.count;
    this.count = 0;
    if (this.#first < MOST_ROWS) return;
    this.#rows.fill(0);
    this.#first = 1;
  }

  /** @returns the face's row. */
  rowOf(face: number): number {
    if (face >= this.#rows.length) this.#rows = grown(this.#rows, this.#rows.length, face + 1);
    const row = this.#rows[face];
    if (row >= this.#first) return row - this.#first;
    this.#rows[face] = this.#first + this.count;
    this.#add(face);
    return this.count++;
  }

  #add(face: number): void {
    const { faces, positions: A } = this.#surface;
    const { count } = this;
    const at = KNOWN * count;
    this.values = grown(this.values, at, at + KNOWN);
    this.faces = grown(this.faces, count, count + 1);
    this.faces[count] = face;
    const { values } = this;
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    for (let k = 0; k < 3; k++) {
      values[at + k] = Math.min(A[a + k], A[b + k], A[c + k]);
      values[at + 3 + k] = Math.max(A[a + k], A[b + k], A[c + k]);
      values[at + CORNERS + k] = A[a + k];
      values[at + CORNERS + 3 + k] = A[b + k];
      values[at + CORNERS + 6 + k] = A[c + k];
    }
  }
}
