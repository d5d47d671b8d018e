// Two sets of points → the exact signed distance of their convex hulls, by the definition, over all their simplices.
//
// Let C = conv(B) − conv(A). The signed distance of the hulls is, over all unit vectors n,
//
//   s = max (min n·b − max n·a):   apart, |s| is the least distance of their points; overlapping, the least
//                                  translation that separates them; touching, 0.
//
// If they overlap, n is the normal of a facet of C. Such a facet is the sum of a face of A and a face of B: its normal
// is that of three points of one set, or the cross product of two segments, one from each. If C is flat, hulls that
// meet only touch. If apart or touching, their nearest points lie on a point and a triangle, or on two segments.

import { isLess, type Ratio } from './exact-numbers.ts';
import type { Numbers, Triangle, Vector } from './integer-vectors.ts';
import { cross, dot, gridded, isZero, subtract } from './integer-vectors.ts';
import { gridPointTriangle, gridSegmentSegment, leastRatio } from './squared-distance.ts';

/** sign · √square, mm. */
export interface SignedRoot {
  readonly sign: -1 | 0 | 1;
  /** mm². */
  readonly square: Ratio;
}

export const NO_DISTANCE: SignedRoot = { sign: 0, square: { numerator: 0n, denominator: 1n } };

/**
 * Every triangle with every point and every segment with every segment, in exact arithmetic; for small sets.
 * @param a, b xyz per point, f64, mm; at least one point each. Points may repeat, and may lie in a plane or on a line.
 */
export function hullDistance(a: Numbers, b: Numbers): SignedRoot {
  const { unit, vectors } = gridded(a, b);
  return inMillimetres(gridHullDistance(vectors[0], vectors[1]), unit);
}

/** A signed root whose square is in square grid units → the same in mm. */
export function inMillimetres({ sign, square }: SignedRoot, unit: bigint): SignedRoot {
  if (sign === 0) return NO_DISTANCE;
  return { sign, square: { numerator: square.numerator, denominator: square.denominator * unit * unit } };
}

function gridHullDistance(a: readonly Vector[], b: readonly Vector[]): SignedRoot {
  let depth: Ratio | undefined;
  for (const normal of facetNormals(a, b)) {
    const { forth, back } = supportGaps(normal, a, b);
    if (forth > 0n || back > 0n || forth + back === 0n) return leastDistance(a, b);
    for (const gap of [forth, back]) {
      const square = { numerator: gap * gap, denominator: dot(normal, normal) };
      if (depth === undefined || isLess(square, depth)) depth = square;
    }
  }
  if (depth === undefined) return leastDistance(a, b);
  return depth.numerator === 0n ? NO_DISTANCE : { sign: -1, square: depth };
}

/**
 * forth: the gap from A's end to B's beginning along the normal, times its length; back: the same against the normal.
 * Their sum is 0 if each set lies in a plane perpendicular to the normal (C is flat).
 */
export function supportGaps(
  normal: Vector,
  a: readonly Vector[],
  b: readonly Vector[],
): { forth: bigint; back: bigint } {
  const ofA = extentAlong(normal, a);
  const ofB = extentAlong(normal, b);
  return { forth: ofB.low - ofA.high, back: ofA.low - ofB.high };
}

function extentAlong(normal: Vector, points: readonly Vector[]): { low: bigint; high: bigint } {
  let low = dot(normal, points[0]);
  let high = low;
  for (const point of points) {
    const height = dot(normal, point);
    if (height < low) low = height;
    if (height > high) high = height;
  }
  return { low, high };
}

/** Every normal of three points of one set, and of two segments, one from each; none is 0. */
function* facetNormals(a: readonly Vector[], b: readonly Vector[]): Generator<Vector> {
  for (const points of [a, b])
    for (const [p, q, r] of triangles(points)) {
      const normal = cross(subtract(q, p), subtract(r, p));
      if (!isZero(normal)) yield normal;
    }
  for (const [p, q] of segments(a))
    for (const [r, s] of segments(b)) {
      const normal = cross(subtract(q, p), subtract(s, r));
      if (!isZero(normal)) yield normal;
    }
}

function leastDistance(a: readonly Vector[], b: readonly Vector[]): SignedRoot {
  const square = leastRatio([
    ...triangles(a).flatMap((triangle) => b.map((point) => gridPointTriangle(point, triangle))),
    ...triangles(b).flatMap((triangle) => a.map((point) => gridPointTriangle(point, triangle))),
    ...segments(a).flatMap((segment) => segments(b).map((other) => gridSegmentSegment(segment, other))),
  ]);
  return square.numerator === 0n ? NO_DISTANCE : { sign: 1, square };
}

/** All triangles, including those with repeated points, so that one or two points make a triangle too. */
function triangles(points: readonly Vector[]): Triangle[] {
  return points.flatMap((p, i) =>
    points.slice(i).flatMap((q, j) => points.slice(i + j).map((r): Triangle => [p, q, r])),
  );
}

function segments(points: readonly Vector[]): (readonly [Vector, Vector])[] {
  return points.flatMap((p, i) => points.slice(i).map((q) => [p, q] as const));
}
