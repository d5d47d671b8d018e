// A direction and unit vectors → the angle between it and the convex cone that they span.
//
// The nearest member of the cone is a combination with weights > 0 of at most three of them. They are found as in C. L.
// Lawson and R. J. Hanson (Solving Least Squares Problems, 1974, chapter 23): the vector along which the residual of
// the direction is longest is added, and the nearest subset of those held is kept.

import { cross, dot, minus } from '#core';

type Vector = readonly number[];

const DEGREES = 180 / Math.PI;
/**
 * A residual r with r·v below this counts as 0: for vectors no longer than 1, r·v is off by < 8 · 2^-53 from its own
 * roundings and r's. As r·v is then no more than a rounding for every v of the cone, the member found is within the
 * root of this, 3e-8, of the nearest one, and the angle within 2e-6 degrees.
 */
const REST = 8 * 2 ** -53;

/** Degrees, 0 to 180. @param spanning unit vectors, at least one. */
export function angleToCone(direction: Vector, spanning: readonly Vector[]): number {
  const unit = scaled(direction, 1 / length(direction));
  const held = nearestInCone(unit, spanning);
  if (held.some((value) => value !== 0)) return angle(unit, held);
  // Every member is more than a right angle away. The cosine to a member is then greatest at one of the vectors: if it
  // is negative, it only falls as the member grows shorter between two of them.
  return Math.min(...spanning.map((vector) => angle(unit, vector)));
}

/** The member of the cone nearest to a unit vector; 0 if none is less than a right angle away. */
function nearestInCone(unit: Vector, spanning: readonly Vector[]): Vector {
  let held: readonly Vector[] = [];
  let nearest: Vector = [0, 0, 0];
  for (;;) {
    const rest = minus(unit, nearest);
    const next = spanning.reduce((best, vector) => (dot(rest, vector) > dot(rest, best) ? vector : best));
    if (dot(rest, next) <= REST) return nearest;
    const better = nearestCombination(unit, [...held, next]);
    // Each round comes nearer, so no set is held twice.
    if (!(length(minus(unit, better.member)) < length(rest))) return nearest;
    nearest = better.member;
    held = better.vectors;
  }
}

/** The nearest combination, with weights > 0, of at most three of at most four vectors. */
function nearestCombination(unit: Vector, vectors: readonly Vector[]) {
  let best: { readonly member: Vector; readonly vectors: readonly Vector[] } = { member: [0, 0, 0], vectors: [] };
  for (let subset = 1; subset < 1 << vectors.length; subset++) {
    const chosen = vectors.filter((_, i) => ((subset >> i) & 1) === 1);
    const weights = projectionWeights(unit, chosen);
    if (weights === undefined || !weights.every((weight) => weight > 0)) continue;
    const member = chosen.reduce<Vector>((sum, vector, i) => plus(sum, scaled(vector, weights[i])), [0, 0, 0]);
    if (length(minus(unit, member)) < length(minus(unit, best.member))) best = { member, vectors: chosen };
  }
  return best;
}

/** The weights of the projection onto the line, plane or space of independent vectors; undefined for others. */
function projectionWeights(unit: Vector, vectors: readonly Vector[]): readonly number[] | undefined {
  const [a, b, c] = vectors;
  if (vectors.length === 1) return [dot(unit, a) / dot(a, a)];
  if (vectors.length === 2) {
    const [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)];
    const [ua, ub] = [dot(unit, a), dot(unit, b)];
    const square = aa * bb - ab * ab;
    return square > 0 ? [(ua * bb - ub * ab) / square, (ub * aa - ua * ab) / square] : undefined;
  }
  if (vectors.length > 3) return undefined;
  const volume = dot(a, cross(b, c));
  if (volume === 0) return undefined;
  return [cross(b, c), cross(c, a), cross(a, b)].map((normal) => dot(unit, normal) / volume);
}

/** Degrees between two vectors, small angles as accurate as large ones. */
function angle(a: Vector, b: Vector): number {
  return Math.atan2(length(cross(a, b)), dot(a, b)) * DEGREES;
}

function length(a: Vector): number {
  return Math.hypot(...a);
}
function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
function scaled(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}
