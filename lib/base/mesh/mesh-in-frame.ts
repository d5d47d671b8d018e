// A mesh whose anatomical frame is known → the same surface in the requested frame.

import { MeshError } from '#core';
import { type AnatomicalFrame, checkFrame } from './anatomical-frame.ts';
import { checkedMesh, type TriangleMesh } from './triangle-mesh.ts';

/**
 * Negates x and y if the mesh is in the other frame: an exact half turn about z, which keeps the faces' orientation.
 * Returns the mesh itself if it is in that frame already.
 * @throws OptionError BAD_FRAME; MeshError as createMesh, and UNKNOWN_FRAME if the mesh does not state its own.
 */
export function meshInFrame(mesh: TriangleMesh, frame: AnatomicalFrame): TriangleMesh {
  checkFrame(frame);
  checkedMesh(mesh, 'mesh');
  if (mesh.frame === undefined)
    throw new MeshError(
      'UNKNOWN_FRAME',
      `Mesh "${mesh.name}" does not state its anatomical frame, expected RAS or LPS; ` +
        'name it with createMesh(…, { frame }).',
    );
  if (mesh.frame === frame) return mesh;
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] = 0 - positions[i];
    positions[i + 1] = 0 - positions[i + 1];
  }
  return { ...mesh, positions, frame };
}
