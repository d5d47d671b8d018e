// A TriangleMesh → the bytes of a mesh file.

import type { TriangleMesh } from '../mesh/index.ts';
import { checkMeshFormat, type MeshFormat } from './mesh-format.ts';
import { writeObj } from './write-obj.ts';
import { writePly } from './write-ply.ts';
import { writePolyData } from './write-poly-data.ts';
import { writeStl } from './write-stl.ts';
import { writeVtk } from './write-vtk.ts';

/**
 * Writes a mesh so that readMesh gives back the same positions (value for value) and faces: 'ply' binary little-endian,
 * 'vtp' (inline base64) and 'vtk' (legacy, BINARY) with floats or doubles as the mesh has them; 'obj' with the shortest
 * decimals that read back to the same f64. 'stl' is binary, which holds f32 only and no vertex numbers: f64 positions are
 * rounded to nearest, and reading welds equal corners. The mesh's name is not written; its frame is, where it
 * tells one, in a comment, title or field as 3D Slicer writes it.
 * @throws FormatError UNKNOWN_FORMAT; NON_FINITE_VERTEX for an STL coordinate beyond f32.
 */
export function writeMesh(mesh: TriangleMesh, format: MeshFormat): Uint8Array {
  switch (checkMeshFormat(format, mesh.name)) {
    case 'stl':
      return writeStl(mesh);
    case 'ply':
      return writePly(mesh);
    case 'obj':
      return writeObj(mesh);
    case 'vtp':
      return writePolyData({ positions: mesh.positions, faces: mesh.faces, cellData: [], frame: mesh.frame }, 'vtp');
    case 'vtk':
      return writeVtk(mesh);
  }
}
