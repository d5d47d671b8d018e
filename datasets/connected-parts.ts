// A mesh of several connected surfaces → each as a mesh of its own.

import { checkedMesh, createMesh, faceComponents, type TriangleMesh } from '#mesh';

/**
 * The connected surfaces of a mesh, the one with most faces first: cranium and mandible for the skull phantom. Faces
 * are connected if they share a vertex number. Each part keeps the order of its vertices and faces.
 * @throws MeshError as createMesh.
 */
export function connectedParts(mesh: TriangleMesh): TriangleMesh[] {
  const { positions, faces, name, frame } = checkedMesh(mesh, 'mesh');
  const { count, of: numbers } = faceComponents(faces, positions.length / 3);
  const facesOf = Array.from({ length: count }, (): number[] => []);
  for (const [face, part] of numbers.entries()) facesOf[part].push(face);
  return facesOf
    .sort((a, b) => b.length - a.length)
    .map((own) => {
      const corners = own.flatMap((face) => [...faces.subarray(3 * face, 3 * face + 3)]);
      const used = [...new Set(corners)].sort((a, b) => a - b);
      const ownNumbers = new Map(used.map((vertex, number) => [vertex, number]));
      return createMesh(
        Float64Array.from(used.flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)])),
        Uint32Array.from(corners, (corner) => ownNumbers.get(corner) as number),
        { name, frame },
      );
    });
}
