// Points that move linearly from start to end → the times in [0, 1] at which a vertex and a face, or two edges, meet.
//
// Both tests use a normal n, and test points against segments: the vertex against the three edges of the face, or each
// end of one edge against the other edge. For a point p and a segment from a to b,
//
//   across = (a − p) × (b − p)   is 0 if p is on their line, or a = b = p;
//   beyond = (a − p)·(b − p)     is then ≤ 0 if p is between them.
//
// They meet only while the four points are in one plane: volume = 0. If n ≠ 0, it is normal to that plane, and so is
// every `across`, which must point to one side of it (or the other: `sense`). As they are parallel, one component
// decides. If n = 0, the face is no more than its edges, or the edges are parallel or points; then they meet if some p
// is on its segment.
//
// So whether they meet depends on signs of polynomials in time, which change only at their roots. The set of times is
// closed: its first element is 0 or a root: of the volume or, if that is identically 0, of a component of n, of a
// component of an `across`, or of a `beyond`. All these roots are tested. The roots of one component suffice, since a
// vector is 0 only if all its components are.

import type { ExactNumber } from './exact-numbers.ts';
import { gridded, type Vector } from './integer-vectors.ts';
import { add, type Coefficients, multiply, negated, Root, rootsOf, type Time, withoutZeros } from './sturm.ts';

type Moving = readonly [Coefficients, Coefficients, Coefficients];

/** The times at which the vertex and the face, or the two edges, share a point. */
export class Meetings {
  readonly #roots: readonly Root[];

  constructor(roots: readonly Root[]) {
    this.#roots = roots;
  }

  /** Whether there is a meeting in [0, 1]. */
  get any(): boolean {
    return this.#roots.length > 0;
  }

  /** Whether there is a meeting in [0, t[. @param t in [0, 1]. */
  isBefore(t: number): boolean {
    return this.#roots.some((root) => root.compare(timeOf(t)) < 0);
  }

  /** Whether there is a meeting in [0, t]. @param t in [0, 1]. */
  isUntil(t: number): boolean {
    return this.#roots.some((root) => root.compare(timeOf(t)) <= 0);
  }
}

/** A vertex, then the three corners of a face: 12 numbers each. */
export function vertexFaceMeetings(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): Meetings {
  if (boxesApart(start, end, 1)) return new Meetings([]);
  const [p, a, b, c] = moving(start, end);
  const edges = [[a, b], [b, c], [c, a]] as const; // biome-ignore format: a list
  return meetings(p, a, cross(sub(b, a), sub(c, a)), () => edges.map((edge) => pointOnSegment(p, edge, 1n)));
}

/** The two ends of one edge, then of the other: 12 numbers each. */
export function edgeEdgeMeetings(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): Meetings {
  if (boxesApart(start, end, 2)) return new Meetings([]);
  const [a, b, c, d] = moving(start, end);
  // If they meet, the plane through one edge along the normal has the other edge's ends on opposite sides.
  return meetings(c, a, cross(sub(b, a), sub(d, c)), () => [
    pointOnSegment(d, [a, b], 1n),
    pointOnSegment(c, [a, b], -1n),
    pointOnSegment(a, [c, d], 1n),
    pointOnSegment(b, [c, d], -1n),
  ]);
}

export function vertexMeetsFace(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  return vertexFaceMeetings(start, end).any;
}

export function edgeMeetsEdge(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  return edgeEdgeMeetings(start, end).any;
}

interface PointOnSegment {
  /** Multiplied by the sense, so that it points along n, not against it, if they meet. */
  readonly across: Moving;
  readonly beyond: Coefficients;
}

function pointOnSegment(p: Moving, [a, b]: readonly [Moving, Moving], sense: 1n | -1n): PointOnSegment {
  const [x, y] = [sub(a, p), sub(b, p)];
  return { across: sense === 1n ? cross(x, y) : cross(y, x), beyond: dot(x, y) };
}

function meetings(p: Moving, a: Moving, normal: Moving, pointsOnSegments: () => readonly PointOnSegment[]): Meetings {
  const volume = dot(normal, sub(p, a));
  const inPlane = volume.length === 0 ? null : rootsOf(volume);
  if (inPlane?.length === 0) return new Meetings([]);
  const points = pointsOnSegments();
  const changing = [oneOf(normal), ...points.flatMap(({ across, beyond }) => [oneOf(across), beyond])];
  const roots = inPlane ?? [START, ...changing.flatMap((q) => (q.length === 0 ? [] : rootsOf(q)))];
  return new Meetings(roots.filter((root) => meetsAt(root, normal, points)));
}

const START = new Root([0n, 1n], { n: 0n, k: 0 }, true);

/** Whether they meet at a time at which the four points are in one plane. */
function meetsAt(root: Root, normal: Moving, points: readonly PointOnSegment[]): boolean {
  for (const k of [0, 1, 2]) {
    const side = root.signOf(normal[k]);
    if (side !== 0) return points.every(({ across }) => side * root.signOf(across[k]) >= 0);
  }
  const isZero = (q: Coefficients) => root.signOf(q) === 0;
  return points.some(({ across, beyond }) => across.every(isZero) && root.signOf(beyond) <= 0);
}

/** A component that is not identically 0; if there is none, the zero polynomial. */
const oneOf = (v: Moving): Coefficients => v.find((q) => q.length > 0) ?? [];

/** Whether the boxes swept by the first few points and by the others share no point, by comparing f64. */
function boxesApart(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>, first: 1 | 2): boolean {
  for (let k = 0; k < 3; k++) {
    const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]]; // biome-ignore format: a box
    for (let i = 0; i < 4; i++)
      for (const list of [start, end]) {
        const value = list[3 * i + k];
        if (typeof value !== 'number') return false;
        const side = i < first ? 0 : 1;
        low[side] = Math.min(low[side], value);
        high[side] = Math.max(high[side], value);
      }
    if (low[0] > high[1] || low[1] > high[0]) return true;
  }
  return false;
}

function moving(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): Moving[] {
  const { vectors } = gridded(start, end);
  const way = (k: number, from: Vector, to: Vector) => withoutZeros([from[k], to[k] - from[k]]);
  return vectors[0].map((from, i) => [way(0, from, vectors[1][i]), way(1, from, vectors[1][i]), way(2, from, vectors[1][i])]); // biome-ignore format: a point
}

/** An f64 in [0, 1] as a time. */
function timeOf(t: number): Time {
  let [n, k] = [t, 0];
  for (; !Number.isInteger(n); n *= 2) k++;
  return { n: BigInt(n), k };
}

function sub(a: Moving, b: Moving): Moving {
  return [add(a[0], negated(b[0])), add(a[1], negated(b[1])), add(a[2], negated(b[2]))];
}

function dot(a: Moving, b: Moving): Coefficients {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

function cross(a: Moving, b: Moving): Moving {
  const part = (i: number, j: number) => add(multiply(a[i], b[j]), negated(multiply(a[j], b[i])));
  return [part(1, 2), part(2, 0), part(0, 1)];
}
