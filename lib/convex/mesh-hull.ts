// A mesh → the convex hull of its points.

import { checkCoordinates, checkedMesh, type TriangleMesh } from '../mesh/index.ts';
import { convexHull } from './convex-hull.ts';

export interface MeshHull {
  /** xyz an extreme point, mm. */
  readonly points: Float64Array;
  /** Three of them a triangle; see ConvexHull. */
  readonly faces: Uint32Array;
}

/**
 * The hull of the vertices that faces name: of the surface, that is. What no face names does not count.
 * @throws MeshError as createMesh, and COORDINATE_RANGE.
 */
export function meshHull(mesh: TriangleMesh): MeshHull {
  const { positions, faces: named, name } = checkedMesh(mesh, 'the mesh of a convex shape');
  checkCoordinates(positions, name, 0);
  const isNamed = new Uint8Array(positions.length / 3);
  for (const vertex of named) isNamed[vertex] = 1;
  const chosen = Uint32Array.from({ length: isNamed.length }, (_, vertex) => vertex).filter((v) => isNamed[v] === 1);
  const { vertices, faces } = convexHull(positions, chosen);
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertices[i] + k];
  return { points, faces };
}
