// A given surface → one that bounds a solid, normals outward, or the sentence saying why not.

import { MeshError } from '#core';
import { checkClosed, checkedMesh, type TriangleMesh } from '#mesh';

/**
 * @param role the name of the option that holds the surface.
 * @throws MeshError NOT_SOLID, and as createMesh.
 */
export function checkSolid(mesh: TriangleMesh, role: string): TriangleMesh {
  const surface = checkedMesh(mesh, role);
  const { volume } = checkClosed(surface, role);
  if (volume > 0) return surface;
  throw new MeshError(
    'NOT_SOLID',
    `The ${role} "${surface.name}" has a volume of ${volume.toPrecision(3)} mm³, expected more than 0; turn its faces outward.`,
  );
}
