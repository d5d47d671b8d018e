// The index and the draw range of a geometry → three vertex numbers a triangle, in place if they are stored so.

import type { BufferGeometry } from 'three';
import { described, MeshError, typedArrayName } from '#core';

export interface GeometryTriangles {
  /** Three vertex numbers a triangle. A Uint32Array of the geometry, or a view of a part of it, is not copied. */
  readonly faces: Uint32Array;
  /** The geometry's number of the first of them; the rest follow without a gap. */
  readonly first: number;
}

/**
 * All triangles in the draw range, in stored order. Without an index each three vertices form one. Groups divide the
 * triangles among materials; they are ignored, so that each triangle is read once whatever its groups are.
 * @param vertexCount the geometry's. @param name what errors call the geometry.
 * @throws MeshError BAD_LENGTH if the draw range begins or ends inside a triangle, EMPTY_MESH if it has none,
 * WRONG_TYPE for an index that is no list of whole numbers.
 */
export function readTriangles(geometry: BufferGeometry, vertexCount: number, name: string): GeometryTriangles {
  const index = geometry.index ?? null;
  const indices = index?.array;
  if (index !== null && (!/^Uint(8|16|32)Array$/.test(typedArrayName(indices)) || index.itemSize !== 1))
    throw new MeshError(
      'WRONG_TYPE',
      `Geometry "${name}": its index is ${described(indices)} of ${described(index.itemSize)} numbers an item, expected unsigned integers, 1 an item; use setIndex.`,
    );
  const most = indices === undefined ? vertexCount : indices.length;
  const { start = 0, count = Number.POSITIVE_INFINITY } = geometry.drawRange ?? {};
  const from = Math.max(0, start);
  const to = Math.min(most, start + count);
  if (from % 3 !== 0 || (to - from) % 3 !== 0)
    throw new MeshError(
      'BAD_LENGTH',
      `Geometry "${name}" draws ${to - from} of ${most} corners from corner ${from} on, expected multiples of 3; pass triangles, not lines.`,
    );
  if (!(to > from))
    throw new MeshError(
      'EMPTY_MESH',
      `Geometry "${name}" draws no triangle of ${most} corners (drawRange ${start}, ${count}); give it one.`,
    );
  const first = from / 3;
  if (indices instanceof Uint32Array)
    return { faces: to - from === most ? indices : indices.subarray(from, to), first };
  const faces = new Uint32Array(to - from);
  for (let i = from; i < to; i++) faces[i - from] = indices === undefined ? i : indices[i];
  return { faces, first };
}
