// A mesh, or points → their convex hull, by coordinates.

import { checkCoordinates, checkedMesh, type Positions, type TriangleMesh } from '../mesh/index.ts';
import { convexHull } from './convex-hull.ts';

export interface PointHull {
  /** xyz an extreme point, mm. */
  readonly points: Float64Array;
  /** Three of them a triangle; see ConvexHull. */
  readonly faces: Uint32Array;
}

/**
 * The hull of the vertices that faces name: of the surface, that is. What no face names does not count.
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function meshHull(mesh: TriangleMesh): PointHull {
  const { positions, faces, name } = checkedMesh(mesh, 'the mesh of a convex shape');
  checkCoordinates(positions, name, 0);
  const isNamed = new Uint8Array(positions.length / 3);
  for (const vertex of faces) isNamed[vertex] = 1;
  return hullOf(
    positions,
    numbersTo(isNamed.length).filter((vertex) => isNamed[vertex] === 1),
  );
}

export function hullOfAll(points: Float64Array): PointHull {
  return hullOf(points, numbersTo(points.length / 3));
}

function hullOf(positions: Positions, chosen: Uint32Array): PointHull {
  const { vertices, faces } = convexHull(positions, chosen);
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertices[i] + k];
  return { points, faces };
}

function numbersTo(end: number): Uint32Array {
  return Uint32Array.from({ length: end }, (_, number) => number);
}
