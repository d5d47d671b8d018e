// A segment without its ends and a triangle → whether they share a point, exactly.
//
//     a ●─────┼─────● b     The closed segment shares a convex set of points with the triangle. That set has a point
//             │             that is no end unless it is empty or one end alone: if it holds neither end, or both, that
//     a ●━━━━━╱             is known. If it is one end or begins there, the segment leaves the triangle at that end, or
//       ╲    ╱              it runs on in its plane, past a corner or through an edge.

import { TriangleIntersector } from './intersect-triangles.ts';
import { openAxis, planeSide, sideAlong } from './plane-side.ts';
import { FIRST, nextCorner, SECOND, TrianglePair } from './triangle-pair.ts';

const [START, END] = [0, 3];

export class OpenSegment {
  /** The segment as a triangle whose last two corners are its end; and the triangle. */
  readonly #pair = new TrianglePair();
  readonly #point = new TrianglePair();
  readonly #intersector = new TriangleIntersector();

  /** Sets the segment from point p of P to point q of it, offsets of xyz. */
  load(P: Float64Array, p: number, q: number): this {
    this.#pair.loadFirst(P, p, q, q);
    return this;
  }

  /** Whether it shares a point other than its ends with (a, b, c), which may have no area; offsets of xyz in A. */
  meets(A: Float64Array, a: number, b: number, c: number): boolean {
    const pair = this.#pair.loadSecond(A, a, b, c);
    if (!this.#intersector.share(pair)) return false;
    const hasStart = this.#has(START);
    if (hasStart === this.#has(END)) return hasStart ? this.#isLong() : true;
    return this.#goesOn(hasStart ? END : START);
  }

  /** Whether an end is on the triangle. */
  #has(end: number): boolean {
    const C = this.#pair.corners;
    this.#point.loadPoint(C, FIRST + end).loadSecond(C, SECOND, SECOND + 3, SECOND + 6);
    return this.#intersector.share(this.#point);
  }

  #isLong(): boolean {
    const C = this.#pair.corners;
    return C[START] !== C[END] || C[START + 1] !== C[END + 1] || C[START + 2] !== C[END + 2];
  }

  /** Whether the segment, one end of which is on the triangle and the other not, shares more than that end. */
  #goesOn(off: number): boolean {
    const C = this.#pair.corners;
    if (planeSide(C, SECOND, SECOND + 3, SECOND + 6, C, off) !== 0) return false;
    const axis = openAxis(C, SECOND, SECOND + 3, SECOND + 6);
    for (let corner = SECOND; corner <= SECOND + 6; corner += 3)
      if (this.#isBetween(corner) || (axis >= 0 && this.#crosses(corner, nextCorner(corner), axis))) return true;
    return false;
  }

  /** Whether a corner is on the segment, but is neither end. */
  #isBetween(corner: number): boolean {
    const C = this.#pair.corners;
    let isStart = true;
    let isEnd = true;
    for (let k = 0; k < 3; k++) {
      const x = C[corner + k];
      if (x < Math.min(C[START + k], C[END + k]) || x > Math.max(C[START + k], C[END + k])) return false;
      if (x !== C[START + k]) isStart = false;
      if (x !== C[END + k]) isEnd = false;
    }
    if (isStart || isEnd) return false;
    return [0, 1, 2].every((axis) => sideAlong(axis, C, START, END, corner) === 0);
  }

  /** Whether the segment passes from one side of an edge's line to the other, through the edge, in the plane. */
  #crosses(from: number, to: number, axis: number): boolean {
    const C = this.#pair.corners;
    const sides = sideAlong(axis, C, from, to, START) * Math.sign(sideAlong(axis, C, from, to, END));
    return sides < 0 && Math.sign(sideAlong(axis, C, START, END, from)) * sideAlong(axis, C, START, END, to) <= 0;
  }
}
