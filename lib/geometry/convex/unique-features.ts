// The vertices on which two bodies face each other, and their nearest points → whether any search would end there.
//
// A search ends when it comes nearer by no more than t = tieSlack, so its direction may be off. Two vertices at a
// distance of d let it be off by an angle of √(2t/d); if the nearest point of what the vertices span (a segment or a
// polygon of W) is inside, at least r from its rim, it is held there: to t/r, in the plane of a polygon. All other
// vertices must be farther by more than such an angle amounts to over the bodies' size. Then each search gathers the
// same vertices, and the answer follows from these.

import { tieSlack } from './bounds.ts';
import type { VertexSet } from './nearest-features.ts';
import type { PosedPair } from './posed-pair.ts';
import type { Simplex } from './simplex.ts';

/** r, as a share of the largest coordinate M, and of what the vertices span. t is 2^-47·M, so that t/r < 2^-20. */
const LEAST_INSIDE = 2 ** -26;
const LEAST_SHARE = 2 ** -10;
const MOST_TURN = 2 ** -20;
/** Bodies with larger faces are not examined: it would take longer than a search. */
const MOST_VERTICES = 8;

const across = new Float64Array(3);

/** For sets gathered along pair.normal, and the simplex that their nearest points need. */
export function areUnique(pair: PosedPair, first: VertexSet, second: VertexSet, simplex: Simplex): boolean {
  const { searchFirst, searchSecond, magnitude } = pair;
  // Vertices that only the end of the search brought in.
  if (first.count !== searchFirst.tiedCount || second.count !== searchSecond.tiedCount) return false;
  const d = simplex.distance[0];
  // Twice the angle, over what is at most 4·M apart, times four.
  const margin = 32 * magnitude * (Math.sqrt((2 * tieSlack(magnitude)) / d) + MOST_TURN);
  if (!(margin < magnitude)) return false;
  const count = first.count * second.count;
  if (count === 2 ? !isInSegment(simplex, magnitude) : count > 2 && !isInPolygon(pair, first, second, simplex))
    return false;
  return searchFirst.isClear(margin) && searchSecond.isClear(margin);
}

function isInSegment({ points: W, weights, count }: Simplex, magnitude: number): boolean {
  if (count !== 2) return false;
  const length = Math.hypot(W[3] - W[0], W[4] - W[1], W[5] - W[2]);
  const share = Math.min(weights[0], weights[1]) / (weights[0] + weights[1]);
  return share >= LEAST_SHARE && share * length >= LEAST_INSIDE * magnitude;
}

/**
 * The vertices lie in two parallel planes, and their differences in one, whose polygon has no edge but along one of
 * either body's. It holds the origin's projection, clear of its rim, if it extends far enough across each.
 */
function isInPolygon(pair: PosedPair, first: VertexSet, second: VertexSet, { nearest }: Simplex): boolean {
  if (first.count > MOST_VERTICES || second.count > MOST_VERTICES) return false;
  first.place(pair.first.points);
  second.place(pair.second.points, pair);
  return reachesAcross(first, first, second, nearest, pair) && reachesAcross(second, first, second, nearest, pair);
}

function reachesAcross(
  { count, points: P }: VertexSet,
  first: VertexSet,
  second: VertexSet,
  n: Float64Array,
  { magnitude }: PosedPair,
): boolean {
  const e = across;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const x = P[3 * j] - P[3 * i];
      const y = P[3 * j + 1] - P[3 * i + 1];
      const z = P[3 * j + 2] - P[3 * i + 2];
      e[0] = n[1] * z - n[2] * y;
      e[1] = n[2] * x - n[0] * z;
      e[2] = n[0] * y - n[1] * x;
      const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
      const ahead = farthest(second, e, 1) + farthest(first, e, -1);
      const behind = farthest(second, e, -1) + farthest(first, e, 1);
      const least = Math.min(ahead, behind);
      if (!(least >= LEAST_SHARE * (ahead + behind) && least > LEAST_INSIDE * magnitude * length)) return false;
    }
  return true;
}

/** The greatest sign · e · vertex. */
function farthest({ count, points: P }: VertexSet, e: Float64Array, sign: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++)
    most = Math.max(most, sign * (e[0] * P[3 * i] + e[1] * P[3 * i + 1] + e[2] * P[3 * i + 2]));
  return most;
}
