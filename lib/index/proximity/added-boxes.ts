// Edits of a surface → whether one has added a face near a point, in the surface's own frame: tested first with a box
// about all faces of an edit, then with one about each face.

import { cornerOffset, grown, lengthSlack } from '#core';
import type { Surface } from '#records';
import { distanceToSpan } from './nearest-face.ts';

const BOX = 6;
/**
 * Limits on takes, and on their faces in all, beyond which rebuilding lists is cheaper than checking them: a list takes
 * about 30 µs, a face's box 7 ns.
 */
const MOST_TAKES = 1024;
const MOST_FACES = 4096;

export class AddedBoxes {
  /** Takes since `begin`: each contains what the edits since the previous one have added. */
  count = 0;
  readonly #surface: Surface;
  #boxes = new Float64Array(BOX * 16);
  /** The first face of each take; the last entry is the first face of the next take. */
  #firsts = new Uint32Array(16);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Forgets all edits so far. */
  begin(): void {
    this.count = 0;
    this.#firsts[0] = this.#surface.faceCount;
  }

  /** Whether there is too much to check lists against. */
  get isFull(): boolean {
    return this.count > MOST_TAKES || this.#firsts[this.count] - this.#firsts[0] > MOST_FACES;
  }

  /** Takes what was added since the last call; an empty box if nothing was. */
  take(): void {
    const { faces, faceCount } = this.#surface;
    const positions = this.#surface.ownPositions();
    const first = this.#firsts[this.count];
    const at = BOX * this.count++;
    this.#boxes = grown(this.#boxes, at, at + BOX);
    this.#firsts = grown(this.#firsts, this.count, this.count + 1);
    this.#firsts[this.count] = faceCount;
    boxOfFaces(positions, faces, first, faceCount, this.#boxes, at);
  }

  /**
   * Whether a face of take `first` or a later one that still exists may be at most `reach` away from a point. No
   * coordinate of the point exceeds magnitude + reach by more than rounding: lengthSlack of that covers the distance
   * from which `reach` was computed, too small by at most 50u, and the distance to a box, 9u.
   * @param c offset of the point in C. @param reach mm.
   */
  comeWithin(reach: number, C: Float64Array, c: number, first: number): boolean {
    const boxes = this.#boxes;
    const limit = reach + lengthSlack(this.#surface.magnitude + reach);
    const squared = limit * limit;
    for (let take = first; take < this.count; take++) {
      const at = BOX * take;
      let apart = 0;
      for (let k = 0; k < 3; k++) {
        const gap = Math.max(boxes[at + k] - C[c + k], C[c + k] - boxes[at + 3 + k], 0);
        apart += gap * gap;
      }
      if (apart <= squared && this.#oneComesWithin(squared, C, c, take)) return true;
    }
    return false;
  }

  /** The same for the faces of one take, by a box about each. */
  #oneComesWithin(squared: number, C: Float64Array, c: number, take: number): boolean {
    const { faces, retired } = this.#surface;
    const A = this.#surface.ownPositions();
    for (let face = this.#firsts[take]; face < this.#firsts[take + 1]; face++) {
      if (retired?.[face] === 1) continue;
      const u = cornerOffset(faces, face, 0);
      const v = cornerOffset(faces, face, 1);
      const w = cornerOffset(faces, face, 2);
      const dx = distanceToSpan(C[c], A[u], A[v], A[w]);
      const dy = distanceToSpan(C[c + 1], A[u + 1], A[v + 1], A[w + 1]);
      const dz = distanceToSpan(C[c + 2], A[u + 2], A[v + 2], A[w + 2]);
      if (dx * dx + dy * dy + dz * dz <= squared) return true;
    }
    return false;
  }
}

/** Writes the box of faces first … end − 1, low xyz and high xyz; if there are none, an infinitely distant one. */
export function boxOfFaces(
  positions: Float64Array,
  faces: Uint32Array,
  first: number,
  end: number,
  boxes: Float64Array,
  at: number,
): void {
  boxes.fill(Number.POSITIVE_INFINITY, at, at + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, at + 3, at + BOX);
  for (let face = first; face < end; face++)
    for (let corner = 0; corner < 3; corner++) {
      const vertex = cornerOffset(faces, face, corner);
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[at + k], positions[vertex + k]);
        boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], positions[vertex + k]);
      }
    }
}
