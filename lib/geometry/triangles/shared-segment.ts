// Two triangles that share a point → the ends of the segment that they share.

import { type HitList, shareByEdges } from './intersect-edges.ts';
import { cornerSides } from './plane-side.ts';
import { FIRST, SECOND, type TrianglePair } from './triangle-pair.ts';

/** Twelve edge–triangle tests give at most seven points each. */
const MOST_HITS = 84;

export class SharedSegment {
  readonly #hits: HitList & { points: Float64Array } = { points: new Float64Array(3 * MOST_HITS), count: 0 };
  readonly #sides = new Float64Array(6);

  /**
   * Writes 6 numbers at out[at]: the two ends, lexicographically ascending, equal if the triangles share just one
   * point. Faces that overlap in one plane share a polygon; the ends are then its two corners farthest apart. Each end
   * lies on an edge, rounded; which edges meet is exact.
   * @returns whether they share a point at all.
   */
  find(pair: TrianglePair, out: Float64Array, at: number): boolean {
    const hits = this.#hits;
    hits.count = 0;
    cornerSides(pair, FIRST, this.#sides);
    cornerSides(pair, SECOND, this.#sides);
    if (!shareByEdges(pair, this.#sides, hits)) return false;
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
