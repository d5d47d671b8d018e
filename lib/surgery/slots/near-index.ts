// The live faces of a surface → those near a box or a line, kept under edits.
//
// The index is the bone's BVH (bvh/build-bvh.ts). Faces that an edit adds are groups of eight at its end, in the order
// in which they come, so those of one cut are together. A group whose faces are all gone has an empty box.
//
//     order   │ the faces at the start, along a Hilbert curve │ first edit │ second edit │ …
//     places[face]                                             face        face

import { buildBvh, editBvh, reserveBvh } from '#bvh';
import { cornerOffset, type GrowingArray, UNIT_ROUNDOFF } from '#core';
import { measureBounds } from '#mesh';
import { BRANCHING, type Bvh } from '#records';

export interface LiveFaces {
  /** xyz of all vertices. */
  readonly positions: GrowingArray<Float64Array>;
  /** Corners of all faces. */
  readonly faces: GrowingArray<Uint32Array>;
  isLive(face: number): boolean;
}

/** Whether a query may meet the box that begins at an offset: low x, y, z, high x, y, z. Never false if it does. */
type MayMeet = (boxes: ArrayLike<number>, at: number) => boolean;

export class NearIndex {
  readonly #surface: LiveFaces;
  readonly #tree: Bvh;
  /** By face at the start: its place in the tree's order. Later faces are at their own numbers. */
  readonly #places: Uint32Array;
  readonly #box = new Float64Array(6);

  /** @param surface whose faces are all live. */
  constructor(surface: LiveFaces) {
    this.#surface = surface;
    const count = surface.faces.length / 3;
    const positions = surface.positions.values;
    const faces = surface.faces.values;
    const { min, max } = measureBounds(positions, faces.subarray(0, 3 * count));
    this.#tree = buildBvh(positions, faces, count, Float64Array.of(...min, ...max));
    this.#places = new Uint32Array(count);
    for (let place = 0; place < count; place++) this.#places[this.#tree.order[place]] = place;
    reserveBvh(this.#tree);
  }

  /** Faces have been removed, and those from `first` on added. @param retired 1 for each that is not live. */
  edit(removed: readonly number[], first: number, retired: Uint8Array): void {
    const { positions, faces } = this.#surface;
    const places = removed.map((face) => this.#places[face] ?? face);
    editBvh(this.#tree, positions.values, faces.values, retired, places, first, faces.length / 3 - first);
  }

  /** The live faces whose own boxes meet a box, closed, each once. */
  nearBox(min: ArrayLike<number>, max: ArrayLike<number>): number[] {
    return this.#find(
      (b, at) =>
        b[at] <= max[0] &&
        b[at + 3] >= min[0] &&
        b[at + 1] <= max[1] &&
        b[at + 4] >= min[1] &&
        b[at + 2] <= max[2] &&
        b[at + 5] >= min[2],
    );
  }

  /** The live faces whose own boxes meet a line, each once, and perhaps some that miss it by a rounding. */
  nearLine(point: ArrayLike<number>, direction: ArrayLike<number>): number[] {
    return this.#find((boxes, at) => !isLineApart(boxes, at, point, direction));
  }

  #find(mayMeet: MayMeet): number[] {
    const { levels, sizes } = this.#tree;
    const found: number[] = [];
    const visit = (level: number, node: number): void => {
      if (!mayMeet(levels[level], 6 * node)) return;
      if (level === 0) {
        this.#take(node, mayMeet, found);
        return;
      }
      const end = Math.min(sizes[level - 1], BRANCHING * (node + 1));
      for (let child = BRANCHING * node; child < end; child++) visit(level - 1, child);
    };
    visit(levels.length - 1, 0);
    return found;
  }

  #take(node: number, mayMeet: MayMeet, found: number[]): void {
    const { order, count } = this.#tree;
    const end = Math.min(count, BRANCHING * (node + 1));
    for (let place = BRANCHING * node; place < end; place++) {
      const face = order[place];
      if (!this.#surface.isLive(face)) continue;
      this.#measure(face);
      if (mayMeet(this.#box, 0)) found.push(face);
    }
  }

  /** Writes the box of a face. */
  #measure(face: number): void {
    const faces = this.#surface.faces.values;
    const P = this.#surface.positions.values;
    boxOf(P, cornerOffset(faces, face, 0), cornerOffset(faces, face, 1), cornerOffset(faces, face, 2), this.#box, 0);
  }
}

/** Writes the box of three points, given by their offsets, to out[at … at + 5]: low x, y, z, high x, y, z. */
export function boxOf(P: Float64Array, a: number, b: number, c: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = Math.min(P[a + k], P[b + k], P[c + k]);
    out[at + 3 + k] = Math.max(P[a + k], P[b + k], P[c + k]);
  }
}

/**
 * Whether a line p + t·d proves to miss a box. Seen along d, the box is a hexagon, whose sides are edges of the box
 * along x, y and z. So the line misses it if and only if, for some two axes i and j, the function
 *
 *     f(x) = d[j]·(x[i] − p[i]) − d[i]·(x[j] − p[j]),
 *
 * 0 on the line, has one sign over the box. It has its extremes where each product has.
 *
 * A product of a rounded difference, rounded, has an error of at most (2u + u²) of itself, and rounding is monotone, so
 * this holds for the least and the greatest one too. The difference of two such rounds by u more: 3u of the sum s of
 * their sizes, and terms in u². The line and the corners of faces are rounded themselves: p and x by u of |p| and |x|,
 * d by u of itself. With s = |d[j]|·(|x[i]| + |p[i]|) + |d[i]|·(|x[j]| + |p[j]|), the largest over the box, which is no
 * less than the sum before, that adds 2u·s. The slack is 8u·s; where anything underflows, each product and the slack
 * itself lose at most half of the smallest number, which twice that number covers. A comparison with what has
 * overflowed, perhaps to NaN, does not prove anything.
 */
function isLineApart(
  boxes: ArrayLike<number>,
  at: number,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
): boolean {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const a0 = direction[j] * (boxes[at + i] - point[i]);
    const a1 = direction[j] * (boxes[at + 3 + i] - point[i]);
    const b0 = direction[i] * (boxes[at + j] - point[j]);
    const b1 = direction[i] * (boxes[at + 3 + j] - point[j]);
    const sizeI = Math.max(Math.abs(boxes[at + i]), Math.abs(boxes[at + 3 + i])) + Math.abs(point[i]);
    const sizeJ = Math.max(Math.abs(boxes[at + j]), Math.abs(boxes[at + 3 + j])) + Math.abs(point[j]);
    const sum = Math.abs(direction[j]) * sizeI + Math.abs(direction[i]) * sizeJ;
    const slack = 8 * UNIT_ROUNDOFF * sum + 2 * Number.MIN_VALUE;
    if (Math.min(a0, a1) - Math.max(b0, b1) > slack || Math.max(a0, a1) - Math.min(b0, b1) < -slack) return true;
  }
  return false;
}
