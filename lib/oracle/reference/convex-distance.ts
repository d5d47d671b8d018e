// Two convex bodies (points within a radius of a hull) → their exact signed distance; whether an interval holds it.
//
// The signed distance of conv(A) ⊕ ball(rA) and conv(B) ⊕ ball(rB) is s − rA − rB, where s is the hulls' signed
// distance: for every unit vector n, min n·b − max n·a decreases by rA + rB (see hull-distance.ts).

import { commonUnit, isLess, onGrid } from './exact-numbers.ts';
import { hullDepth } from './hull-depth.ts';
import { hullDistance, inMillimetres, type SignedRoot } from './hull-distance.ts';
import { dot, gridded, type Numbers } from './integer-vectors.ts';
import { leastDifference } from './least-difference.ts';
import { roundedDifference } from './rounded-numbers.ts';

/** The points within `radius` of the convex hull of `points` (xyz each, f64, mm; at least one). */
export interface RoundHull {
  readonly points: Numbers;
  /** mm, ≥ 0. */
  readonly radius: number;
}

/** s − rA − rB, exactly: a root and the two radii, mm. */
export interface ConvexDistance {
  readonly root: SignedRoot;
  readonly radii: readonly [number, number];
}

/** By the definition, over all simplices of the points; for small sets. */
export function convexDistanceByDefinition(a: RoundHull, b: RoundHull): ConvexDistance {
  return { root: hullDistance(a.points, b.points), radii: [a.radius, b.radius] };
}

/** The same answer, faster: the shortest difference if it is not 0, else the facets that f64 bounds leave open. */
export function exactConvexDistance(a: RoundHull, b: RoundHull): ConvexDistance {
  const radii = [a.radius, b.radius] as const;
  const { unit, vectors } = gridded(a.points, b.points);
  const [exactA, exactB] = vectors;
  const { vector, denominator } = leastDifference(exactA, exactB);
  const apart = { numerator: dot(vector, vector), denominator: denominator * denominator };
  if (apart.numerator > 0n) return { root: inMillimetres({ sign: 1, square: apart }, unit), radii };
  const depth = hullDepth(a.points, b.points, exactA, exactB);
  return { root: inMillimetres({ sign: depth.numerator === 0n ? 0 : -1, square: depth }, unit), radii };
}

/** The signed distance rounded outward to f64; low and high are equal if it is an f64 number. */
export function roundedConvexDistance({ root, radii }: ConvexDistance): { low: number; high: number } {
  return roundedDifference(root.sign, root.square, radii);
}

/** Whether a signed distance is below, above or inside a closed interval with f64 ends, which may be ±Infinity. */
export function compareConvexDistance(
  distance: ConvexDistance,
  interval: { readonly low: number; readonly high: number },
): 'below' | 'inside' | 'above' {
  if (signOfExcess(distance, interval.low) < 0) return 'below';
  return signOfExcess(distance, interval.high) > 0 ? 'above' : 'inside';
}

/** Whether the exact signed distance of two bodies is in [low, high], ends included, without rounding. */
export function judgeConvexDistance(
  a: RoundHull,
  b: RoundHull,
  answer: { readonly low: number; readonly high: number },
): 'below' | 'inside' | 'above' {
  return compareConvexDistance(exactConvexDistance(a, b), answer);
}

/** The sign of s − rA − rB − x: compares s with t = x + rA + rB, that is, s·|s| with t·|t|. */
function signOfExcess({ root, radii }: ConvexDistance, x: number): -1 | 0 | 1 {
  if (!Number.isFinite(x)) return x > 0 ? -1 : 1;
  const unit = commonUnit([x, ...radii]);
  const t = onGrid(x, unit) + onGrid(radii[0], unit) + onGrid(radii[1], unit);
  const sign = t > 0n ? 1 : t < 0n ? -1 : 0;
  if (sign !== root.sign) return root.sign > sign ? 1 : -1;
  const square = { numerator: t * t, denominator: unit * unit };
  if (isLess(root.square, square)) return sign > 0 ? -1 : 1;
  return isLess(square, root.square) ? (sign > 0 ? 1 : -1) : 0;
}
