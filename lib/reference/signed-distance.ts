// A point and a mesh → its exact signed distance to the solid.

import type { Fraction } from 'mathjs';
import { isLess, type Ratio, refinedUnit } from './exact-numbers.ts';
import { type Point, vectorsOnGrid } from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { gridPointTriangle, inSquareMillimetres } from './squared-distance.ts';
import { pointInSolid } from './winding-number.ts';

export interface SignedDistance {
  /** −1 inside the solid, 0 on the surface, 1 outside; of an open or unoriented mesh never −1. */
  readonly sign: -1 | 0 | 1;
  /** Exact squared distance to the nearest point of any face, mm². */
  readonly squared: Fraction;
  /** sign · √squared rounded once to the nearest f64, mm. */
  readonly distance: number;
  /** The lowest face that holds a nearest point. */
  readonly face: number;
}

/**
 * Distance to the nearest point of the mesh's surface, all faces counted; negative where the winding number is not 0, if the mesh is closed and
 * consistently oriented, else unsigned.
 * @param point x, y, z, mm, the mesh's frame; f64 or fractions.
 */
export function signedDistance(point: Point, mesh: MeshData | ReferenceMesh): SignedDistance {
  const surface = referenceMesh(mesh);
  const unit = refinedUnit(surface.unit, point);
  const [at] = vectorsOnGrid(point, unit);
  let face = 0;
  let least: Ratio | undefined;
  surface.onGrid(unit).forEach((triangle, candidate) => {
    const squared = gridPointTriangle(at, triangle);
    if (least === undefined || isLess(squared, least)) {
      least = squared;
      face = candidate;
    }
  });
  const squared = inSquareMillimetres(least!, unit);
  const sign = squared.n === 0n ? 0 : surface.signed && pointInSolid(point, surface) ? -1 : 1;
  return { sign, squared, distance: sign * roundedSquareRoot(squared), face };
}
