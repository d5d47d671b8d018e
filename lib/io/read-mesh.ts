// Bytes in a named format → a TriangleMesh, checked against them.

import { checkedBytes, FormatError, type NameOption, nameIn } from '#core';
import type { TriangleMesh } from '#mesh';
import { frameInHead } from './frame-in-file.ts';
import { checkMeshFormat, type MeshFormat } from './mesh-format.ts';
import { refuseOtherFormat } from './other-format.ts';
import { readObj } from './read-obj.ts';
import { readPly } from './read-ply.ts';
import { isBinaryStl, readStl } from './read-stl.ts';
import { readVtk } from './read-vtk.ts';
import { readVtp } from './read-vtp.ts';
import { withoutMark } from './text-scanner.ts';
import { withinMemory } from './within-memory.ts';

type MeshReader = (bytes: Uint8Array, source: string, name: string) => TriangleMesh;
const READERS: Readonly<Record<MeshFormat, MeshReader>> = {
  stl: readStl,
  ply: readPly,
  obj: readObj,
  vtp: readVtp,
  vtk: readVtk,
};

/**
 * Parses a mesh file. Coordinates are taken as stored, in the file's own unit and frame (kerf assumes mm): f32 or f64
 * if the format declares it, f64 from OBJ and ASCII STL. STL corners that are equal in all bits (−0 = 0) are welded; in
 * every other format the vertices are the file's own. Polygons are triangulated without new vertices and keep their
 * orientation. The mesh has an anatomical frame if the file names one as 3D Slicer's files do (SPACE=LPS in a comment;
 * in VTK's formats also a field array). A file that is not understood as a whole is refused.
 * @throws FormatError with the source's name, the offset or element, what was found and what was expected: TRUNCATED
 * (also an empty file), BAD_COUNT, BAD_HEADER, BAD_TOKEN, BAD_COMPRESSION, MISSING_ARRAY, NON_FINITE_VERTEX,
 * INDEX_OUT_OF_RANGE, UNSUPPORTED (valid, but kerf cannot vouch for it), TOO_LARGE (a list of more than 2^29
 * numbers, or more than memory holds), UNKNOWN_FORMAT.
 * @throws FormatError, OptionError WRONG_TYPE, UNKNOWN_OPTION. MeshError EMPTY_MESH for an intact file without a face.
 */
export function readMesh(bytes: ArrayBuffer | Uint8Array, format: MeshFormat, options: NameOption = {}): TriangleMesh {
  const name = nameIn(options, 'readMesh') ?? 'mesh';
  return parseMesh(bytes, format, name, name);
}

/** readMesh with a source for the errors, which may differ from the mesh's name. */
export function parseMesh(
  bytes: ArrayBuffer | Uint8Array,
  format: MeshFormat,
  source: string,
  name: string,
): TriangleMesh {
  const reader = READERS[checkMeshFormat(format, source)];
  const view = checkedBytes(bytes, 'bytes', `pass those of a ${format} file`, FormatError);
  if (view.length === 0)
    throw new FormatError('TRUNCATED', `"${source}" has 0 bytes, expected a ${format} file; fetch or export it again.`);
  const plain = format === 'stl' && isBinaryStl(view) ? view : checkedHead(view, format, source);
  const mesh = withinMemory(source, () => reader(plain, source, name));
  // The readers of VTK's formats find the frame themselves.
  const frame = format === 'vtp' || format === 'vtk' ? undefined : frameInHead(plain, format, source);
  return frame === undefined ? mesh : { ...mesh, frame };
}

/** The bytes without the UTF-8 BOM. @throws FormatError BAD_HEADER (another format), UNSUPPORTED (UTF-16). */
function checkedHead(bytes: Uint8Array, format: MeshFormat, source: string): Uint8Array {
  const plain = withoutMark(bytes, source);
  refuseOtherFormat(plain, format, source);
  return plain;
}
