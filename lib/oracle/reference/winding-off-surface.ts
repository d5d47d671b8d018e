// A point off the surface and a mesh → the exact winding number, by f64 signs if they are certain.

import { fromPoint, tripleProductSign } from './certain-signs.ts';
import { refinedUnit } from './exact-numbers.ts';
import type { FaceList } from './face-list.ts';
import { asTriangle, isF64, type Numbers, type Point, type Vector, vectorsOnGrid } from './integer-vectors.ts';
import { type Crossing, crossing, gridWinding } from './winding-number.ts';

/** The exact winding number of a closed, oriented mesh about a point that is known to be off its surface. */
export function windingOffSurface(point: Point, surface: FaceList): number {
  return gridWinding(surface.faceCount, (direction) => crossingsAlong(direction, point, surface));
}

/**
 * `crossing` of each face by the ray from a point off the surface, by f64 signs if the point is f64 and they are
 * certain.
 */
export function crossingsAlong(direction: Vector, point: Point, surface: FaceList): (face: number) => Crossing {
  if (!isF64(point)) return (face) => exactCrossing(surface.cornersOf(face), point, direction);
  const along = direction.map(Number);
  return (face) => {
    const corners = surface.cornersOf(face);
    const step = filteredCrossing(corners, point, along);
    return step === 'undecided' ? exactCrossing(corners, point, direction) : step;
  };
}

function exactCrossing(corners: Numbers, point: Point, direction: Vector): Crossing {
  const unit = refinedUnit(1n, corners, point);
  return crossing(asTriangle(vectorsOnGrid(corners, unit)), vectorsOnGrid(point, unit)[0], direction);
}

/**
 * The crossing if f64 signs are certain. Certain sides of one sign add up to the face's projected area, so that area is
 * not 0.
 */
function filteredCrossing(corners: Numbers, point: Numbers, direction: Numbers): Crossing | 'undecided' {
  const a = fromPoint(point, corners, 0);
  const b = fromPoint(point, corners, 1);
  const c = fromPoint(point, corners, 2);
  const ab = tripleProductSign(a, b, direction);
  const bc = tripleProductSign(b, c, direction);
  if (ab * bc < 0) return 0;
  const ca = tripleProductSign(c, a, direction);
  if (ab * ca < 0 || bc * ca < 0) return 0;
  if (ab === 0 || bc === 0 || ca === 0) return 'undecided';
  const ahead = tripleProductSign(a, b, c);
  if (ahead === 0) return 'undecided';
  return ahead === ab ? ab : 0;
}
