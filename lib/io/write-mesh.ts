// A TriangleMesh → the bytes of a mesh file.

import { checkedMesh, type TriangleMesh } from '#mesh';
import { checkMeshFormat, type MeshFormat } from './mesh-format.ts';
import { writeObj } from './write-obj.ts';
import { writePly } from './write-ply.ts';
import { writePolyData } from './write-poly-data.ts';
import { writeStl } from './write-stl.ts';
import { writeVtk } from './write-vtk.ts';

/**
 * Writes a mesh so that readMesh returns the same positions (value for value) and faces. 'ply' (binary little-endian),
 * 'vtp' (inline base64) and 'vtk' (legacy, BINARY) have floats or doubles like the mesh; 'obj' has the shortest
 * decimals that read back to the same f64. 'stl' is binary, which has only f32 and no vertex numbers: f64 positions are
 * rounded to nearest, and reading welds equal corners. The mesh's name is not written. Its frame, if it has one, is
 * written in a comment, title or field as 3D Slicer does.
 * @throws MeshError as createMesh; FormatError UNKNOWN_FORMAT; NON_FINITE_VERTEX for an STL coordinate beyond f32.
 */
export function writeMesh(mesh: TriangleMesh, format: MeshFormat): Uint8Array {
  const surface = checkedMesh(mesh, 'mesh');
  const { positions, faces, name } = surface;
  switch (checkMeshFormat(format, name)) {
    case 'stl':
      return writeStl(surface);
    case 'ply':
      return writePly(surface);
    case 'obj':
      return writeObj(surface);
    case 'vtp':
      return writePolyData({ positions, faces, cellData: [], frame: surface.frame }, 'vtp');
    case 'vtk':
      return writeVtk(surface);
  }
}
