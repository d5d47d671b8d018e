// Two faces of one mesh → whether they share a point beyond the corners that they have in common, exactly.
//
// A ray from a corner v of a closed triangle leaves it through the edge opposite v. So two triangles with one common
// corner v share more than v if and only if the edge opposite v of one meets the other. With a common edge they share
// more than the edge if and only if they lie in one plane, on one side:
//
//    one common corner v         common edge uv, one plane
//         ╲   ╱                        a               a  d
//      ●───╲─╱──●                     ╱ ╲             ╱╲╱ ╲
//       ╲   v  ╱  the edges         u─────v          u─────v
//        ╲ ╱ ╲╱   opposite v         ╲   ╱  on two     on one side: more than uv
//         ●   ●   decide               d    sides

import { TriangleIntersector } from './intersect-triangles.ts';
import { openAxis, planeSide, sideAlong } from './plane-side.ts';
import { FIRST, SECOND, TrianglePair } from './triangle-pair.ts';

export class BeyondCorners {
  readonly #intersector = new TriangleIntersector();
  readonly #parts = new TrianglePair();
  #corners: Float64Array = new Float64Array(0);
  /** What the two faces have in common, and what each has besides: offsets of corners, each point once. */
  readonly #common: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];

  /**
   * Whether the closed faces of the pair share a point that is not in the hull (a point, an edge, or nothing) of the
   * corners that they have in common. Corners with equal coordinates are one; faces with the same three different
   * corners always share more. A zero-area face counts as its segment or point. Exact for the stored coordinates.
   */
  meet(pair: TrianglePair): boolean {
    const common = this.#common;
    const first = this.#first;
    const second = this.#second;
    common.length = first.length = second.length = 0;
    this.#corners = pair.corners;
    for (let i = FIRST; i <= FIRST + 6; i += 3) this.#sort(i, SECOND, common, first);
    for (let i = SECOND; i <= SECOND + 6; i += 3) this.#sort(i, FIRST, null, second);
    if (common.length === 0) return this.#intersector.share(pair);
    if (common.length === 3) return true;
    if (first.length === 0 || second.length === 0) return false;
    return common.length === 1 ? this.#beyondCorner(common[0]) : this.#beyondEdge(common[0], common[1]);
  }

  /** Appends a corner, unless it is there already, to `common` if the other triangle has it, else to `own`. */
  #sort(i: number, other: number, common: number[] | null, own: number[]): void {
    const isCommon = this.#isSame(i, other) || this.#isSame(i, other + 3) || this.#isSame(i, other + 6);
    const list = isCommon ? common : own;
    if (list !== null && !list.some((known) => this.#isSame(i, known))) list.push(i);
  }

  #isSame(i: number, j: number): boolean {
    const C = this.#corners;
    return C[i] === C[j] && C[i + 1] === C[j + 1] && C[i + 2] === C[j + 2];
  }

  /** The faces share v alone; each has one or two other corners. */
  #beyondCorner(v: number): boolean {
    const first = this.#first;
    const second = this.#second;
    const isFirstOpen = first.length === 2 && this.#isOpen(v, first[0], first[1]);
    const isSecondOpen = second.length === 2 && this.#isOpen(v, second[0], second[1]);
    if (isFirstOpen && isSecondOpen) {
      if (this.#isAside(v, second, first) || this.#isAside(v, first, second)) return false;
      return (
        this.#meets(first[0], first[1], first[1], v, second[0], second[1]) ||
        this.#meets(second[0], second[1], second[1], v, first[0], first[1])
      );
    }
    // A zero-area face with the corner v is the union of the segments from v to its other corners.
    if (isFirstOpen) return second.some((end) => this.#spokeMeets(v, end, first[0], first[1]));
    if (isSecondOpen) return first.some((end) => this.#spokeMeets(v, end, second[0], second[1]));
    return first.some((x) => second.some((y) => this.#meets(x, x, x, v, y, y) || this.#meets(y, y, y, v, x, x)));
  }

  /**
   * Whether both `ends` lie strictly on one side of the plane through v and `others`; the face that they span with v
   * then meets it in v alone.
   */
  #isAside(v: number, others: readonly number[], ends: readonly number[]): boolean {
    const C = this.#corners;
    const first = planeSide(C, v, others[0], others[1], C, ends[0]);
    const second = planeSide(C, v, others[0], others[1], C, ends[1]);
    return (first > 0 && second > 0) || (first < 0 && second < 0);
  }

  /**
   * Whether the segment from v to `end` shares more than v with the open triangle (v, a, b): the segment ends in the
   * triangle or leaves it through ab.
   */
  #spokeMeets(v: number, end: number, a: number, b: number): boolean {
    return this.#meets(end, end, end, v, a, b) || this.#meets(v, end, end, a, b, b);
  }

  /** The faces share u and v; each has one other corner. */
  #beyondEdge(u: number, v: number): boolean {
    const C = this.#corners;
    const a = this.#first[0];
    const d = this.#second[0];
    if (planeSide(C, u, v, a, C, d) !== 0) return false;
    const axis = openAxis(C, u, v, a);
    const isSecondOpen = this.#isOpen(u, v, d);
    if (axis >= 0 && isSecondOpen) return sideAlong(axis, C, u, v, a) > 0 === sideAlong(axis, C, u, v, d) > 0;
    // The line of uv meets an open face in the edge alone; two zero-area faces on it overlap if both pass the same end.
    if (axis >= 0 || isSecondOpen) return false;
    return this.#bothPass(u, v, a, d) || this.#bothPass(v, u, a, d);
  }

  /** Whether the segments from `start` to a and to d, on one line, both contain `end`. */
  #bothPass(start: number, end: number, a: number, d: number): boolean {
    return this.#meets(end, end, end, start, a, a) && this.#meets(end, end, end, start, d, d);
  }

  #isOpen(a: number, b: number, c: number): boolean {
    return openAxis(this.#corners, a, b, c) >= 0;
  }

  /** Whether two triangles spanned by corners of the pair share a point. */
  #meets(a: number, b: number, c: number, d: number, e: number, f: number): boolean {
    return this.#intersector.share(this.#parts.load(this.#corners, a, b, c, this.#corners, d, e, f));
  }
}
