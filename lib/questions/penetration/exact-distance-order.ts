// Two points and a surface → which is farther from it, exactly, in integers: for ties that f64 cannot separate.
//
// Several faces may be nearest up to rounding. The squared distance of a point to the nearest of these is a rational
// number; two such numbers are compared by cross-multiplication.

import { cornerOffset, lengthSlack } from '#core';
import { NearestFace } from '#proximity';
import {
  cross,
  dot,
  LOWER,
  minus,
  POINT_TRIANGLE_SIZE,
  pointTriangle,
  SQUARED,
  toIntegers,
  type Vector,
} from '#triangles';
import { order, type Rational } from './exact-plane.ts';
import type { Solid } from './face-cut.ts';

/** > 0 if the point at offset p of P is farther from the bone's surface than that at q, 0 if they are equally far. */
export function exactDistanceOrder(bone: Solid, P: Float64Array, p: number, q: number): number {
  const nearest = new NearestFace(bone);
  const near = [p, q].map((at) => facesNear(bone, nearest, P, at));
  const { positions: B, faces } = bone;
  const numbers = [P[p], P[p + 1], P[p + 2], P[q], P[q + 1], P[q + 2]];
  for (const face of near.flat())
    for (let k = 0; k < 3; k++) {
      const v = cornerOffset(faces, face, k);
      numbers.push(B[v], B[v + 1], B[v + 2]);
    }
  const { values: x } = toIntegers(numbers);
  const vectorAt = (n: number): Vector => [x[3 * n], x[3 * n + 1], x[3 * n + 2]];
  const leastFrom = (point: Vector, first: number, count: number): Rational => {
    let least: Rational | null = null;
    for (let n = first; n < first + 3 * count; n += 3) {
      const squared = squaredDistance(point, vectorAt(n), vectorAt(n + 1), vectorAt(n + 2));
      if (least === null || order(squared, least) < 0) least = squared;
    }
    return least as Rational;
  };
  const first = leastFrom(vectorAt(0), 2, near[0].length);
  return order(first, leastFrom(vectorAt(1), 2 + 3 * near[0].length, near[1].length));
}

/** The faces that may be nearest once rounding is allowed for. */
function facesNear(bone: Solid, nearest: NearestFace, P: Float64Array, at: number): number[] {
  if (nearest.gather(P[at], P[at + 1], P[at + 2], 0, 0, -1))
    return Array.from(nearest.faces.subarray(0, nearest.gathered));
  return facesAround(bone, P, at);
}

/** The same by testing every face, if more are near than one gathering holds. */
function facesAround(
  { positions: B, faces, faceCount, retired, magnitude }: Solid,
  P: Float64Array,
  at: number,
): number[] {
  const slack = lengthSlack(Math.max(magnitude, Math.abs(P[at]), Math.abs(P[at + 1]), Math.abs(P[at + 2])));
  const result = new Float64Array(POINT_TRIANGLE_SIZE);
  const lows = new Float64Array(faceCount).fill(Number.POSITIVE_INFINITY);
  let least = Number.POSITIVE_INFINITY;
  for (let face = 0; face < faceCount; face++) {
    if (retired !== null && retired[face] === 1) continue;
    pointTriangle(
      P,
      at,
      B,
      cornerOffset(faces, face, 0),
      cornerOffset(faces, face, 1),
      cornerOffset(faces, face, 2),
      result,
    );
    lows[face] = result[LOWER] - slack;
    least = Math.min(least, Math.sqrt(result[SQUARED]) + slack);
  }
  const near: number[] = [];
  for (let face = 0; face < faceCount; face++) if (lows[face] <= least) near.push(face);
  return near;
}

/**
 * Exact, to a triangle, or to the segment or point that it is. If the point is over the triangle, height²/|n|² along
 * the normal n; else the least of the three sides. (C. Ericson, Real-Time Collision Detection, 2005, 5.1.5.)
 */
function squaredDistance(p: Vector, a: Vector, b: Vector, c: Vector): Rational {
  const normal = cross(minus(b, a), minus(c, a));
  const size = dot(normal, normal);
  const isOver = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([s, t]) => dot(normal, cross(minus(t, s), minus(p, s))) >= 0n);
  if (size > 0n && isOver) {
    const height = dot(normal, minus(p, a));
    return [height * height, size];
  }
  const sides = [segmentSquared(p, a, b), segmentSquared(p, b, c), segmentSquared(p, c, a)];
  return sides.reduce((least, side) => (order(side, least) < 0 ? side : least));
}

function segmentSquared(p: Vector, a: Vector, b: Vector): Rational {
  const u = minus(b, a);
  const w = minus(p, a);
  const length = dot(u, u);
  const along = dot(u, w);
  if (along <= 0n || length === 0n) return [dot(w, w), 1n];
  if (along >= length) {
    const v = minus(p, b);
    return [dot(v, v), 1n];
  }
  return [dot(w, w) * length - along * along, length];
}
