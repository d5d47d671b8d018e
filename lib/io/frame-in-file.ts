// The head of a mesh file → the anatomical frame that it names, if any; and a frame → the words that name it.
//
// The convention is 3D Slicer's (vtkMRMLModelStorageNode): SPACE=RAS or SPACE=LPS in the header of an STL, a comment of
// a PLY or OBJ, or the title of a legacy VTK file; in a VTP it is a field array "SPACE".

import type { AnatomicalFrame } from '../mesh/index.ts';
import type { MeshFormat } from './mesh-format.ts';

/** Comments are looked for in this many bytes at the head of a file. */
const HEAD = 2 ** 16;

/** The frame that a file names in its head. A field array of a VTP is read only if it is ascii. */
export function frameInFile(bytes: Uint8Array, format: MeshFormat): AnatomicalFrame | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, format === 'stl' ? 80 : HEAD));
  if (format === 'vtp') return frameInField(head);
  const told = /SPACE=(RAS|LPS)\b/.exec(comments(head, format).join('\n'));
  return told === null ? undefined : (told[1] as AnatomicalFrame);
}

/** The comment that names the frame of a mesh in its file; null if the frame is unknown. */
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

/** VTK writes a string array as the codes of its characters, with a 0 at the end. */
function frameInField(head: string): AnatomicalFrame | undefined {
  const field = /<(?:Data)?Array\b[^>]*\bName="SPACE"[^>]*>([\d\s]*)/.exec(head);
  if (field === null || !field[0].includes('format="ascii"')) return undefined;
  const text = String.fromCharCode(...field[1].trim().split(/\s+/).map(Number)).replace(/\0.*$/s, '');
  return text === 'RAS' || text === 'LPS' ? text : undefined;
}

/** The field data that names the frame in a VTP; '' if the frame is unknown. */
export function frameField(frame: AnatomicalFrame | undefined): string {
  if (frame === undefined) return '';
  const codes = Array.from(frame, (character) => character.charCodeAt(0)).join(' ');
  const array = `<Array type="String" Name="SPACE" NumberOfTuples="1" format="ascii">\n${codes} 0\n</Array>`;
  return `<FieldData>\n${array}\n</FieldData>\n`;
}
