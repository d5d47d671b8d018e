// A TriangleMesh → a vtkPolyData.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { checkedMesh, type TriangleMesh } from '#mesh';

/**
 * A polydata whose points share the mesh's positions, Float32 or Float64, and whose polys are its faces, in the same
 * order: cell i is face i.
 * @throws MeshError as createMesh.
 */
export function polyDataFromMesh(mesh: TriangleMesh): vtkPolyData {
  const { positions, faces } = checkedMesh(mesh, 'polyDataFromMesh');
  const polyData = vtkPolyData.newInstance();
  polyData.getPoints().setData(positions, 3);
  polyData.getPolys().setData(polysOf(faces));
  return polyData;
}

/** Triangles as a vtkCellArray holds them: 3, a, b, c, 3, … */
export function polysOf(faces: Uint32Array): Uint32Array {
  const polys = new Uint32Array((4 * faces.length) / 3);
  for (let from = 0, to = 0; from < faces.length; from += 3, to += 4) {
    polys[to] = 3;
    polys[to + 1] = faces[from];
    polys[to + 2] = faces[from + 1];
    polys[to + 3] = faces[from + 2];
  }
  return polys;
}
