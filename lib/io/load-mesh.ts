// A path or URL of a mesh file → a TriangleMesh.

import { checkOptionNames, type HostUrl, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { baseName, checkMeshFormat, type MeshFormat, meshFormatOf, sourceText } from './mesh-format.ts';
import { readBytes } from './read-bytes.ts';
import { parseMesh } from './read-mesh.ts';

interface LoadOptions {
  readonly format?: MeshFormat;
}
const LOAD_OPTIONS: OptionNames<LoadOptions> = { format: true };

/**
 * Reads a mesh from a file path (Node), a file: URL (Node) or any URL that fetch accepts. The format comes from the
 * extension (.stl .ply .obj .vtp .vtk, in lower or upper case) unless it is given. The mesh is named after the file.
 * Units and frames are as in readMesh.
 * @throws FormatError UNKNOWN_FORMAT and OptionError, before anything is read; UNREADABLE; and as readMesh.
 */
export async function loadMesh(source: string | HostUrl, options: LoadOptions = {}): Promise<TriangleMesh> {
  const text = sourceText(source);
  checkOptionNames(options, LOAD_OPTIONS, 'loadMesh');
  const format = options.format === undefined ? meshFormatOf(text) : checkMeshFormat(options.format, text);
  return parseMesh(await readBytes(source), format, text, baseName(text));
}
