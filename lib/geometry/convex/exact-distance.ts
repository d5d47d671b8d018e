// Two hulls that share no inner point → the shortest difference of their points, exactly, and the points themselves.
//
// Gilbert's search in integers (gjk.ts): take the nearest point v of a simplex of W, as a vector over a denominator,
// and the w farthest against it; if v·w ≥ v·v, no point of W is nearer. Every choice of one, two and three of a
// simplex's corners is tried: v is the nearest of the origin's feet on these points, lines and planes that lie inside.
// If the hulls touch, v is 0.

import { cross, dot, minus, roundedQuotient, type Vector } from '#triangles';
import { type Corner, farthestAgainst } from './exact-contact.ts';

/** vector / over, in the unit of the points; over > 0. */
export interface Difference {
  readonly vector: Vector;
  readonly over: bigint;
  /** Its weights on corners of W: all are ≥ 0 and their sum is `over`. */
  readonly corners: readonly Corner[];
  readonly parts: readonly bigint[];
}

/** @param toward where the search begins. */
export function shortestDifference(first: readonly Vector[], second: readonly Vector[], toward: Vector): Difference {
  const start = farthestAgainst(toward, first, second);
  for (let best: Difference = { corners: [start], parts: [1n], vector: start.w, over: 1n }; ; ) {
    const corner = farthestAgainst(best.vector, first, second);
    if (dot(best.vector, corner.w) * best.over >= dot(best.vector, best.vector)) return best;
    best = nearestChoice([...best.corners, corner]);
  }
}

/**
 * The points of two hulls with this difference, mm, each coordinate within 8 roundings of the largest.
 * @param first, second the hulls' stored coordinates.
 */
export function placeDifference(
  { corners, parts, over }: Pick<Difference, 'corners' | 'parts' | 'over'>,
  first: Float64Array,
  second: Float64Array,
  onFirst: Float64Array,
  onSecond: Float64Array,
): void {
  onFirst.fill(0);
  onSecond.fill(0);
  corners.forEach((corner, i) => {
    const weight = roundedQuotient(parts[i], over, 0);
    for (let k = 0; k < 3; k++) {
      onFirst[k] += weight * first[3 * corner.first + k];
      onSecond[k] += weight * second[3 * corner.second + k];
    }
  });
}

function nearestChoice(corners: readonly Corner[]): Difference {
  const choices: Difference[] = [];
  corners.forEach((a, i) => {
    choices.push({ corners: [a], parts: [1n], vector: a.w, over: 1n });
    corners.slice(i + 1).forEach((b, j) => {
      choices.push(...onLine(a, b));
      for (const c of corners.slice(i + j + 2)) choices.push(...onPlane(a, b, c));
    });
  });
  return choices.reduce((best, own) => (isShorter(own, best) ? own : best));
}

function isShorter(a: Difference, b: Difference): boolean {
  return dot(a.vector, a.vector) * b.over * b.over < dot(b.vector, b.vector) * a.over * a.over;
}

/** The foot of the origin on the line ab, if it lies between a and b. */
function onLine(a: Corner, b: Corner): Difference[] {
  const d = minus(b.w, a.w);
  const over = dot(d, d);
  const t = -dot(a.w, d);
  if (t <= 0n || t >= over) return [];
  const [x, y, z] = a.w;
  const vector: Vector = [over * x + t * d[0], over * y + t * d[1], over * z + t * d[2]];
  return [{ corners: [a, b], parts: [over - t, t], vector, over }];
}

/** The foot of the origin on the plane abc, if it lies in the triangle. */
function onPlane(a: Corner, b: Corner, c: Corner): Difference[] {
  const n = cross(minus(b.w, a.w), minus(c.w, a.w));
  const over = dot(n, n);
  const parts = footParts(n, a, b, c);
  if (over === 0n || parts.some((part) => part <= 0n)) return [];
  const height = dot(n, a.w);
  return [{ corners: [a, b, c], parts, vector: [height * n[0], height * n[1], height * n[2]], over }];
}

/**
 * The weights of a triangle's corners at the foot f of the origin on its plane: n·((b − f)×(c − f)) for a, which is
 * n·(b×c) because f is along n. Their sum is n·n.
 */
export function footParts(n: Vector, a: Corner, b: Corner, c: Corner): readonly [bigint, bigint, bigint] {
  return [dot(n, cross(b.w, c.w)), dot(n, cross(c.w, a.w)), dot(n, cross(a.w, b.w))];
}
