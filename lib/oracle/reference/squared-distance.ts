// Points, segments and triangles → their exact squared distance.

import type { Fraction } from 'fraction.js';
import { isLess, type Ratio, ratioFraction } from './exact-numbers.ts';
import {
  areaNormal,
  asTriangle,
  type Corners,
  cross,
  dot,
  edgesOf,
  gridded,
  isZero,
  type Point,
  subtract,
  type Triangle,
  trianglePair,
  type Vector,
} from './integer-vectors.ts';
import { gridTrianglesSharePoint } from './triangles-share-point.ts';

/** Exact squared distance of a point to a closed triangle, mm²; a zero-area triangle counts as its segment or point. */
export function pointTriangleSquaredDistance(point: Point, triangle: Corners): Fraction {
  const { unit, vectors } = gridded(point, triangle);
  return inSquareMillimetres(gridPointTriangle(vectors[0][0], asTriangle(vectors[1])), unit);
}

/** Exact squared distance of two closed segments, six coordinates each, mm²; equal ends make a point. */
export function segmentSegmentSquaredDistance(
  a: ArrayLike<number | Fraction>,
  b: ArrayLike<number | Fraction>,
): Fraction {
  const { unit, vectors } = gridded(a, b);
  const [[a0, a1], [b0, b1]] = vectors;
  return inSquareMillimetres(gridSegmentSegment([a0, a1], [b0, b1]), unit);
}

/** Exact squared distance of two closed triangles, nine coordinates each, mm²; 0 if and only if they share a point. */
export function triangleTriangleSquaredDistance(a: Corners, b: Corners): Fraction {
  const pair = trianglePair(a, b);
  return inSquareMillimetres(gridTriangleTriangle(pair.a, pair.b), pair.unit);
}

/** A squared distance in square grid units → mm². */
export function inSquareMillimetres({ numerator, denominator }: Ratio, unit: bigint): Fraction {
  return ratioFraction({ numerator, denominator: denominator * unit * unit });
}

/**
 * The distance to the triangle's plane if the point projects into the triangle, else the distance to the nearest edge.
 */
export function gridPointTriangle(point: Vector, triangle: Triangle): Ratio {
  const normal = areaNormal(triangle);
  const footInside =
    !isZero(normal) &&
    edgesOf(triangle).every(([start, end]) => dot(cross(normal, subtract(end, start)), subtract(point, start)) >= 0n);
  if (footInside) {
    const height = dot(normal, subtract(point, triangle[0]));
    return { numerator: height * height, denominator: dot(normal, normal) };
  }
  return leastRatio(edgesOf(triangle).map((edge) => gridPointSegment(point, edge)));
}

/**
 * The distance of the two lines if their nearest points lie in both segments, else the least distance of an end to the
 * other segment. With n = d × e for directions d, e and w = b0 − a0, the nearest points are at s = (w × e)·n / n·n and
 * t = (w × d)·n / n·n, (w·n)² / n·n apart.
 */
export function gridSegmentSegment(a: readonly [Vector, Vector], b: readonly [Vector, Vector]): Ratio {
  const d = subtract(a[1], a[0]);
  const e = subtract(b[1], b[0]);
  const w = subtract(b[0], a[0]);
  const n = cross(d, e);
  const square = dot(n, n);
  const s = dot(cross(w, e), n);
  const t = dot(cross(w, d), n);
  if (square > 0n && s >= 0n && s <= square && t >= 0n && t <= square) {
    const height = dot(w, n);
    return { numerator: height * height, denominator: square };
  }
  return leastRatio([...a.map((end) => gridPointSegment(end, b)), ...b.map((end) => gridPointSegment(end, a))]);
}

/**
 * 0 if they share a point; else the least over all corner–triangle and edge–edge pairs, one of which contains the
 * nearest points of disjoint triangles.
 */
export function gridTriangleTriangle(a: Triangle, b: Triangle): Ratio {
  if (gridTrianglesSharePoint(a, b)) return { numerator: 0n, denominator: 1n };
  return leastRatio([
    ...a.map((corner) => gridPointTriangle(corner, b)),
    ...b.map((corner) => gridPointTriangle(corner, a)),
    ...edgesOf(a).flatMap((edge) => edgesOf(b).map((other) => gridSegmentSegment(edge, other))),
  ]);
}

function gridPointSegment(point: Vector, [start, end]: readonly [Vector, Vector]): Ratio {
  const along = subtract(end, start);
  const from = subtract(point, start);
  const foot = dot(from, along);
  const square = dot(along, along);
  if (foot <= 0n) return { numerator: dot(from, from), denominator: 1n };
  if (foot >= square) {
    const beyond = subtract(point, end);
    return { numerator: dot(beyond, beyond), denominator: 1n };
  }
  return { numerator: dot(from, from) * square - foot * foot, denominator: square };
}

export function leastRatio(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((best, ratio) => (isLess(ratio, best) ? ratio : best));
}
