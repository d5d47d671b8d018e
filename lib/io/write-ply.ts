// A TriangleMesh → binary little-endian PLY bytes.

import type { TriangleMesh } from '#mesh';
import { frameComment } from './frame-in-file.ts';

/** Coordinates are float or double, as in the mesh. A face is a uchar 3 and three ints. */
export function writePly({ positions, faces, frame }: TriangleMesh): Uint8Array {
  const double = positions instanceof Float64Array;
  const told = frameComment(frame);
  const scalar = double ? 'double' : 'float';
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      'comment written by kerf',
      ...(told === null ? [] : [`comment ${told}`]),
      `element vertex ${positions.length / 3}`,
      ...['x', 'y', 'z'].map((axis) => `property ${scalar} ${axis}`),
      `element face ${faces.length / 3}`,
      'property list uchar int vertex_indices',
      'end_header\n',
    ].join('\n'),
  );
  const scalarBytes = double ? 8 : 4;
  const bytes = new Uint8Array(header.length + scalarBytes * positions.length + (13 * faces.length) / 3);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += scalarBytes) {
    if (double) view.setFloat64(at, positions[i], true);
    else view.setFloat32(at, positions[i], true);
  }
  for (let i = 0; i < faces.length; i++, at += 4) {
    if (i % 3 === 0) view.setUint8(at++, 3);
    view.setUint32(at, faces[i], true);
  }
  return bytes;
}
