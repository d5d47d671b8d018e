// A TriangleMesh → Wavefront OBJ bytes.

import type { TriangleMesh } from '#mesh';
import { frameComment } from './frame-in-file.ts';
import { joinedBytes } from './joined-bytes.ts';

/** Lines encoded at once, so that neither a text nor a list of lines grows with the mesh. */
const LINES = 2 ** 14;

/** Each coordinate is the shortest decimal that reads back to the same f64 (−0 as "-0"). Vertices count from 1. */
export function writeObj({ positions, faces, frame }: TriangleMesh): Uint8Array {
  const encoder = new TextEncoder();
  const told = frameComment(frame);
  const parts = [encoder.encode(`# written by kerf\n${told === null ? '' : `# ${told}\n`}`)];
  const write = (count: number, line: (i: number) => string): void => {
    for (let first = 0; first < count; first += LINES) {
      let text = '';
      for (let i = first; i < Math.min(count, first + LINES); i++) text += line(3 * i);
      parts.push(encoder.encode(text));
    }
  };
  write(
    positions.length / 3,
    (i) => `v ${shortest(positions[i])} ${shortest(positions[i + 1])} ${shortest(positions[i + 2])}\n`,
  );
  write(faces.length / 3, (i) => `f ${faces[i] + 1} ${faces[i + 1] + 1} ${faces[i + 2] + 1}\n`);
  return joinedBytes(parts);
}

function shortest(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
