// Bodies and reports → what the picture's thread draws.

import type { ContactReport, TriangleMesh } from 'kerf';
import { cellsOf } from './cells.ts';
import { colourOf } from './colours.ts';
import { outlines } from './outlines.ts';
import type { Drawn, DrawnMesh } from './picture-wire.ts';

export function drawnMesh({ positions, faces }: TriangleMesh): DrawnMesh {
  return { points: Float32Array.from(positions), cells: cellsOf(faces.length, 3, faces) };
}

export function drawnReport(serial: number, { contacts, intersectionSegments }: ContactReport): Drawn {
  const { corners, distance, patch } = contacts;
  const colours = new Uint8Array(9 * distance.length);
  for (let i = 0; i < distance.length; i++) {
    const colour = colourOf(distance[i]);
    for (let corner = 0; corner < 3; corner++) colours.set(colour, 9 * i + 3 * corner);
  }
  return {
    kind: 'report',
    serial,
    corners: Float32Array.from(corners),
    colours,
    outlines: outlines(corners, patch),
    curve: Float32Array.from(intersectionSegments),
  };
}

/** The buffers that a message hands over, so that none is copied. */
export function buffersOf(drawn: Drawn): ArrayBuffer[] {
  const arrays =
    drawn.kind === 'bodies'
      ? [drawn.bone.points, drawn.bone.cells, drawn.tool.points, drawn.tool.cells]
      : [drawn.corners, drawn.colours, drawn.outlines, drawn.curve];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}
