// A TriangleMesh → a vtkPolyData.

import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { cellsPolyData } from './cells-poly-data.ts';

/**
 * A polydata whose points share the mesh's positions, Float32 or Float64, and whose polys are its faces, in the same
 * order: cell i is face i.
 * @throws MeshError as createMesh.
 */
export function polyDataFromMesh(mesh: TriangleMesh): vtkPolyData {
  const { positions, faces } = checkedMesh(mesh, 'polyDataFromMesh');
  return cellsPolyData(positions, 3, faces);
}
