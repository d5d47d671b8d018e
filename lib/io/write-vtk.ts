// A TriangleMesh → legacy VTK polydata bytes.

import type { TriangleMesh } from '#mesh';
import { frameComment } from './frame-in-file.ts';

/** File version 3.0, BINARY (big-endian), with float or double points as in the mesh, and int polygons. */
export function writeVtk({ positions, faces, frame }: TriangleMesh): Uint8Array {
  const double = positions instanceof Float64Array;
  const scalarBytes = double ? 8 : 4;
  const triangles = faces.length / 3;
  const told = frameComment(frame);
  const title = `written by kerf${told === null ? '' : `. ${told}`}`;
  const encoder = new TextEncoder();
  const header = encoder.encode(
    `# vtk DataFile Version 3.0\n${title}\nBINARY\nDATASET POLYDATA\nPOINTS ${positions.length / 3} ${double ? 'double' : 'float'}\n`,
  );
  const cells = encoder.encode(`\nPOLYGONS ${triangles} ${4 * triangles}\n`);
  const pointsEnd = header.length + scalarBytes * positions.length;
  const bytes = new Uint8Array(pointsEnd + cells.length + 16 * triangles + 1);
  bytes.set(header);
  bytes.set(cells, pointsEnd);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += scalarBytes) {
    if (double) view.setFloat64(at, positions[i]);
    else view.setFloat32(at, positions[i]);
  }
  at += cells.length;
  for (let i = 0; i < faces.length; i++, at += 4) {
    if (i % 3 === 0) {
      view.setUint32(at, 3);
      at += 4;
    }
    view.setUint32(at, faces[i]);
  }
  bytes[at] = '\n'.charCodeAt(0);
  return bytes;
}
