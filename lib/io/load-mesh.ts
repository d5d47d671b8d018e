// A path or URL of a mesh file → a TriangleMesh.

import type { TriangleMesh } from '../mesh/index.ts';
import { baseName, checkMeshFormat, type MeshFormat, meshFormatOf } from './mesh-format.ts';
import { readBytes } from './read-bytes.ts';
import { parseMesh } from './read-mesh.ts';

/**
 * Reads a mesh from a file path (Node), a file: URL (Node) or any URL that fetch takes. The format comes from the extension
 * (.stl .ply .obj .vtp .vtk, in either case) unless given; the mesh is named after the file. Units and frames as in readMesh.
 * @throws FormatError UNKNOWN_FORMAT, before anything is read; UNREADABLE; and all that readMesh throws.
 */
export async function loadMesh(source: string | URL, options: { format?: MeshFormat } = {}): Promise<TriangleMesh> {
  const text = String(source);
  const format = options.format === undefined ? meshFormatOf(text) : checkMeshFormat(options.format, text);
  return parseMesh(await readBytes(source), format, text, baseName(text));
}
