// A body in its own frame → the words of its geometry buffer: grid coordinates of its vertices, then its faces with
// their leaf levels.

import { toGrid } from '#gpu';
import { FACE, RETIRED_CORNER, type Surface, wordOffsets, wordsOf } from '#records';

const AT = wordOffsets(FACE);
const FACE_WORDS = wordsOf(FACE);

/** Offsets in a geometry buffer, in words. Capacity beyond the counts is for edits. */
export interface GeometryLayout {
  readonly vertexCapacity: number;
  readonly faceCapacity: number;
  /** First word of the faces. */
  readonly faceOffset: number;
  readonly words: number;
}

/** @param spare share of the present counts to leave free, 0 for a body that is never edited. */
export function geometryLayout(vertexCount: number, faceCount: number, spare: number): GeometryLayout {
  const vertexCapacity = Math.ceil(vertexCount * (1 + spare));
  const faceCapacity = Math.ceil(faceCount * (1 + spare));
  return {
    vertexCapacity,
    faceCapacity,
    faceOffset: 3 * vertexCapacity,
    words: 3 * vertexCapacity + FACE_WORDS * faceCapacity,
  };
}

/** Words of vertices from … to − 1. @param positions own frame, mm. */
export function vertexWords(
  positions: Float64Array,
  from: number,
  to: number,
  centre: readonly [number, number, number],
  unit: number,
): Int32Array {
  const out = new Int32Array(3 * (to - from));
  toGrid(positions.subarray(3 * from, 3 * to), centre, unit, out);
  return out;
}

/** Words of faces from … to − 1. @param levels one byte per face. */
export function faceWords(
  { faces, retired }: Pick<Surface, 'faces' | 'retired'>,
  from: number,
  to: number,
  levels: Uint8Array,
): Uint32Array {
  const out = new Uint32Array(FACE_WORDS * (to - from));
  for (let face = from; face < to; face++) {
    const at = FACE_WORDS * (face - from);
    out[at + AT.a] = retired !== null && retired[face] === 1 ? RETIRED_CORNER : faces[3 * face];
    out[at + AT.b] = faces[3 * face + 1];
    out[at + AT.c] = faces[3 * face + 2];
    out[at + AT.leafLevel] = levels[face];
  }
  return out;
}
