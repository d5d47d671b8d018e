// A plane and some bone faces → the part of the plane that lies on them, exactly: a segment or a point of each face
// that crosses the plane, and all of each face that lies in it.

import { dot, minus, type Vector } from '#triangles';
import { type PlanePoint, type PlaneSegment, segment, sideOf } from './exact-plane.ts';

export type Triangle = readonly [PlanePoint, PlanePoint, PlanePoint];

export interface PlaneSection {
  /** Includes the rims of areas. */
  readonly segments: readonly PlaneSegment[];
  /** The faces in the plane, as closed triangles. */
  readonly areas: readonly Triangle[];
}

/** A plane with integer coordinates, seen along an axis along which its normal is not 0. */
export interface SeenPlane {
  readonly origin: Vector;
  readonly normal: Vector;
  readonly axis: number;
}

/** u, v of a point of the plane with denominator w. */
export function seenFrom({ axis }: SeenPlane, p: Vector, w = 1n): PlanePoint {
  return [p[(axis + 1) % 3], p[(axis + 2) % 3], w];
}

/**
 * @param corners three points per face, in the plane's integers.
 * @param names a number for each corner, the same for corners at the same place.
 */
export function sectionOf(plane: SeenPlane, corners: readonly Vector[], names: readonly number[]): PlaneSection {
  const segments: PlaneSegment[] = [];
  const areas: Triangle[] = [];
  /** Edges of areas. An edge with an area on either side is not a rim, and is removed again. */
  const rims = new Map<string, PlaneSegment & { readonly inner: boolean }>();
  for (let n = 0; n < corners.length; n += 3) {
    const face = [corners[n], corners[n + 1], corners[n + 2]];
    const heights = face.map((p) => dot(plane.normal, minus(p, plane.origin)));
    if (heights.every((height) => height === 0n)) {
      const triangle: Triangle = [seenFrom(plane, face[0]), seenFrom(plane, face[1]), seenFrom(plane, face[2])];
      const hasArea = sideOf(segment(triangle[0], triangle[1]).line, triangle[2]) !== 0n;
      if (hasArea) areas.push(triangle);
      for (let k = 0; k < 3; k++) addRim(rims, segments, triangle, k, hasArea, names[n + k], names[n + ((k + 1) % 3)]);
      continue;
    }
    const points: PlanePoint[] = [];
    for (let k = 0; k < 3; k++) {
      const [p, q] = [face[k], face[(k + 1) % 3]];
      const [s, t] = [heights[k], heights[(k + 1) % 3]];
      if (s === 0n) points.push(seenFrom(plane, p));
      if ((s < 0n && t > 0n) || (s > 0n && t < 0n)) points.push(between(plane, p, q, s, t));
    }
    if (points.length > 0) segments.push(segment(points[0], points[points.length - 1]));
  }
  segments.push(...rims.values());
  return { segments, areas };
}

/** The point of the segment pq in the plane. @param s, t heights of p and q above the plane, of opposite signs. */
function between(plane: SeenPlane, p: Vector, q: Vector, s: bigint, t: bigint): PlanePoint {
  const [from, to] = s < 0n ? [-s, t] : [s, -t];
  const [a, b] = [seenFrom(plane, p), seenFrom(plane, q)];
  return [a[0] * to + b[0] * from, a[1] * to + b[1] * from, from + to];
}

/** Keeps edge k of an area as a rim, unless an area on its other side already did: then it is not a rim. */
function addRim(
  rims: Map<string, PlaneSegment & { readonly inner: boolean }>,
  segments: PlaneSegment[],
  triangle: Triangle,
  k: number,
  hasArea: boolean,
  from: number,
  to: number,
): void {
  const edge = from < to ? segment(triangle[k], triangle[(k + 1) % 3]) : segment(triangle[(k + 1) % 3], triangle[k]);
  if (!hasArea) {
    segments.push(edge);
    return;
  }
  const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
  const inner = sideOf(edge.line, triangle[(k + 2) % 3]) > 0n;
  const known = rims.get(key);
  if (known === undefined) rims.set(key, { ...edge, inner });
  else if (known.inner !== inner) rims.delete(key);
}

/** Whether a point of the plane lies on one of the areas. */
export function isCovered(areas: readonly Triangle[], p: PlanePoint): boolean {
  return areas.some(([a, b, c]) => {
    const sides = [segment(a, b), segment(b, c), segment(c, a)].map(({ line }) => sideOf(line, p));
    return sides.every((side) => side >= 0n) || sides.every((side) => side <= 0n);
  });
}
