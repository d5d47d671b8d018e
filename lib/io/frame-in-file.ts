// The head of a mesh file → the anatomical frame that it tells, if any; and the words that tell it.
//
// The convention is 3D Slicer's (vtkMRMLModelStorageNode): SPACE=RAS or SPACE=LPS in an STL's header, a PLY's or OBJ's
// comment or a legacy VTK file's title; in VTP a field array "SPACE".

import type { AnatomicalFrame } from '../mesh/index.ts';
import type { MeshFormat } from './mesh-format.ts';

/** Comments of a file's head are looked for in so many bytes. */
const HEAD = 2 ** 16;

/** What a file tells of its frame in its head; a field array of a VTP only where it is ascii. */
export function frameInFile(bytes: Uint8Array, format: MeshFormat): AnatomicalFrame | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, format === 'stl' ? 80 : HEAD));
  if (format === 'vtp') return frameInField(head);
  const told = /SPACE=(RAS|LPS)\b/.exec(comments(head, format).join('\n'));
  return told === null ? undefined : (told[1] as AnatomicalFrame);
}

/** The comment for a file of a mesh in that frame; null where it is unknown. */
export function frameComment(frame: AnatomicalFrame | undefined): string | null {
  return frame === undefined ? null : `SPACE=${frame}`;
}

/** The lines of a file's head that its format leaves to the writer. */
function comments(head: string, format: MeshFormat): string[] {
  const lines = head.split(/\r\n|\n|\r/);
  if (format === 'ply') {
    const end = lines.indexOf('end_header');
    return lines.slice(0, Math.max(0, end)).filter((line) => /^(comment|obj_info)\s/.test(line));
  }
  if (format === 'obj') {
    const end = lines.findIndex((line) => !/^\s*(#.*)?$/.test(line));
    return lines.slice(0, end < 0 ? lines.length : end);
  }
  return format === 'vtk' ? lines.slice(1, 2) : lines.slice(0, 1);
}

/** VTK writes a string array as the codes of its characters, 0 at the end. */
function frameInField(head: string): AnatomicalFrame | undefined {
  const field = /<(?:Data)?Array\b[^>]*\bName="SPACE"[^>]*>([\d\s]*)/.exec(head);
  if (field === null || !field[0].includes('format="ascii"')) return undefined;
  const text = String.fromCharCode(...field[1].trim().split(/\s+/).map(Number)).replace(/\0.*$/s, '');
  return text === 'RAS' || text === 'LPS' ? text : undefined;
}

/** The field data of a VTP that tells the frame; '' where it is unknown. */
export function frameField(frame: AnatomicalFrame | undefined): string {
  if (frame === undefined) return '';
  const codes = Array.from(frame, (character) => character.charCodeAt(0)).join(' ');
  const array = `<Array type="String" Name="SPACE" NumberOfTuples="1" format="ascii">\n${codes} 0\n</Array>`;
  return `<FieldData>\n${array}\n</FieldData>\n`;
}
