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
import { BRANCHING, type Surface } from '../records/index.ts';
import { BOX_MARGIN } from './nearest-face.ts';

const LEAST = 128;
const LEVEL_SHIFT = 2 ** 32;
/** Before a row would need more than 32 bits: no surface has as many faces as there are above it. */
const MOST_ROWS = 2 ** 31;

/** Of a known face: its box, low xyz and high xyz; its corners, xyz each; and how many numbers these are. */
const CORNERS = 6;
const KNOWN = 15;

/**
 * Boxes and corners of a surface's faces, bone frame, side by side: a surface has them all over its memory, and the few
 * thousand near a tool are asked for again and again. Each is looked up once between two calls of `forget`.
 */
export class KnownFaces {
  /** Replaced when it grows. */
  values = new Float64Array(KNOWN * LEAST);
  count = 0;
  readonly #surface: Surface;
  /** By face: #first + which one it is, or less than #first where it is not known. */
  #rows = new Uint32Array(0);
  #first = 1;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** To be called when the surface has moved; an edit leaves the faces that remain as they are. */
  forget(): void {
    this.#first += this.count;
    this.count = 0;
    if (this.#first < MOST_ROWS) return;
    this.#rows.fill(0);
    this.#first = 1;
  }

  /** @returns where a face begins in `values`. */
  placeOf(face: number): number {
    if (face >= this.#rows.length) this.#rows = grown(this.#rows, this.#rows.length, face + 1);
    const row = this.#rows[face];
    if (row >= this.#first) return KNOWN * (row - this.#first);
    this.#rows[face] = this.#first + this.count;
    return this.#add(face);
  }

  #add(face: number): number {
    const { faces, positions: A } = this.#surface;
    const at = KNOWN * this.count++;
    this.values = grown(this.values, at, at + KNOWN);
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
    return at;
  }
}

export class BoxedFaces {
  count = 0;
  /** Replaced when they grow, as `boxes`: low xyz and high xyz of each, bone frame. */
  faces = new Int32Array(LEAST);
  boxes = new Float64Array(6 * LEAST);
  /** Where the corners of each are in known.values, nine numbers. */
  corners = new Int32Array(LEAST);
  /** mm²: how far each box is from the point of `holdAgainst`. */
  squares = new Float64Array(LEAST);
  readonly known: KnownFaces;
  readonly #surface: Surface;
  readonly #stack: number[] = [];
  /** The ball, bone frame, and its middle in the frame of the tree. */
  readonly #point = new Float64Array(3);
  #radius = Number.NEGATIVE_INFINITY;
  readonly #inBvh = new Float64Array(3);
  #limit = 0;
  #limitInBvh = 0;
  /** Of the surface when it was looked at last: its edits, and how many faces its tree had. */
  #edits = 0;
  #places = 0;

  /** @param known those of the same surface. */
  constructor(surface: Surface, known: KnownFaces) {
    this.#surface = surface;
    this.known = known;
  }

  /**
   * Takes the faces about a point, through the tree; what was here is gone.
   * @param p offset in P, bone frame. @param radius mm.
   */
  takeNear(P: Float64Array, p: number, radius: number): void {
    this.#begin(P, p, radius);
    const { bvh } = this.#surface;
    const limit = this.#limitInBvh;
    const x = this.#inBvh[0];
    const y = this.#inBvh[1];
    const z = this.#inBvh[2];
    const stack = this.#stack;
    stack[0] = (bvh.levels.length - 1) * LEVEL_SHIFT;
    let top = 1;
    while (top > 0) {
      const entry = stack[--top];
      const level = Math.floor(entry / LEVEL_SHIFT);
      const node = entry - level * LEVEL_SHIFT;
      if (level === 0) {
        this.#takeLeaf(node, 0);
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

  /**
   * Whether the faces that come within `radius` of a point are all here, also those that edits have added since, and
   * none that they have removed. @param p offset in P, bone frame.
   */
  covers(P: Float64Array, p: number, radius: number): boolean {
    const x = P[p] - this.#point[0];
    const y = P[p + 1] - this.#point[1];
    const z = P[p + 2] - this.#point[2];
    if (!(Math.sqrt(x * x + y * y + z * z) + radius <= this.#radius)) return false;
    if (this.#edits !== this.#surface.edits) this.#follow();
    return true;
  }

  /** Drops what edits have removed since, and takes what they have added: it stands at the end of the tree. */
  #follow(): void {
    const { bvh, edits, retired } = this.#surface;
    let kept = 0;
    for (let n = 0; n < this.count; n++) {
      if (retired !== null && retired[this.faces[n]] !== 0) continue;
      this.faces[kept] = this.faces[n];
      this.corners[kept] = this.corners[n];
      for (let k = 0; k < 6; k++) this.boxes[6 * kept + k] = this.boxes[6 * n + k];
      kept++;
    }
    this.count = kept;
    const leaves = bvh.levels[0];
    for (let leaf = Math.floor(this.#places / BRANCHING); BRANCHING * leaf < bvh.count; leaf++)
      if (this.#isLeafNear(leaves, 6 * leaf)) this.#takeLeaf(leaf, this.#places);
    this.#edits = edits;
    this.#places = bvh.count;
  }

  #isLeafNear(leaves: Float32Array, o: number): boolean {
    const m = this.#inBvh;
    const dx = Math.max(leaves[o] - m[0], 0, m[0] - leaves[o + 3]);
    const dy = Math.max(leaves[o + 1] - m[1], 0, m[1] - leaves[o + 4]);
    const dz = Math.max(leaves[o + 2] - m[2], 0, m[2] - leaves[o + 5]);
    return dx * dx + dy * dy + dz * dz <= this.#limitInBvh;
  }

  /** @param from the first place of the tree's order that counts. */
  #takeLeaf(leaf: number, from: number): void {
    const { bvh, retired } = this.#surface;
    const end = Math.min(bvh.count, BRANCHING * (leaf + 1));
    for (let place = Math.max(from, BRANCHING * leaf); place < end; place++) {
      const face = bvh.order[place];
      if (retired === null || retired[face] === 0) this.#takeFace(face);
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

  /** Begins a ball: its point also in the frame of the tree, and the squares of how far boxes may be, as computed. */
  #begin(P: Float64Array, p: number, radius: number): void {
    const { bvh, edits, frame, magnitude } = this.#surface;
    this.count = 0;
    this.#radius = radius;
    this.#edits = edits;
    this.#places = bvh.count;
    const x = P[p];
    const y = P[p + 1];
    const z = P[p + 2];
    this.#point[0] = x;
    this.#point[1] = y;
    this.#point[2] = z;
    const m = frame.inverse;
    for (let k = 0; k < 3; k++) this.#inBvh[k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
    const wanted = radius + lengthSlack(Math.max(magnitude, Math.abs(x), Math.abs(y), Math.abs(z)));
    const inBvh = (wanted + frame.slack) / frame.shrink;
    this.#limit = wanted * wanted * BOX_MARGIN;
    this.#limitInBvh = inBvh * inBvh * BOX_MARGIN;
  }

  #takeFace(face: number): void {
    const x = this.#point[0];
    const y = this.#point[1];
    const z = this.#point[2];
    const o = this.known.placeOf(face);
    const { values } = this.known;
    const dx = Math.max(values[o] - x, 0, x - values[o + 3]);
    const dy = Math.max(values[o + 1] - y, 0, y - values[o + 4]);
    const dz = Math.max(values[o + 2] - z, 0, z - values[o + 5]);
    if (dx * dx + dy * dy + dz * dz > this.#limit) return;
    if (this.count === this.faces.length) {
      this.faces = grown(this.faces, this.count, this.count + 1);
      this.boxes = grown(this.boxes, 6 * this.count, 6 * this.faces.length);
      this.corners = grown(this.corners, this.count, this.faces.length);
      this.squares = new Float64Array(this.faces.length);
    }
    const at = 6 * this.count;
    this.corners[this.count] = o + CORNERS;
    this.faces[this.count++] = face;
    for (let k = 0; k < 6; k++) this.boxes[at + k] = values[o + k];
  }
}
