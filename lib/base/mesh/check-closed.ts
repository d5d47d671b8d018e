// A surface as given → its inspection if it is closed and oriented, or the sentence that says why it has no inside.

import { MeshError } from '#core';
import { inspectMesh, type MeshInspection } from './inspect-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * @param role the option's name for the surface.
 * @throws MeshError NOT_SOLID, and those of createMesh.
 */
export function checkClosed(mesh: TriangleMesh, role: string): MeshInspection {
  const inspection = inspectMesh(mesh);
  const { closed, oriented, boundaryEdges } = inspection;
  if (closed && oriented) return inspection;
  const fault = closed
    ? 'has faces that run the same way along an edge, expected opposite ways; orient its faces'
    : `is open at ${boundaryEdges} edges, expected none: what is inside of it is not known; close its holes`;
  throw new MeshError('NOT_SOLID', `The ${role} "${mesh.name ?? 'mesh'}" ${fault}.`);
}
