// Meshes → one of all their faces.

import type { TriangleMesh } from 'kerf';

export function joined(meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const faces = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.faces.length, 0));
  let [at, row] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, at);
    for (const corner of mesh.faces) faces[row++] = at / 3 + corner;
    at += mesh.positions.length;
  }
  return { positions, faces, name: meshes.map((mesh) => mesh.name).join(', ') };
}
