// A computed distance and its lower bound → one that is known to distanceError: as it is, by a better bound, or in
// integers.
//
//   computed: upper, lower ──known?──→ as it is      known: isDistanceKnown, upper − lower within distanceError
//                  │ no
//   greatest support along more directions ──known?──→ upper, the better lower bound
//                  │ no
//   integers (exact-distance) ──→ the exact distance, rounded once
//
// The lower bound of a pair is a support along one direction. An edge or a face not quite perpendicular to this
// direction lowers it in proportion to its length. Better directions: the one between the nearest points, made
// perpendicular to an edge, and those perpendicular to two edges.

import { isDistanceKnown, knownGap } from '#core';
import { exactPointTriangle, exactTriangles } from './exact-distance.ts';
import { TriangleIntersector } from './intersect-triangles.ts';
import { LOWER, SQUARED } from './point-triangle.ts';
import { SharedSegment } from './shared-segment.ts';
import { PAIR_LOWER, PAIR_SQUARED, POINT_ON_SECOND, support } from './triangle-distance.ts';
import { FIRST, nextCorner, SECOND, type TrianglePair } from './triangle-pair.ts';

type Vector = readonly [number, number, number];

/**
 * @param pair the point and the triangle: see loadPoint.
 * @param magnitude mm: a bound on the coordinates, for distanceError. The pair's own largest coordinate is used if it
 *   is greater.
 * @param out what pointTriangle wrote; it stays or is replaced by the exact answer, and its lower bound improves.
 */
export function sharpenPointTriangle(pair: TrianglePair, magnitude: number, out: Float64Array): void {
  const C = pair.corners;
  const { extent, largest } = measuresOf(C);
  const upper = Math.sqrt(out[SQUARED]);
  const bound = Math.max(largest, magnitude);
  if (isDistanceKnown(upper, out[LOWER], extent, bound)) return;
  const lower = greatestSupport(C, [C[0] - out[0], C[1] - out[1], C[2] - out[2]]);
  if (isDistanceKnown(upper, lower, extent, bound)) out[LOWER] = lower;
  else exactPointTriangle(pair, out);
}

/**
 * The same for what TriangleDistance.measure wrote for triangles that share no point.
 * @returns whether the exact answer was computed. Its lower bound is then the distance, which is never 0, although its
 * square may be.
 */
export function sharpenTriangles(pair: TrianglePair, magnitude: number, out: Float64Array): boolean {
  const { extent, largest } = measuresOf(pair.corners);
  const upper = Math.sqrt(out[PAIR_SQUARED]);
  const bound = Math.max(largest, magnitude);
  if (upper > 0) {
    if (isDistanceKnown(upper, out[PAIR_LOWER], extent, bound)) return false;
    const on = POINT_ON_SECOND;
    const lower = greatestSupport(pair.corners, [out[0] - out[on], out[1] - out[on + 1], out[2] - out[on + 2]]);
    if (isDistanceKnown(upper, lower, extent, bound)) {
      out[PAIR_LOWER] = lower;
      return false;
    }
  }
  exactTriangles(pair, out);
  return true;
}

/** The same for any triangles: 0 for those that share a point, if that was not detected before. */
export class KnownDistance {
  readonly #intersector = new TriangleIntersector();
  readonly #shared = new SharedSegment();
  readonly #segment = new Float64Array(6);

  /** @param out what TriangleDistance wrote; receives the points of the answer. @returns the distance, mm. */
  of(pair: TrianglePair, magnitude: number, out: Float64Array): number {
    const upper = Math.sqrt(out[PAIR_SQUARED]);
    if (upper - out[PAIR_LOWER] <= knownGap(magnitude)) return upper;
    if (!this.#intersector.share(pair)) return sharpenTriangles(pair, magnitude, out) ? out[PAIR_LOWER] : upper;
    this.#shared.find(pair, this.#segment, 0);
    for (let k = 0; k < 3; k++) {
      out[k] = this.#segment[k];
      out[POINT_ON_SECOND + k] = this.#segment[k];
    }
    return 0;
  }
}

/** The longest side of the box of a pair, and its largest coordinate, mm. */
function measuresOf(C: Float64Array): { extent: number; largest: number } {
  let extent = 0;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const low = Math.min(C[k], C[3 + k], C[6 + k], C[9 + k], C[12 + k], C[15 + k]);
    const high = Math.max(C[k], C[3 + k], C[6 + k], C[9 + k], C[12 + k], C[15 + k]);
    extent = Math.max(extent, high - low);
    largest = Math.max(largest, high, -low);
  }
  return { extent, largest };
}

/** @param toward from the second triangle's nearest point to the first's. */
function greatestSupport(C: Float64Array, toward: Vector): number {
  const edges = [...edgesOf(C, FIRST), ...edgesOf(C, SECOND)];
  let greatest = 0;
  const tryAlong = (g: Vector): void => {
    const sign = dot(g, toward) < 0 ? -1 : 1;
    greatest = Math.max(greatest, support(C, FIRST, SECOND, sign * g[0], sign * g[1], sign * g[2]));
  };
  edges.forEach((edge, i) => {
    const share = dot(toward, edge) / dot(edge, edge);
    tryAlong([toward[0] - share * edge[0], toward[1] - share * edge[1], toward[2] - share * edge[2]]);
    for (const other of edges.slice(i + 1)) tryAlong(cross(edge, other));
  });
  return greatest;
}

/** The edges whose length is not 0. */
function edgesOf(C: Float64Array, triangle: number): Vector[] {
  const edges: Vector[] = [];
  for (let i = triangle; i <= triangle + 6; i += 3) {
    const j = nextCorner(i);
    const edge: Vector = [C[j] - C[i], C[j + 1] - C[i + 1], C[j + 2] - C[i + 2]];
    if (dot(edge, edge) > 0) edges.push(edge);
  }
  return edges;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
