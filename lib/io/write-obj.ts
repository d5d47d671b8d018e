// A TriangleMesh → Wavefront OBJ bytes.

import type { TriangleMesh } from '../mesh/index.ts';
import { frameComment } from './frame-in-file.ts';

/** Each coordinate is the shortest decimal that reads back to the same f64 (−0 as "-0"); vertices count from 1. */
export function writeObj({ positions, faces, frame }: TriangleMesh): Uint8Array {
  const lines = ['# written by kerf'];
  const told = frameComment(frame);
  if (told !== null) lines.push(`# ${told}`);
  for (let i = 0; i < positions.length; i += 3)
    lines.push(`v ${shortest(positions[i])} ${shortest(positions[i + 1])} ${shortest(positions[i + 2])}`);
  for (let i = 0; i < faces.length; i += 3) lines.push(`f ${faces[i] + 1} ${faces[i + 1] + 1} ${faces[i + 2] + 1}`);
  lines.push('');
  return new TextEncoder().encode(lines.join('\n'));
}

function shortest(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
