// Two triangles → whether they share a point, and the parts of their edges that they share.

import type { Ratio } from './exact-numbers.ts';
import { isLess } from './exact-numbers.ts';
import {
  areaNormal,
  type Corners,
  cross,
  dot,
  edgesOf,
  isZero,
  subtract,
  type Triangle,
  trianglePair,
  type Vector,
} from './integer-vectors.ts';

/** A closed half-space { x : normal · x ≥ offset }, or the plane { x : normal · x = offset }. */
interface Constraint {
  readonly normal: Vector;
  readonly offset: bigint;
  readonly plane: boolean;
}
/** The part from → to of an edge start + t·(end − start), 0 ≤ from ≤ to ≤ 1. */
export interface EdgePart {
  readonly start: Vector;
  readonly end: Vector;
  readonly from: Ratio;
  readonly to: Ratio;
}

const ZERO: Ratio = { numerator: 0n, denominator: 1n };
const ONE: Ratio = { numerator: 1n, denominator: 1n };

/**
 * Whether two closed triangles share a point, exactly. Corners may be in any order; a zero-area triangle is the segment
 * or the point that its corners span.
 * @param a, b nine coordinates each, one frame.
 */
export function trianglesSharePoint(a: Corners, b: Corners): boolean {
  const pair = trianglePair(a, b);
  return gridTrianglesSharePoint(pair.a, pair.b);
}

/**
 * A shared point exists if and only if an edge of one triangle meets the other triangle: the shared set is convex and
 * closed, and its extreme points lie on an edge of one of the two (if they cross, it is a segment, whose ends lie on
 * edges; in one plane, a polygon, whose corners do; a zero-area triangle is the union of its edges).
 */
export function gridTrianglesSharePoint(a: Triangle, b: Triangle): boolean {
  if (boxesApart(a, b)) return false;
  return edgePartsInside(a, b).length > 0 || edgePartsInside(b, a).length > 0;
}

/** The parts of the edges of one triangle that lie in another; no entry for an edge that misses it. */
export function edgePartsInside(edges: Triangle, triangle: Triangle): EdgePart[] {
  const constraints = constraintsOf(triangle);
  const parts: EdgePart[] = [];
  for (const [start, end] of edgesOf(edges)) {
    const part = clip(start, end, constraints);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** Whether a point lies in a closed triangle. */
export function gridTriangleHoldsPoint(triangle: Triangle, point: Vector): boolean {
  if (boxesApart(triangle, [point, point, point])) return false;
  return constraintsOf(triangle).every((constraint) => {
    const value = dot(constraint.normal, point) - constraint.offset;
    return constraint.plane ? value === 0n : value >= 0n;
  });
}

/** The triangle (or segment, or point) as the set that satisfies a list of constraints. */
function constraintsOf(triangle: Triangle): Constraint[] {
  const normal = areaNormal(triangle);
  if (isZero(normal)) return constraintsOfSegment(longestEdge(triangle));
  const constraints = [through(normal, triangle[0], true)];
  for (const [start, end] of edgesOf(triangle))
    constraints.push(through(cross(normal, subtract(end, start)), start, false));
  return constraints;
}

function constraintsOfSegment([start, end]: readonly [Vector, Vector]): Constraint[] {
  const [x, y, z] = subtract(end, start);
  if (isZero([x, y, z]))
    return [through([1n, 0n, 0n], start, true), through([0n, 1n, 0n], start, true), through([0n, 0n, 1n], start, true)];
  return [
    through([0n, -z, y], start, true),
    through([z, 0n, -x], start, true),
    through([-y, x, 0n], start, true),
    through([x, y, z], start, false),
    through([-x, -y, -z], end, false),
  ];
}

function through(normal: Vector, point: Vector, plane: boolean): Constraint {
  return { normal, offset: dot(normal, point), plane };
}

/** The edge that spans a zero-area triangle. */
function longestEdge(triangle: Triangle): readonly [Vector, Vector] {
  let longest = edgesOf(triangle)[0];
  for (const edge of edgesOf(triangle)) if (squaredLength(edge) > squaredLength(longest)) longest = edge;
  return longest;
}

function squaredLength([start, end]: readonly [Vector, Vector]): bigint {
  const along = subtract(end, start);
  return dot(along, along);
}

/**
 * The part of a segment that satisfies all constraints: each is linear in t, so each cuts the interval of t at one end.
 */
function clip(start: Vector, end: Vector, constraints: readonly Constraint[]): EdgePart | undefined {
  let from = ZERO;
  let to = ONE;
  for (const { normal, offset, plane } of constraints) {
    const atStart = dot(normal, start) - offset;
    const atEnd = dot(normal, end) - offset;
    const sides = plane ? [1n, -1n] : [1n];
    for (const side of sides) {
      const first = side * atStart;
      const last = side * atEnd;
      if (first < 0n && last < 0n) return undefined;
      if (first < 0n) from = larger(from, { numerator: -first, denominator: last - first });
      if (last < 0n) to = smaller(to, { numerator: first, denominator: first - last });
    }
    if (isLess(to, from)) return undefined;
  }
  return { start, end, from, to };
}

function larger(a: Ratio, b: Ratio): Ratio {
  return isLess(a, b) ? b : a;
}

function smaller(a: Ratio, b: Ratio): Ratio {
  return isLess(b, a) ? b : a;
}

/** Whether the bounding boxes are disjoint along some axis; then no point is shared. */
function boxesApart(a: Triangle, b: Triangle): boolean {
  return [0, 1, 2].some((axis) => isBefore(a, b, axis) || isBefore(b, a, axis));
}

function isBefore(a: Triangle, b: Triangle, axis: number): boolean {
  return a.every((p) => b.every((q) => p[axis] < q[axis]));
}
