// Bodies and reports → what the picture's thread draws.

import type { CandidateRegion, ContactReport, FirstContact, TriangleMesh } from 'kerf';
import { sphere } from 'kerf/datasets';
import { cellsOf } from './cells.ts';
import { colourOf } from './colours.ts';
import { moved, type Touching } from './more-bodies.ts';
import { outlines } from './outlines.ts';
import type { Drawn, DrawnMesh, DrawnTouch } from './picture-wire.ts';

/** mm: of the ball at the point where a stroke first touches. */
const RADIUS = 1;

export function drawnMesh({ positions, faces }: TriangleMesh): DrawnMesh {
  return { points: Float32Array.from(positions), cells: cellsOf(faces.length, 3, faces) };
}

/**
 * @param pose the tool's.
 * @param others reports of other pairs, in their bones' frames.
 * @param touch a marked stroke's first contact.
 */
export function drawnReport(
  serial: number,
  pose: Float64Array,
  own: ContactReport,
  others: readonly Touching[],
  touch: DrawnTouch | null,
): Drawn {
  const all = [marksOf(own), ...others.map(({ report, bonePose }) => marksOf(report, bonePose))];
  const joined = (name: 'corners' | 'outlines' | 'curve') => {
    const out = new Float32Array(all.reduce((sum, marks) => sum + marks[name].length, 0));
    join(
      all.map((marks) => marks[name]),
      out,
    );
    return out;
  };
  const colours = new Uint8Array(all.reduce((sum, marks) => sum + marks.colours.length, 0));
  join(
    all.map((marks) => marks.colours),
    colours,
  );
  return {
    ...{ kind: 'report', serial, pose, colours, touch },
    ...{ inside: insideOf([own, ...others.map(({ report }) => report)]) },
    ...{ corners: joined('corners'), outlines: joined('outlines'), curve: joined('curve') },
  };
}

/** A report with nothing to draw. */
export function nothingDrawn(serial: number, pose: Float64Array): Drawn {
  const none = () => new Float32Array();
  return {
    ...{ kind: 'report', serial, pose, colours: new Uint8Array(), inside: new Uint32Array(), touch: null },
    ...{ corners: none(), outlines: none(), curve: none() },
  };
}

/** Rows of negative distance, numbered consecutively across the reports. */
function insideOf(reports: readonly ContactReport[]): Uint32Array {
  const rows: number[] = [];
  let first = 0;
  for (const { contacts } of reports) {
    for (let row = 0; row < contacts.length; row++) if (contacts.distance[row] < 0) rows.push(first + row);
    first += contacts.length;
  }
  return Uint32Array.from(rows);
}

/** Writes the arrays to `out`, one after the other. */
function join(arrays: readonly ArrayLike<number>[], out: Float32Array | Uint8Array): void {
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
}

type Marks = Omit<Drawn & { readonly kind: 'report' }, 'kind' | 'serial' | 'pose' | 'inside' | 'touch'>;

/** @param pose the report's frame → the picture's; null if they are the same. */
function marksOf({ contacts, intersectionSegments }: ContactReport, pose: readonly number[] | null = null): Marks {
  const { corners, distance, patch } = contacts;
  const colours = new Uint8Array(9 * distance.length);
  for (let i = 0; i < distance.length; i++) {
    const colour = colourOf(distance[i]);
    for (let corner = 0; corner < 3; corner++) colours.set(colour, 9 * i + 3 * corner);
  }
  const placed = (points: Float64Array | Float32Array) => {
    const out = Float32Array.from(points);
    if (pose !== null) for (let v = 0; v < points.length; v += 3) out.set(moved(pose, points, v), v);
    return out;
  };
  return {
    corners: placed(corners),
    colours,
    outlines: placed(outlines(corners, patch)),
    curve: placed(intersectionSegments),
  };
}

export function drawnTouch({ highPose, bonePoint }: FirstContact): DrawnTouch {
  const [x, y, z] = bonePoint;
  return { pose: highPose, ball: drawnMesh(sphere({ radius: RADIUS, center: [x, y, z], subdivisions: 2 })) };
}

export function drawnRegion(
  { boneFaces, scanlines, axis, spacing }: CandidateRegion,
  { positions, faces }: TriangleMesh,
): Drawn {
  const edges: number[] = [];
  for (const face of boneFaces)
    for (let k = 0; k < 3; k++)
      for (const corner of [faces[3 * face + k], faces[3 * face + ((k + 1) % 3)]])
        edges.push(positions[3 * corner], positions[3 * corner + 1], positions[3 * corner + 2]);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const lines: number[] = [...scanlines];
  for (let end = 0; end < scanlines.length; end += 3)
    for (let side = 0; side < 4; side++)
      for (const corner of [side, side + 1]) {
        const at = Array.from(scanlines.subarray(end, end + 3));
        at[u] += (spacing / 2) * Math.SQRT2 * Math.cos((Math.PI / 4) * (2 * corner + 1));
        at[v] += (spacing / 2) * Math.SQRT2 * Math.sin((Math.PI / 4) * (2 * corner + 1));
        lines.push(...at);
      }
  return { kind: 'region', faces: Float32Array.from(edges), scanlines: Float32Array.from(lines) };
}

/** The buffers that a message transfers, so that none is copied. */
export function buffersOf(drawn: Drawn): ArrayBuffer[] {
  return arraysOf(drawn).map(({ buffer }) => buffer as ArrayBuffer);
}

function arraysOf(drawn: Drawn): readonly ArrayBufferView[] {
  if (drawn.kind === 'bodies') return [drawn.bone.points, drawn.bone.cells, drawn.tool.points, drawn.tool.cells];
  if (drawn.kind === 'others') return [drawn.others.points, drawn.others.cells];
  if (drawn.kind === 'task') return Object.values(drawn.parts).flatMap(({ points, cells }) => [points, cells]);
  if (drawn.kind === 'region') return [drawn.faces, drawn.scanlines];
  if (drawn.kind === 'edit') return [drawn.positions];
  if (drawn.kind === 'renumber') return [];
  return [drawn.corners, drawn.colours, drawn.inside, drawn.outlines, drawn.curve];
}
