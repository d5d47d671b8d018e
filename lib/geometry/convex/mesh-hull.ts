// A mesh, or points → their convex hull, by coordinates.

import { checkCoordinates, checkedMesh, type TriangleMesh } from '#mesh';
import { convexHull, pointsAt } from './convex-hull.ts';

export interface PointHull {
  /** xyz an extreme point, mm. */
  readonly points: Float64Array;
  /** Three of them a triangle; see ConvexHull. */
  readonly faces: Uint32Array;
}

/**
 * The hull of a mesh's surface.
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function meshHull(mesh: TriangleMesh): PointHull {
  return pointHull(meshPoints(mesh));
}

/** @param points xyz a point, mm, one at least. */
export function pointHull(points: Float64Array): PointHull {
  const { vertices, faces } = convexHull(points);
  return { points: pointsAt(points, vertices), faces };
}

/**
 * xyz of the vertices that faces name, in their order. A vertex that no face names does not count.
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function meshPoints(mesh: TriangleMesh): Float64Array {
  const { positions, faces, name } = checkedMesh(mesh, 'the mesh of a convex shape');
  checkCoordinates(positions, name, 0);
  const isNamed = new Uint8Array(positions.length / 3);
  for (const vertex of faces) isNamed[vertex] = 1;
  const numbers = Uint32Array.from({ length: isNamed.length }, (_, vertex) => vertex);
  return pointsAt(
    positions,
    numbers.filter((vertex) => isNamed[vertex] === 1),
  );
}
