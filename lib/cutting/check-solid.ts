// A surface as given → one that bounds a solid, its normals outward, or the sentence that says why not.

import { MeshError } from '../core/index.ts';
import { checkedMesh, inspectMesh, type MeshInspection, type TriangleMesh } from '../mesh/index.ts';

/**
 * @param role what the surface is called, as an option.
 * @throws MeshError NOT_SOLID, and as createMesh.
 */
export function checkSolid(mesh: TriangleMesh, role: string): TriangleMesh {
  const surface = checkedMesh(mesh, role);
  const fault = faultOf(inspectMesh(surface));
  if (fault === null) return surface;
  throw new MeshError('NOT_SOLID', `The ${role} "${surface.name}" ${fault}.`);
}

function faultOf({ closed, oriented, boundaryEdges, volume }: MeshInspection): string | null {
  if (!closed)
    return `is open at ${boundaryEdges} edges, expected none: what is inside of it is not known; close its holes`;
  if (!oriented) return 'has faces that run the same way along an edge, expected opposite ways; orient its faces';
  if (!(volume > 0))
    return `has a volume of ${volume.toPrecision(3)} mm³, expected more than 0; turn its faces outward`;
  return null;
}
