// A ball × a surface → the faces whose boxes come into it, with these boxes: a few hundred in a row, where a search
// near the ball looks instead of in the tree.
//
//     tree ──takeNear──▶ faces of a ball ──holdAgainst──▶ how far their boxes are from a point ──▶ NearestFace.find
//
// Invariant: every face that comes into the ball is taken, and some that only their boxes bring. Where a nearest face
// is asked for, the caller's ball holds whatever can be the answer: a point within R of a centre c is as far from the
// surface as c give or take R, and so it is from each face. So what is at most s farther from the point than the
// nearest face is, is at most d(c) + 2R + s from c.

import { cornerOffset, grown, lengthSlack } from '../core/index.ts';
import { BRANCHING } from '../records/index.ts';
import { BOX_MARGIN, type SearchedSurface } from './nearest-face.ts';

const LEAST = 512;
const LEVEL_SHIFT = 2 ** 32;
/** Before a row would need more than 32 bits: no surface has as many faces as there are above it. */
const MOST_ROWS = 2 ** 31;

/** Boxes of a surface's faces, bone frame: each is computed once between two calls of `forget`. */
export class FaceBoxes {
  /** Low xyz and high xyz of each; replaced when it grows. */
  values = new Float64Array(6 * LEAST);
  readonly #surface: SearchedSurface;
  /** By face: #first + which box it is, or less than #first where none is known. */
  #rows = new Uint32Array(0);
  #first = 1;
  #count = 0;

  constructor(surface: SearchedSurface) {
    this.#surface = surface;
  }

  /** To be called when the surface has moved or been edited. */
  forget(): void {
    this.#first += this.#count;
    this.#count = 0;
    if (this.#first < MOST_ROWS) return;
    this.#rows.fill(0);
    this.#first = 1;
  }

  /** @returns where a face's box begins in `values`. */
  placeOf(face: number): number {
    if (face >= this.#rows.length) this.#rows = grown(this.#rows, this.#rows.length, face + 1);
    const row = this.#rows[face];
    if (row >= this.#first) return 6 * (row - this.#first);
    this.#rows[face] = this.#first + this.#count;
    return this.#add(face);
  }

  #add(face: number): number {
    const { faces, positions: A } = this.#surface;
    const at = 6 * this.#count++;
    this.values = grown(this.values, at, at + 6);
    const a = cornerOffset(faces, face, 0);
    const b = cornerOffset(faces, face, 1);
    const c = cornerOffset(faces, face, 2);
    for (let k = 0; k < 3; k++) {
      this.values[at + k] = Math.min(A[a + k], A[b + k], A[c + k]);
      this.values[at + 3 + k] = Math.max(A[a + k], A[b + k], A[c + k]);
    }
    return at;
  }
}

export class BoxedFaces {
  count = 0;
  /** Replaced when they grow, as `boxes`: low xyz and high xyz of each, bone frame. */
  faces = new Int32Array(LEAST);
  boxes = new Float64Array(6 * LEAST);
  /** mm²: how far each box is from the point of `holdAgainst`. */
  squares = new Float64Array(LEAST);
  readonly #surface: SearchedSurface;
  readonly #known: FaceBoxes;
  readonly #stack: number[] = [];
  readonly #point = new Float64Array(3);
  #limit = 0;

  /** @param known boxes of the same surface. */
  constructor(surface: SearchedSurface, known: FaceBoxes) {
    this.#surface = surface;
    this.#known = known;
  }

  /** Takes the faces about a point, through the tree. @param p offset in P, bone frame. @param radius mm. */
  takeNear(P: Float64Array, p: number, radius: number): void {
    const { bvh, frame, retired } = this.#surface;
    const wanted = this.#begin(P, p, radius);
    const inBvh = (wanted + frame.slack) / frame.shrink;
    const limit = inBvh * inBvh * BOX_MARGIN;
    const m = frame.inverse;
    const x = m[0] * P[p] + m[1] * P[p + 1] + m[2] * P[p + 2] + m[3];
    const y = m[4] * P[p] + m[5] * P[p + 1] + m[6] * P[p + 2] + m[7];
    const z = m[8] * P[p] + m[9] * P[p + 1] + m[10] * P[p + 2] + m[11];
    const stack = this.#stack;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    let top = 1;
    while (top > 0) {
      const entry = stack[--top];
      const level = Math.floor(entry / LEVEL_SHIFT);
      const node = entry - level * LEVEL_SHIFT;
      if (level === 0) {
        const end = Math.min(bvh.count, BRANCHING * (node + 1));
        for (let slot = BRANCHING * node; slot < end; slot++) {
          const face = bvh.order[slot];
          if (retired === null || retired[face] === 0) this.#takeFace(face);
        }
        continue;
      }
      const boxes = bvh.levels[level - 1];
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      for (let child = BRANCHING * node; child < end; child++) {
        const o = 6 * child;
        const dx = Math.max(boxes[o] - x, 0, x - boxes[o + 3]);
        const dy = Math.max(boxes[o + 1] - y, 0, y - boxes[o + 4]);
        const dz = Math.max(boxes[o + 2] - z, 0, z - boxes[o + 5]);
        if (dx * dx + dy * dy + dz * dz <= limit) stack[top++] = (level - 1) * LEVEL_SHIFT + child;
      }
    }
  }

  /** Writes `squares`, for a point of the ball. @param p offset in P, bone frame. */
  holdAgainst(P: Float64Array, p: number): void {
    const { boxes, count, squares } = this;
    const x = P[p];
    const y = P[p + 1];
    const z = P[p + 2];
    for (let n = 0, o = 0; n < count; n++, o += 6) {
      const dx = Math.max(boxes[o] - x, 0, x - boxes[o + 3]);
      const dy = Math.max(boxes[o + 1] - y, 0, y - boxes[o + 4]);
      const dz = Math.max(boxes[o + 2] - z, 0, z - boxes[o + 5]);
      squares[n] = dx * dx + dy * dy + dz * dz;
    }
  }

  /** @returns mm: how far a face of the ball may be, as distances are computed. */
  #begin(P: Float64Array, p: number, radius: number): number {
    this.count = 0;
    for (let k = 0; k < 3; k++) this.#point[k] = P[p + k];
    const magnitude = Math.max(this.#surface.magnitude, Math.abs(P[p]), Math.abs(P[p + 1]), Math.abs(P[p + 2]));
    const wanted = radius + lengthSlack(magnitude);
    this.#limit = wanted * wanted * BOX_MARGIN;
    return wanted;
  }

  #takeFace(face: number): void {
    const [x, y, z] = this.#point;
    const o = this.#known.placeOf(face);
    const { values } = this.#known;
    const dx = Math.max(values[o] - x, 0, x - values[o + 3]);
    const dy = Math.max(values[o + 1] - y, 0, y - values[o + 4]);
    const dz = Math.max(values[o + 2] - z, 0, z - values[o + 5]);
    if (dx * dx + dy * dy + dz * dz > this.#limit) return;
    if (this.count === this.faces.length) {
      this.faces = grown(this.faces, this.count, this.count + 1);
      this.boxes = grown(this.boxes, 6 * this.count, 6 * this.faces.length);
      this.squares = new Float64Array(this.faces.length);
    }
    const at = 6 * this.count;
    this.faces[this.count++] = face;
    for (let k = 0; k < 6; k++) this.boxes[at + k] = values[o + k];
  }
}
