// Meshes → the same meshes turned inside out, side by side in one mesh, or with faces added. This makes defective bones
// from sound ones.

import { createMesh, type TriangleMesh } from '#mesh';

/** Every face with its corners in the opposite order. */
export function inverted(mesh: TriangleMesh): TriangleMesh {
  const faces = mesh.faces.map((_, i) => mesh.faces[i - (i % 3) + [0, 2, 1][i % 3]]);
  return createMesh(mesh.positions, faces, { name: `inverted ${mesh.name}` });
}

/** All vertices and faces, in order; nothing is welded. */
export function joined(...parts: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (const part of parts) {
    const offset = positions.length / 3;
    positions.push(...part.positions);
    for (const vertex of part.faces) faces.push(offset + vertex);
  }
  return createMesh(positions, faces, { name: parts.map(({ name }) => name).join(' and ') });
}

/** @param more three vertices of the mesh for each new face. */
export function withFaces(mesh: TriangleMesh, ...more: readonly number[]): TriangleMesh {
  return createMesh(mesh.positions, [...mesh.faces, ...more], { name: `${mesh.name} with more faces` });
}

export function withoutFaces(mesh: TriangleMesh, ...removed: readonly number[]): TriangleMesh {
  const faces = mesh.faces.filter((_, i) => !removed.includes(Math.floor(i / 3)));
  return createMesh(mesh.positions, faces, { name: `open ${mesh.name}` });
}
