// A computed distance and its lower bound → one that is known to distanceError: as it is, by a better bound, or in
// integers.
//
// The lower bound of a pair is a support along one direction, and an edge or a face that this direction is not quite
// perpendicular to takes as much from it as it is long. Better
// directions: that of the nearest points made perpendicular to an edge, and those perpendicular to two edges. What none
// of them proves is computed exactly.

import { isDistanceKnown, knownGap } from '../core/index.ts';
import { exactPointTriangle, exactTriangles } from './exact-distance.ts';
import { TriangleIntersector } from './intersect-triangles.ts';
import { LOWER, SQUARED } from './point-triangle.ts';
import { SharedSegment } from './shared-segment.ts';
import { PAIR_LOWER, PAIR_SQUARED, SECOND, support } from './triangle-distance.ts';

/** Offsets of a pair's corners: a, b, c of P, d, e, f of Q. */
interface Pair {
  readonly P: Float64Array;
  readonly Q: Float64Array;
  readonly first: readonly [number, number, number];
  readonly second: readonly [number, number, number];
}

type Vector = readonly [number, number, number];

/**
 * @param out what pointTriangle wrote; it stays or becomes the exact answer, and its lower bound a better one.
 * @param magnitude mm: of the coordinates that distanceError is taken of the largest; the pair's own count besides.
 */
export function sharpenPointTriangle(
  P: Float64Array,
  p: number,
  A: Float64Array,
  a: number,
  b: number,
  c: number,
  magnitude: number,
  out: Float64Array,
): void {
  const pair: Pair = { P, Q: A, first: [p, p, p], second: [a, b, c] };
  const { extent, largest } = measuresOf(pair);
  const upper = Math.sqrt(out[SQUARED]);
  const bound = Math.max(largest, magnitude);
  if (isDistanceKnown(upper, out[LOWER], extent, bound)) return;
  const lower = greatestSupport(pair, [P[p] - out[0], P[p + 1] - out[1], P[p + 2] - out[2]]);
  if (isDistanceKnown(upper, lower, extent, bound)) out[LOWER] = lower;
  else exactPointTriangle(P, p, A, a, b, c, out);
}

/**
 * The same of what TriangleDistance.measure wrote for triangles that share no point.
 * @returns whether the answer is the exact one, which is never 0: its lower bound is the distance, the square of which
 * may be 0.
 */
export function sharpenTriangles(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  d: number,
  e: number,
  f: number,
  magnitude: number,
  out: Float64Array,
): boolean {
  const pair: Pair = { P, Q, first: [a, b, c], second: [d, e, f] };
  const { extent, largest } = measuresOf(pair);
  const upper = Math.sqrt(out[PAIR_SQUARED]);
  const bound = Math.max(largest, magnitude);
  if (upper > 0) {
    if (isDistanceKnown(upper, out[PAIR_LOWER], extent, bound)) return false;
    const lower = greatestSupport(pair, [out[0] - out[SECOND], out[1] - out[SECOND + 1], out[2] - out[SECOND + 2]]);
    if (isDistanceKnown(upper, lower, extent, bound)) {
      out[PAIR_LOWER] = lower;
      return false;
    }
  }
  exactTriangles(P, a, b, c, Q, d, e, f, out);
  return true;
}

/** The same of any triangles: 0 for those that share a point, where that was not seen before. */
export class KnownDistance {
  readonly #intersector = new TriangleIntersector();
  readonly #shared = new SharedSegment();
  readonly #segment = new Float64Array(6);

  /** @param out what TriangleDistance wrote; its points become those of the answer. @returns the distance, mm. */
  of(
    P: Float64Array,
    a: number,
    b: number,
    c: number,
    Q: Float64Array,
    d: number,
    e: number,
    f: number,
    magnitude: number,
    out: Float64Array,
  ): number {
    const upper = Math.sqrt(out[PAIR_SQUARED]);
    if (upper - out[PAIR_LOWER] <= knownGap(magnitude)) return upper;
    if (!this.#intersector.share(P, a, b, c, Q, d, e, f))
      return sharpenTriangles(P, a, b, c, Q, d, e, f, magnitude, out) ? out[PAIR_LOWER] : upper;
    this.#shared.find(P, a, b, c, Q, d, e, f, this.#segment, 0);
    for (let k = 0; k < 3; k++) {
      out[k] = this.#segment[k];
      out[SECOND + k] = this.#segment[k];
    }
    return 0;
  }
}

/** The longest side of the box of a pair, and its largest coordinate, mm. */
function measuresOf({ P, Q, first, second }: Pair): { extent: number; largest: number } {
  let extent = 0;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const low = Math.min(
      P[first[0] + k],
      P[first[1] + k],
      P[first[2] + k],
      Q[second[0] + k],
      Q[second[1] + k],
      Q[second[2] + k],
    );
    const high = Math.max(
      P[first[0] + k],
      P[first[1] + k],
      P[first[2] + k],
      Q[second[0] + k],
      Q[second[1] + k],
      Q[second[2] + k],
    );
    extent = Math.max(extent, high - low);
    largest = Math.max(largest, high, -low);
  }
  return { extent, largest };
}

/** @param toward from the second's nearest point to the first's. */
function greatestSupport({ P, Q, first, second }: Pair, toward: Vector): number {
  const edges = [...edgesOf(P, first), ...edgesOf(Q, second)];
  const [a, b, c] = first;
  const [d, e, f] = second;
  let greatest = 0;
  const tryAlong = (g: Vector): void => {
    const sign = dot(g, toward) < 0 ? -1 : 1;
    greatest = Math.max(greatest, support(P, a, b, c, Q, d, e, f, sign * g[0], sign * g[1], sign * g[2]));
  };
  edges.forEach((edge, i) => {
    const share = dot(toward, edge) / dot(edge, edge);
    tryAlong([toward[0] - share * edge[0], toward[1] - share * edge[1], toward[2] - share * edge[2]]);
    for (const other of edges.slice(i + 1)) tryAlong(cross(edge, other));
  });
  return greatest;
}

/** Those that have a length. */
function edgesOf(A: Float64Array, corners: readonly number[]): Vector[] {
  const edges: Vector[] = [];
  for (let k = 0; k < 3; k++) {
    const i = corners[k];
    const j = corners[(k + 1) % 3];
    const edge: Vector = [A[j] - A[i], A[j + 1] - A[i + 1], A[j + 2] - A[i + 2]];
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
