// Faces of both bodies → convex pieces over tiles of the projection plane, each with its area, its integral of depth
// and its box.
//
//   v ▲   ┌───────┬───────┐     A tile is halved by a line u = m or v = m. A piece that lies on one side of it stays as
//     │   │  ╱╲   │       │     it is; a piece that the line crosses becomes two. Corners of a piece are u, v, depth; a
//     │   │ ╱  ╲  │       │     face has three, and each line adds at most one: at most seven in a rectangle.
//     │   │╱____╲_│_╲     │
//     └───┴───────┴───────┴─▶ u
//
// Watertight: the point at which a line crosses an edge is computed from the edge's ends, always from the end with the
// lower coordinate, and clamped between them. Two faces that share an edge get the same point, bit for bit, so the
// pieces of a closed surface form a closed surface again. Areas, depths and winding numbers refer to that surface, with
// each piece split into a fan about its first corner; for its distance from the given one see rounding.ts.

import { grown } from '#core';
import { flatArea } from './rounding.ts';

export const BONE = 0;
export const TOOL = 1;

/**
 * Values of `senses`: along the depth axis, all triangles of the fan face up, all face down, or some face each way;
 * NO_SENSE if all are flat.
 */
export const NO_SENSE = 0;
export const UP = 1;
export const DOWN = 2;
export const BOTH = UP | DOWN;

/** The numbers of a box: low u, v, depth, high u, v, depth. */
export const BOX = 6;

export class Pieces {
  count = 0;
  /** Three numbers per corner. */
  points = new Float64Array(4096);
  /** For each piece, the index of its first corner's first number, and its number of corners. */
  first = new Int32Array(256);
  size = new Int32Array(256);
  body = new Uint8Array(256);
  boxes = new Float64Array(256 * BOX);
  /** mm²: signed area of the projection, > 0 if the corners turn from u to v. */
  area = new Float64Array(256);
  /** mm³: signed integral of depth over the projection. */
  moment = new Float64Array(256);
  /** mm²: a bound on the area of the fan's triangles whose sense rounding leaves undecided. */
  flat = new Float64Array(256);
  senses = new Uint8Array(256);
  /** The line of the next cut: its coordinate, in a table because a number passed to a call goes to the heap. */
  readonly line = new Float64Array(1);
  #used = 0;
  #low = new Float64Array(48);
  #high = new Float64Array(48);

  clear(): void {
    this.count = 0;
    this.#used = 0;
  }

  /** Adds a face: nine numbers of `corners` from `at` on. */
  addFace(body: number, corners: Float64Array, at: number): void {
    this.#add(body, corners, at, 3);
  }

  /**
   * Cuts a piece by a line that it lies on both sides of. The part with lower coordinates becomes the second-last
   * piece, the rest the last.
   * @param axis 0: u, 1: v.
   */
  cut(piece: number, axis: number): void {
    const { points } = this;
    const size = this.size[piece];
    const from = this.first[piece];
    const m = this.line[0];
    if (this.#low.length < 3 * (2 * size)) {
      this.#low = new Float64Array(6 * size);
      this.#high = new Float64Array(6 * size);
    }
    const low = this.#low;
    const high = this.#high;
    let l = 0;
    let h = 0;
    for (let i = 0; i < size; i++) {
      const p = from + 3 * i;
      const q = i + 1 === size ? from : p + 3;
      const at = points[p + axis];
      const next = points[q + axis];
      if (at <= m) {
        low[l] = points[p];
        low[l + 1] = points[p + 1];
        low[l + 2] = points[p + 2];
        l += 3;
      }
      if (at >= m) {
        high[h] = points[p];
        high[h + 1] = points[p + 1];
        high[h + 2] = points[p + 2];
        h += 3;
      }
      if (at < m ? next <= m : at === m || next >= m) continue;
      const a = at < next ? p : q;
      const b = at < next ? q : p;
      const t = (m - points[a + axis]) / (points[b + axis] - points[a + axis]);
      for (let k = 0; k < 3; k++) {
        const x = points[a + k];
        const y = points[b + k];
        const z = k === axis ? m : Math.max(Math.min(x, y), Math.min(Math.max(x, y), x + t * (y - x)));
        low[l + k] = z;
        high[h + k] = z;
      }
      l += 3;
      h += 3;
    }
    const body = this.body[piece];
    this.#add(body, low, 0, l / 3);
    this.#add(body, high, 0, h / 3);
  }

  #add(body: number, corners: Float64Array, at: number, size: number): void {
    const piece = this.count;
    if (piece === this.size.length) this.#grow();
    this.points = grown(this.points, this.#used, this.#used + 3 * size);
    const { points } = this;
    const first = this.#used;
    for (let i = 0; i < 3 * size; i++) points[first + i] = corners[at + i];
    this.#used += 3 * size;
    this.first[piece] = first;
    this.size[piece] = size;
    this.body[piece] = body;
    this.count++;
    this.#measure(piece);
  }

  #measure(piece: number): void {
    const { points, boxes } = this;
    const first = this.first[piece];
    const end = first + 3 * this.size[piece];
    const box = BOX * piece;
    for (let k = 0; k < 3; k++) {
      let low = points[first + k];
      let high = low;
      for (let p = first + 3 + k; p < end; p += 3) {
        const x = points[p];
        if (x < low) low = x;
        else if (x > high) high = x;
      }
      boxes[box + k] = low;
      boxes[box + 3 + k] = high;
    }
    const flat = flatArea((boxes[box + 3] - boxes[box]) * (boxes[box + 4] - boxes[box + 1]));
    const u = points[first];
    const v = points[first + 1];
    const z = points[first + 2];
    let area = 0;
    let moment = 0;
    let open = 0;
    let senses = NO_SENSE;
    let du = points[first + 3] - u;
    let dv = points[first + 4] - v;
    for (let p = first + 6; p < end; p += 3) {
      const nu = points[p] - u;
      const nv = points[p + 1] - v;
      const half = (du * nv - dv * nu) / 2;
      area += half;
      moment += (half * (z + points[p - 1] + points[p + 2])) / 3;
      if (half > flat) senses |= UP;
      else if (half < -flat) senses |= DOWN;
      else open += 2 * flat;
      du = nu;
      dv = nv;
    }
    this.area[piece] = area;
    this.moment[piece] = moment;
    this.flat[piece] = open;
    this.senses[piece] = senses;
  }

  #grow(): void {
    const { count } = this;
    this.first = grown(this.first, count, 2 * count);
    this.size = grown(this.size, count, 2 * count);
    this.body = grown(this.body, count, 2 * count);
    this.boxes = grown(this.boxes, BOX * count, 2 * BOX * count);
    this.area = grown(this.area, count, 2 * count);
    this.moment = grown(this.moment, count, 2 * count);
    this.flat = grown(this.flat, count, 2 * count);
    this.senses = grown(this.senses, count, 2 * count);
  }
}
