// A point and a mesh → its exact signed distance to the solid.

import type { Fraction } from 'fraction.js';
import { isLess, type Ratio, refinedUnit } from './exact-numbers.ts';
import { type Bounds, pointTriangleBounds } from './f64-bounds.ts';
import type { FaceList } from './face-list.ts';
import { type Numbers, type Point, vectorsOnGrid } from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { gridPointTriangle, inSquareMillimetres } from './squared-distance.ts';
import { pointInSolid } from './winding-number.ts';
import { windingOffSurface } from './winding-off-surface.ts';

export interface SignedDistance {
  /** −1 inside the solid, 0 on the surface, 1 outside; never −1 for an open or unoriented mesh. */
  readonly sign: -1 | 0 | 1;
  /** Exact squared distance to the nearest point of any face, mm². */
  readonly squared: Fraction;
  /** sign · √squared rounded once to the nearest f64, mm. */
  readonly distance: number;
  /** The lowest-numbered face that contains a nearest point. */
  readonly face: number;
}

/**
 * Distance to the nearest point of any face of the mesh; negative where the winding number is not 0 if the mesh is
 * closed and consistently oriented, else unsigned.
 * @param point x, y, z, mm, the mesh's frame; f64 or fractions.
 */
export function signedDistance(point: Point, mesh: MeshData | ReferenceMesh): SignedDistance {
  const surface = referenceMesh(mesh);
  const { squared, face } = nearestFace(point, surface);
  const sign = squared.n === 0n ? 0 : surface.signed && pointInSolid(point, surface) ? -1 : 1;
  return { sign, squared, distance: sign * roundedSquareRoot(squared), face };
}

/** The exact squared distance to the nearest of some faces, mm², and the lowest face that has it. */
export function nearestFace(point: Point, faces: FaceList): Pick<SignedDistance, 'squared' | 'face'> {
  const unit = refinedUnit(faces.unit, point);
  const [at] = vectorsOnGrid(point, unit);
  let face = 0;
  let least: Ratio | undefined;
  faces.onGrid(unit).forEach((triangle, candidate) => {
    const squared = gridPointTriangle(at, triangle);
    if (least === undefined || isLess(squared, least)) {
      least = squared;
      face = candidate;
    }
  });
  return { squared: inSquareMillimetres(least!, unit), face };
}

/** Bounds of the signed distance of an f64 point to a mesh, as `signedDistance` defines it, over all its faces. */
export function signedDistanceBounds(point: Numbers, mesh: MeshData | ReferenceMesh): Bounds {
  const surface = referenceMesh(mesh);
  let [low, high] = [Infinity, Infinity];
  for (let face = 0; face < surface.faceCount; face++) {
    const bounds = pointTriangleBounds(point, surface.cornersOf(face));
    low = Math.min(low, bounds[0]);
    high = Math.min(high, bounds[1]);
  }
  if (low === 0) {
    const exact = signedDistance(point, surface);
    const ends: Bounds = [roundedSquareRoot(exact.squared, 'down'), roundedSquareRoot(exact.squared, 'up')];
    return exact.sign < 0 ? [-ends[1], -ends[0]] : ends;
  }
  return surface.signed && windingOffSurface(point, surface) !== 0 ? [-high, -low] : [low, high];
}
