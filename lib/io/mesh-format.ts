// The mesh formats that kerf reads and writes, and the one that a file's extension names.

import { described, FormatError, refuse } from '#core';

export type MeshFormat = 'stl' | 'ply' | 'obj' | 'vtp' | 'vtk';

export const MESH_FORMATS: readonly MeshFormat[] = ['stl', 'ply', 'obj', 'vtp', 'vtk'];

/** Refuses a format that is none of MESH_FORMATS. @throws FormatError UNKNOWN_FORMAT. */
export function checkMeshFormat(format: string, source: string): MeshFormat {
  const known = MESH_FORMATS.find((candidate) => candidate === format);
  if (known === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${source}": mesh format ${described(format)} is unknown, expected one of ${MESH_FORMATS.join(', ')}; use such an extension, or name the format in the options.`,
    );
  return known;
}

/** The format that the extension of a path or URL names, in lower or upper case. @throws FormatError UNKNOWN_FORMAT. */
export function meshFormatOf(source: string): MeshFormat {
  return checkMeshFormat(/\.([^.]+)$/.exec(baseName(source))?.[1].toLowerCase() ?? '', source);
}

/** A path or URL as text. @throws FormatError WRONG_TYPE. */
export function sourceText(source: string | URL): string {
  if (typeof source === 'string') return source;
  // A URL of another realm counts as a URL too: each frame of a page has its own class URL.
  if (typeof (source as URL | null)?.href === 'string') return source.href;
  return refuse(source, 'source', 'a path or URL', 'name the file to read', FormatError);
}

/** The last part of a path or URL, without a URL's query and fragment. */
export function baseName(source: string): string {
  const path = /^[a-z][a-z0-9+.-]+:/i.test(source) ? source.replace(/[?#].*$/, '') : source;
  return path.split(/[\\/]/).pop() ?? '';
}
