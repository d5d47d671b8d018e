// A tool's mesh and its feed → the tool: the same mesh with its feed direction into the bone, and the vertex at which
// it is held.

import type { TriangleMesh } from '#mesh';

/** A tool with the values for the options `feed` and `shank` of createDetector. */
export interface ToolMesh extends TriangleMesh {
  /** Unit vector in the mesh's frame: the direction in which the tool is fed into the bone. */
  readonly feed: readonly [number, number, number];
  /** The vertex that is farthest back along the feed. */
  readonly shank: number;
}

export function fedTool(mesh: TriangleMesh, feed: readonly [number, number, number]): ToolMesh {
  const { positions } = mesh;
  const along = (vertex: number): number => feed.reduce((sum, part, k) => sum + part * positions[3 * vertex + k], 0);
  let shank = mesh.faces[0];
  for (const vertex of mesh.faces) if (along(vertex) < along(shank)) shank = vertex;
  return { ...mesh, feed, shank };
}
