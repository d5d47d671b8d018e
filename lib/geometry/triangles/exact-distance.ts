// A point and a triangle, or two triangles that share no point → their nearest points and distance, exactly, in
// integers; rounded once.
//
// Finite f64 numbers are dyadic: on a grid of one power of two all coordinates are integers. Squared distances and
// nearest points are then ratios of integers, and ratios are compared by cross-multiplication. This is some ten
// thousand times slower than f64, so it is used only for what f64's bounds leave undecided.
//
// The candidates are those of C. Ericson, *Real-Time Collision Detection*, 2005, 5.1. For a point and a triangle:
//
//          beside ab │        n·((b − a) × (p − a)) < 0 for an edge: the foot of p is beside the face, and the nearest
//      ───a──────────b───     point is on an edge; else it is the foot, at height n·(p − a)/|n|.
//       ╲  above    ╱
//        ╲  face   ╱          For two triangles: each corner and the other triangle, and each pair of edges whose
//         ╲       ╱           lines come nearest inside both. The least is the distance, since the triangles share no
//          ────c──            point: no edge passes through a face.

import { combined, cross, dot, minus, pointsOnGrid, type Vector } from './integer-vectors.ts';
import { LOWER, SQUARED } from './point-triangle.ts';
import { roundedQuotient, roundedRoot } from './rounded-integers.ts';
import { PAIR_LOWER, PAIR_SQUARED, POINT_ON_SECOND } from './triangle-distance.ts';
import type { TrianglePair } from './triangle-pair.ts';

/** Offsets of a pair's corners. */
const CORNERS = [0, 3, 6, 9, 12, 15];

type Triangle = readonly [Vector, Vector, Vector];

/** A point: its coordinates over their denominator. */
interface Place {
  readonly at: Vector;
  readonly over: bigint;
}

/** Two nearest points, and their distance squared as a ratio. */
interface Nearest {
  readonly squared: bigint;
  readonly over: bigint;
  readonly first: Place;
  readonly second: Place;
}

/** As pointTriangle, with the distance as the lower bound. @param pair the point and the triangle: loadPoint. */
export function exactPointTriangle({ corners }: TrianglePair, out: Float64Array): void {
  const { points, exponent } = pointsOnGrid(corners, [0, 9, 12, 15]);
  const nearest = nearestOnTriangle(points[0], [points[1], points[2], points[3]]);
  writePlace(nearest.second, exponent, out, 0);
  out[LOWER] = lengthOf(nearest, exponent);
  out[SQUARED] = out[LOWER] ** 2;
}

/**
 * As TriangleDistance.measure for triangles that share no point, with the distance as the lower bound. The distance is
 * never 0: if it underflows f64, it is the least number above 0.
 */
export function exactTriangles({ corners }: TrianglePair, out: Float64Array): void {
  const { points, exponent } = pointsOnGrid(corners, CORNERS);
  const nearest = ofTriangles([points[0], points[1], points[2]], [points[3], points[4], points[5]]);
  writePlace(nearest.first, exponent, out, 0);
  writePlace(nearest.second, exponent, out, POINT_ON_SECOND);
  out[PAIR_LOWER] = lengthOf(nearest, exponent);
  out[PAIR_SQUARED] = out[PAIR_LOWER] ** 2;
}

/** Whether two triangles that share no point are within δ of each other, mm. */
export function gapAtMost(pair: TrianglePair, delta: number): boolean {
  return compareGap(pair, delta) <= 0;
}

/**
 * The sign of the exact distance of two triangles that share no point, minus δ: −1, 0 or 1. The first may be a corner
 * of the second: no edge then passes through a face.
 * @param more mm: added to δ without rounding.
 */
export function compareGap({ corners }: TrianglePair, delta: number, more = 0): number {
  const { points } = pointsOnGrid(Float64Array.of(...corners, delta, more, 0), [...CORNERS, 18]);
  const { squared, over } = ofTriangles([points[0], points[1], points[2]], [points[3], points[4], points[5]]);
  const limit = points[6][0] + points[6][1];
  const difference = squared - limit * limit * over;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function ofTriangles(first: Triangle, second: Triangle): Nearest {
  let best = nearestOnTriangle(first[0], second);
  const take = (found: Nearest | null) => {
    if (found !== null && found.squared * best.over < best.squared * found.over) best = found;
  };
  for (let i = 0; i < 3; i++) {
    if (i > 0) take(nearestOnTriangle(first[i], second));
    take(swapped(nearestOnTriangle(second[i], first)));
    for (let j = 0; j < 3; j++) take(betweenInsides(first[i], first[(i + 1) % 3], second[j], second[(j + 1) % 3]));
  }
  return best;
}

/** Point and triangle: if the foot of the perpendicular is beside the face, the edges decide. */
export function nearestOnTriangle(p: Vector, [a, b, c]: Triangle): Nearest {
  const n = cross(minus(b, a), minus(c, a));
  const nn = dot(n, n);
  const isBeside = (s: Vector, t: Vector) => dot(n, cross(minus(t, s), minus(p, s))) < 0n;
  if (nn > 0n && !isBeside(a, b) && !isBeside(b, c) && !isBeside(c, a)) {
    const height = dot(n, minus(p, a));
    return {
      squared: height * height,
      over: nn,
      first: { at: p, over: 1n },
      second: { at: combined(nn, p, -height, n), over: nn },
    };
  }
  let best = toSegment(p, a, b);
  for (const found of [toSegment(p, b, c), toSegment(p, c, a)])
    if (found.squared * best.over < best.squared * found.over) best = found;
  return best;
}

function toSegment(p: Vector, a: Vector, b: Vector): Nearest {
  const u = minus(b, a);
  const w = minus(p, a);
  const uu = dot(u, u);
  const along = dot(u, w);
  const first = { at: p, over: 1n };
  if (along <= 0n || uu === 0n) return { squared: dot(w, w), over: 1n, first, second: { at: a, over: 1n } };
  if (along >= uu) {
    const x = minus(p, b);
    return { squared: dot(x, x), over: 1n, first, second: { at: b, over: 1n } };
  }
  return {
    squared: dot(w, w) * uu - along * along,
    over: uu,
    first,
    second: { at: combined(uu, a, along, u), over: uu },
  };
}

/** Segments pq and rs, if their lines come nearest inside both; null if an end decides. */
function betweenInsides(p: Vector, q: Vector, r: Vector, s: Vector): Nearest | null {
  const u = minus(q, p);
  const v = minus(s, r);
  const w = minus(p, r);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const uw = dot(u, w);
  const vw = dot(v, w);
  const det = uu * vv - uv * uv;
  if (det === 0n) return null;
  const m = uv * vw - vv * uw;
  const n = uu * vw - uv * uw;
  if (m < 0n || m > det || n < 0n || n > det) return null;
  const height = dot(cross(u, v), w);
  return {
    squared: height * height,
    over: det,
    first: { at: combined(det, p, m, u), over: det },
    second: { at: combined(det, r, n, v), over: det },
  };
}

function swapped({ first, second, ...ratio }: Nearest): Nearest {
  return { ...ratio, first: second, second: first };
}

/** mm. */
function lengthOf({ squared, over }: Nearest, exponent: number): number {
  return squared === 0n ? 0 : roundedRoot(squared, over, exponent) || Number.MIN_VALUE;
}

function writePlace({ at, over }: Place, exponent: number, out: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) out[from + k] = roundedQuotient(at[k], over, exponent);
}
