// Edits of a surface → whether one has added a face near a point, in the surface's own frame: by a box about all faces
// of an edit, then by one about each.

import { cornerOffset, grown, lengthSlack } from '../core/index.ts';
import type { Surface } from '../records/index.ts';

const BOX = 6;

export class AddedBoxes {
  /** Edits that were taken since `begin`. */
  count = 0;
  readonly #surface: Surface;
  #boxes = new Float64Array(BOX * 16);
  /** The first face that each edit has added, and last the first that the next one will add. */
  #firsts = new Uint32Array(16);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Forgets all edits so far. */
  begin(): void {
    this.count = 0;
    this.#firsts[0] = this.#surface.faceCount;
  }

  /** Takes what was added since the last call, as one edit; an empty box where that is nothing. */
  take(): void {
    const { faces, faceCount } = this.#surface;
    const positions = this.#surface.ownPositions();
    const first = this.#firsts[this.count];
    const at = BOX * this.count++;
    this.#boxes = grown(this.#boxes, at, at + BOX);
    this.#firsts = grown(this.#firsts, this.count, this.count + 1);
    this.#firsts[this.count] = faceCount;
    const boxes = this.#boxes;
    boxes.fill(Number.POSITIVE_INFINITY, at, at + 3);
    boxes.fill(Number.NEGATIVE_INFINITY, at + 3, at + BOX);
    for (let face = first; face < faceCount; face++)
      for (let corner = 0; corner < 3; corner++) {
        const vertex = cornerOffset(faces, face, corner);
        for (let k = 0; k < 3; k++) {
          boxes[at + k] = Math.min(boxes[at + k], positions[vertex + k]);
          boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], positions[vertex + k]);
        }
      }
  }

  /**
   * Whether a face that was added by edit `first` or a later one, and is still there, may be at most `reach` away from
   * a point. No coordinate of the point exceeds magnitude + reach by more than rounding, so lengthSlack of that covers
   * the rounding of a distance (≤ 50u) from which `reach` was made, and that of the distance to a box (≤ 9u).
   * @param c offset of the point in C. @param reach mm.
   */
  comeWithin(reach: number, C: Float64Array, c: number, first: number): boolean {
    const boxes = this.#boxes;
    const limit = reach + lengthSlack(this.#surface.magnitude + reach);
    const squared = limit * limit;
    for (let edit = first; edit < this.count; edit++) {
      const at = BOX * edit;
      const dx = outside(C[c], boxes[at], boxes[at + 3]);
      const dy = outside(C[c + 1], boxes[at + 1], boxes[at + 4]);
      const dz = outside(C[c + 2], boxes[at + 2], boxes[at + 5]);
      if (dx * dx + dy * dy + dz * dz <= squared && this.#oneComesWithin(squared, C, c, edit)) return true;
    }
    return false;
  }

  /** The same of the faces of one edit, by a box about each. */
  #oneComesWithin(squared: number, C: Float64Array, c: number, edit: number): boolean {
    const { faces, retired } = this.#surface;
    const A = this.#surface.ownPositions();
    for (let face = this.#firsts[edit]; face < this.#firsts[edit + 1]; face++) {
      if (retired?.[face] === 1) continue;
      const u = cornerOffset(faces, face, 0);
      const v = cornerOffset(faces, face, 1);
      const w = cornerOffset(faces, face, 2);
      let apart = 0;
      for (let k = 0; k < 3; k++) {
        const low = Math.min(A[u + k], A[v + k], A[w + k]);
        const gap = outside(C[c + k], low, Math.max(A[u + k], A[v + k], A[w + k]));
        apart += gap * gap;
      }
      if (apart <= squared) return true;
    }
    return false;
  }
}

/** Distance from x to the interval [low, high]; Infinity where low is Infinity. */
function outside(x: number, low: number, high: number): number {
  return x < low ? low - x : x > high ? x - high : 0;
}
