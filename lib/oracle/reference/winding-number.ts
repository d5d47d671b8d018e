// A point and a closed, oriented mesh → how many times the surface winds around the point.

import { MeshError } from '#core';
import { refinedUnit } from './exact-numbers.ts';
import {
  areaNormal,
  cross,
  dot,
  isZero,
  type Point,
  subtract,
  type Triangle,
  type Vector,
  vectorsOnGrid,
} from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { gridTriangleHoldsPoint } from './triangles-share-point.ts';

/**
 * How a ray passes a face: it misses it (0), crosses it to the outside (1) or to the inside (−1), or touches its rim
 * and cannot be used.
 */
export type Crossing = 0 | 1 | -1 | 'touches the rim';

/** The first direction tried is (1, k, k²) for this k; small k lie in the planes of symmetric meshes too often. */
const FIRST = 101;
export const firstDirection = directionOf(FIRST);

/**
 * The exact winding number of a mesh about a point: 1 inside a body whose faces run counter-clockwise seen from
 * outside, 0 outside, −1 inside an inverted one, sums where bodies overlap; 'on surface' if the point lies on a face.
 * @param point x, y, z, mm, the mesh's frame; f64 or fractions.
 * @throws MeshError NOT_SIGNED if the mesh is not closed and consistently oriented: it has no inside.
 */
export function windingNumber(point: Point, mesh: MeshData | ReferenceMesh): number | 'on surface' {
  const surface = referenceMesh(mesh);
  if (!surface.signed)
    throw new MeshError(
      'NOT_SIGNED',
      `The mesh of ${surface.faceCount} faces is not closed and consistently oriented, so no winding number exists; close and orient it, or use its unsigned distances.`,
    );
  const unit = refinedUnit(surface.unit, point);
  const triangles = surface.onGrid(unit);
  const [origin] = vectorsOnGrid(point, unit);
  if (triangles.some((triangle) => gridTriangleHoldsPoint(triangle, origin))) return 'on surface';
  return gridWinding(triangles.length, (direction) => (face) => crossing(triangles[face], origin, direction));
}

/** Whether a point lies in the solid, that is, its winding number is not 0; false on the surface. */
export function pointInSolid(point: Point, mesh: MeshData | ReferenceMesh): boolean {
  const winding = windingNumber(point, mesh);
  return winding !== 'on surface' && winding !== 0;
}

/**
 * The sum of the crossings along the first ray (1, k, k²), k = 101, 102, …, that touches no rim. For a point off the
 * surface such a ray exists: a face can be touched only from within the plane of the point and one of its edges (or its
 * own plane), and a plane through the origin contains at most two of the directions (1, k, k²), as a·1 + b·k + c·k² has
 * at most two roots.
 */
export function gridWinding(faceCount: number, along: (direction: Vector) => (face: number) => Crossing): number {
  for (let k = FIRST; ; k++) {
    const winding = sumOfCrossings(faceCount, along(directionOf(k)));
    if (winding !== 'touches the rim') return winding;
  }
}

function directionOf(k: number): Vector {
  return [1n, BigInt(k), BigInt(k * k)];
}

/** The sum of a ray's crossings of all faces. */
export function sumOfCrossings(faceCount: number, crossingOf: (face: number) => Crossing): number | 'touches the rim' {
  let winding = 0;
  for (let face = 0; face < faceCount; face++) {
    const step = crossingOf(face);
    if (step === 'touches the rim') return step;
    winding += step;
  }
  return winding;
}

/**
 * The crossing of a face by the ray from a point off it. The line passes inside the triangle if it passes all three
 * edges on the same side; a side that is 0 while the other two agree means that it meets an edge or corner. Zero-area
 * faces bound nothing and are skipped.
 */
export function crossing(triangle: Triangle, origin: Vector, direction: Vector): Crossing {
  if (isZero(areaNormal(triangle))) return 0;
  const [a, b, c] = triangle.map((corner) => subtract(corner, origin));
  const sides = [dot(cross(a, b), direction), dot(cross(b, c), direction), dot(cross(c, a), direction)];
  const positive = sides.some((side) => side > 0n);
  const negative = sides.some((side) => side < 0n);
  if (positive && negative) return 0;
  if (sides.some((side) => side === 0n)) return 'touches the rim';
  const ahead = dot(cross(a, b), c) > 0n;
  if (positive) return ahead ? 1 : 0;
  return ahead ? 0 : -1;
}
