// Two triangles that share a point → the ends of the segment that they share.

import { type HitList, shareByEdges } from './intersect-edges.ts';
import { planeSide } from './plane-side.ts';

/** Twelve edge–triangle tests give at most seven points each. */
const MOST_HITS = 84;

export class SharedSegment {
  readonly #hits: HitList & { points: Float64Array } = { points: new Float64Array(3 * MOST_HITS), count: 0 };
  readonly #p = new Float64Array(3);
  readonly #q = new Float64Array(3);

  /**
   * Writes 6 numbers at out[at]: the two ends, lexicographically ascending, equal where the triangles share a point.
   * Faces that overlap in one plane share a polygon: then the ends are its two corners farthest apart. Each end lies on
   * an edge, rounded; which edges meet is exact.
   * @returns whether they share a point at all.
   */
  find(
    P: Float64Array,
    a: number,
    b: number,
    c: number,
    Q: Float64Array,
    d: number,
    e: number,
    f: number,
    out: Float64Array,
    at: number,
  ): boolean {
    const hits = this.#hits;
    hits.count = 0;
    for (let k = 0; k < 3; k++) {
      this.#p[k] = planeSide(Q, d, e, f, P, k === 0 ? a : k === 1 ? b : c);
      this.#q[k] = planeSide(P, a, b, c, Q, k === 0 ? d : k === 1 ? e : f);
    }
    if (!shareByEdges(P, a, b, c, this.#p, Q, d, e, f, this.#q, hits)) return false;
    farthestTwo(hits.points, hits.count, out, at);
    return true;
  }
}

function farthestTwo(points: Float64Array, count: number, out: Float64Array, at: number): void {
  let first = 0;
  let second = 0;
  let longest = 0;
  for (let i = 0; i < 3 * count; i += 3)
    for (let j = i + 3; j < 3 * count; j += 3) {
      const squared =
        (points[i] - points[j]) ** 2 + (points[i + 1] - points[j + 1]) ** 2 + (points[i + 2] - points[j + 2]) ** 2;
      if (squared <= longest) continue;
      longest = squared;
      first = i;
      second = j;
    }
  if (precedes(points, second, first)) [first, second] = [second, first];
  for (let k = 0; k < 3; k++) {
    out[at + k] = points[first + k];
    out[at + 3 + k] = points[second + k];
  }
}

function precedes(points: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (points[i + k] !== points[j + k]) return points[i + k] < points[j + k];
  return false;
}
