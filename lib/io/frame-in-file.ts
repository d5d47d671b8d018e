// A mesh file's comments and fields → the anatomical frame that they name, if any; and a frame → the words for it.
//
// The convention is 3D Slicer's (vtkMRMLModelStorageNode): SPACE=RAS or SPACE=LPS in the header of an STL, a comment of
// a PLY or OBJ, or the title of a legacy VTK file; in a VTP it is a field array "SPACE". A legacy VTK file has such an
// array if a program converted a VTP to it.

import { FormatError, withoutBlanks, wordsOf } from '#core';
import type { AnatomicalFrame } from '#mesh';
import type { MeshFormat } from './mesh-format.ts';
import type { VtkXmlFile } from './vtk-xml-file.ts';
import { childOf } from './xml-tree.ts';

/** The search for comments covers this many bytes at the head of a file, as many as the head of a PLY may have. */
const HEAD = 2 ** 20;
const BINARY_STL_HEADER = 80;
export const FRAME_FIELD = 'SPACE';

/**
 * The frame named at the head of a file. Files of VTK's formats name it elsewhere too.
 * @throws FormatError BAD_HEADER if both frames are named.
 */
export function frameInHead(
  bytes: Uint8Array,
  format: Exclude<MeshFormat, 'vtp' | 'vtk'>,
  source: string,
): AnatomicalFrame | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return frameNamed(comments(head, format), source);
}

/** The frame named in free text, such as a comment. @throws FormatError BAD_HEADER if there are two. */
export function frameNamed(text: string, source: string): AnatomicalFrame | undefined {
  const named = new Set(Array.from(text.matchAll(/SPACE=(RAS|LPS)\b/g), (match) => match[1] as AnatomicalFrame));
  return oneFrame(named, source);
}

/** The frame of a VTP. @throws FormatError as VtkXmlFile.text. */
export function frameOfVtp(file: VtkXmlFile): AnatomicalFrame | undefined {
  const fields = childOf(file.dataSet, 'FieldData')?.children ?? [];
  const field = fields.find(
    ({ name, attributes }) => /^(Data)?Array$/.test(name) && attributes.get('Name') === FRAME_FIELD,
  );
  return field === undefined ? undefined : frameOf(file.text(field));
}

/** The frame that a field's text names. */
export function frameOf(text: string): AnatomicalFrame | undefined {
  return text === 'RAS' || text === 'LPS' ? text : undefined;
}

/** @throws FormatError BAD_HEADER if there are two. */
export function oneFrame(named: ReadonlySet<AnatomicalFrame>, source: string): AnatomicalFrame | undefined {
  const [frame] = named;
  if (named.size < 2) return frame;
  throw new FormatError(
    'BAD_HEADER',
    `"${source}" names two frames, RAS and LPS, expected one; take the wrong one out of its head.`,
  );
}

/** The comment that names the frame of a mesh in its file; null if the frame is unknown. */
export function frameComment(frame: AnatomicalFrame | undefined): string | null {
  return frame === undefined ? null : `SPACE=${frame}`;
}

/** The free text in a file's head, which the format does not define. */
function comments(head: string, format: 'stl' | 'ply' | 'obj'): string {
  const lines = head.split(/\r\n|\n|\r/).map(withoutBlanks);
  if (format === 'ply') {
    const end = lines.indexOf('end_header');
    return lines
      .slice(0, Math.max(0, end))
      .filter((line) => ['comment', 'obj_info'].includes(wordsOf(line)[0]))
      .join('\n');
  }
  if (format === 'obj') {
    const end = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
    return lines.slice(0, end < 0 ? lines.length : end).join('\n');
  }
  const solid = lines.find((line) => line !== '') ?? '';
  return /^solid\b/i.test(solid) ? solid : head.slice(0, BINARY_STL_HEADER);
}

/** The field data that names the frame in a VTP; '' if the frame is unknown. */
export function frameField(frame: AnatomicalFrame | undefined): string {
  if (frame === undefined) return '';
  const codes = Array.from(frame, (character) => character.charCodeAt(0)).join(' ');
  const array = `<Array type="String" Name="${FRAME_FIELD}" NumberOfTuples="1" format="ascii">\n${codes} 0\n</Array>`;
  return `<FieldData>\n${array}\n</FieldData>\n`;
}
