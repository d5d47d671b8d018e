// Points → their convex hull: its extreme points and its surface, exactly.
//
// Every decision is an exact sign (triangles/plane-side.ts), so it is the hull of the points as stored: it does not
// depend on their order, and no tolerance moves it.

import { type Positions, PositionTable } from '#mesh';
import { openAxis, planeSide, sideAlong } from '#triangles';
import { flatHull } from './flat-hull.ts';
import { comesBefore, hullFacets } from './hull-facets.ts';
import { HullSurface } from './hull-surface.ts';

export interface ConvexHull {
  /**
   * Numbers of the extreme points, ascending; the lowest of points at the same coordinates. No other point is needed to
   * span the hull, and none of these can be left out.
   */
  readonly vertices: Uint32Array;
  /**
   * Three of `vertices` a triangle, by index into it, counter-clockwise seen from outside: closed, each edge in two
   * triangles, none of zero area. A flat hull has both of its sides; a segment or a point has none.
   */
  readonly faces: Uint32Array;
}

/** @param points xyz a point, mm, one at least; 0 or of a magnitude in the range of coordinates (core/bounds.ts). */
export function convexHull(points: Float64Array): ConvexHull {
  const count = points.length / 3;
  const table = new PositionTable(count);
  const numbers = Uint32Array.from({ length: count }, (_, p) => p);
  const distinct = numbers.filter((p) => table.add(points, p) === p);
  const { corners, faces } = hullOf(pointsAt(points, distinct));
  const place = new Uint32Array(distinct.length);
  for (let i = 0; i < corners.length; i++) place[corners[i]] = i;
  return { vertices: corners.map((corner) => distinct[corner]), faces: faces.map((corner) => place[corner]) };
}

/** xyz of some points, in the order of their numbers as given. */
export function pointsAt(positions: Positions, numbers: Uint32Array): Float64Array {
  const points = new Float64Array(3 * numbers.length);
  for (let i = 0; i < numbers.length; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * numbers[i] + k];
  return points;
}

/** @returns the extreme points, ascending, and triangles of point numbers. */
function hullOf(points: Float64Array): { corners: Uint32Array; faces: Uint32Array } {
  const [a, b] = ends(points);
  if (a === b) return { corners: Uint32Array.of(a), faces: new Uint32Array() };
  const c = farthestOff(points, (p) => awayFromLine(points, a, b, p));
  if (c < 0) return { corners: Uint32Array.of(a, b).sort(), faces: new Uint32Array() };
  const d = farthestOff(points, (p) => Math.abs(planeSide(points, 3 * a, 3 * b, 3 * c, points, 3 * p)));
  const faces = d < 0 ? flatHull(points, openAxis(points, 3 * a, 3 * b, 3 * c)) : solidHull(points, a, b, c, d);
  const isCorner = new Uint8Array(points.length / 3);
  for (const corner of faces) isCorner[corner] = 1;
  return { corners: Uint32Array.from(isCorner.keys()).filter((p) => isCorner[p] === 1), faces };
}

function solidHull(points: Float64Array, a: number, b: number, c: number, d: number): Uint32Array {
  const isAbove = planeSide(points, 3 * a, 3 * b, 3 * c, points, 3 * d) > 0;
  return hullFacets(points, new HullSurface(points, isAbove ? [a, b, c, d] : [a, c, b, d]));
}

/** The first and the last point by x, then y, then z: both are extreme, and they are the ends of collinear points. */
function ends(points: Float64Array): readonly [number, number] {
  let [first, last] = [0, 0];
  for (let p = 1; p < points.length / 3; p++) {
    if (comesBefore(points, p, first)) first = p;
    if (comesBefore(points, last, p)) last = p;
  }
  return [first, last];
}

/** Distance of a point from a line, in units of the line; 0 exactly if it is on it. */
function awayFromLine(points: Float64Array, a: number, b: number, p: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += Math.abs(sideAlong(axis, points, 3 * a, 3 * b, 3 * p));
  return sum;
}

/** The point of the largest measure; −1 if all are 0. */
function farthestOff(points: Float64Array, measure: (p: number) => number): number {
  let [farthest, most] = [-1, 0];
  for (let p = 0; p < points.length / 3; p++) {
    const size = measure(p);
    if (size > most) [farthest, most] = [p, size];
  }
  return farthest;
}
