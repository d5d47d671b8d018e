// Bytes given as one mesh format that begin like another → an error that names what they are.

import { FormatError } from '#core';
import type { MeshFormat } from './mesh-format.ts';

interface Beginning {
  readonly begins: RegExp;
  readonly what: string;
  /** Its format as a mesh; if absent, kerf does not read it as a mesh. */
  readonly format?: MeshFormat;
  readonly next?: string;
}

const HEAD = 1024;
const BEGINNINGS: readonly Beginning[] = [
  { begins: /^[\t-\r ]*ply[\t ]*[\r\n]/, what: 'a PLY file', format: 'ply' },
  { begins: /^[\t-\r ]*# vtk DataFile/i, what: 'a legacy VTK file', format: 'vtk' },
  { begins: /^[\s\S]{0,512}<VTKFile\s/, what: 'a VTK XML file', format: 'vtp' },
  { begins: /^[\t-\r ]*solid\b[\s\S]*\bfacet[\t-\r ]+normal\b/i, what: 'an ASCII STL file', format: 'stl' },
  { begins: /^.\x8b/, what: 'gzipped', next: 'unzip it first' },
  { begins: /^PK[\s\S]{2}/, what: 'a zip archive', next: 'unzip it first' },
  { begins: /^[\t-\r ]*<(?:!doctype\s+)?html\b/i, what: 'a web page', next: 'fetch the file itself' },
  { begins: /^NRRD000/, what: 'a NRRD volume', next: 'name it .nrrd and read its surface' },
  { begins: /^[\s\S]{128}DICM/, what: 'a DICOM file', next: 'give the folder of its series and read its surface' },
];

/** @throws FormatError BAD_HEADER if the bytes begin like another format. */
export function refuseOtherFormat(bytes: Uint8Array, format: MeshFormat, source: string): void {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  const found = BEGINNINGS.find(({ begins }) => begins.test(head));
  if (found === undefined || found.format === format) return;
  const next = found.next ?? `name it .${found.format}, or name that format in the options`;
  throw new FormatError('BAD_HEADER', `"${source}" is ${found.what} by its first bytes, expected ${format}; ${next}.`);
}
