// Two hulls that share no point → the shortest difference of their points, exactly.
//
// Gilbert's search in integers (gjk.ts): the nearest point v of a simplex of W, as a vector over a denominator; the w
// that lies farthest against it; where v·w ≥ v·v no point of W is nearer. Of a simplex's corners every choice of one,
// two and three is tried: v is the foot of the origin on the point, line or plane that lies inside, and nearest.

import { cross, dot, minus, type Vector } from '../triangles/index.ts';
import { farthestAgainst } from './exact-contact.ts';

/** vector / over, in the unit of the points; over > 0. */
export interface Difference {
  readonly vector: Vector;
  readonly over: bigint;
}

interface Choice extends Difference {
  readonly corners: readonly Vector[];
}

/** @param toward where the search begins. */
export function shortestDifference(first: readonly Vector[], second: readonly Vector[], toward: Vector): Difference {
  const start = farthestAgainst(toward, first, second);
  for (let best: Choice = { corners: [start], vector: start, over: 1n }; ; ) {
    const w = farthestAgainst(best.vector, first, second);
    if (dot(best.vector, w) * best.over >= dot(best.vector, best.vector)) return best;
    best = nearestChoice([...best.corners, w]);
  }
}

function nearestChoice(corners: readonly Vector[]): Choice {
  const choices: Choice[] = [];
  corners.forEach((a, i) => {
    choices.push({ corners: [a], vector: a, over: 1n });
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

/** The foot of the origin on the line ab, where it lies between a and b. */
function onLine(a: Vector, b: Vector): Choice[] {
  const d = minus(b, a);
  const over = dot(d, d);
  const t = -dot(a, d);
  if (t <= 0n || t >= over) return [];
  return [{ corners: [a, b], vector: [over * a[0] + t * d[0], over * a[1] + t * d[1], over * a[2] + t * d[2]], over }];
}

/** The foot of the origin on the plane abc, where it lies in the triangle. */
function onPlane(a: Vector, b: Vector, c: Vector): Choice[] {
  const n = cross(minus(b, a), minus(c, a));
  const over = dot(n, n);
  const isLeftOf = (p: Vector, q: Vector) => dot(n, cross(p, q)) > 0n;
  if (over === 0n || !isLeftOf(a, b) || !isLeftOf(b, c) || !isLeftOf(c, a)) return [];
  const height = dot(n, a);
  return [{ corners: [a, b, c], vector: [height * n[0], height * n[1], height * n[2]], over }];
}
