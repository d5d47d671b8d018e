// A mesh whose corners may repeat, as in STL files → the same faces, with one vertex at each place.

import type { TriangleMesh } from './triangle-mesh.ts';
import { weldVertices } from './weld.ts';

/** Corners at the same place become one vertex; faces without three different corners bound nothing, and go. */
export function withoutTwins(mesh: TriangleMesh): TriangleMesh {
  const first = weldVertices(mesh.positions);
  const faces: number[] = [];
  for (let i = 0; i < mesh.faces.length; i += 3) {
    const [a, b, c] = [first[mesh.faces[i]], first[mesh.faces[i + 1]], first[mesh.faces[i + 2]]];
    if (a !== b && b !== c && c !== a) faces.push(a, b, c);
  }
  return { ...mesh, faces: Uint32Array.from(faces) };
}
