// Pairs of faces that share a point → their segments, and each face's partners.

import { stopIfUnwanted } from '#core';
import type { Surface } from '#records';
import { type SharedSegment, TrianglePair } from '#triangles';

/** The segments that the pairs share, 6 numbers each. */
export function intersectionSegmentsOf(
  bone: Surface,
  tool: Surface,
  pairs: Uint32Array,
  segment: SharedSegment,
): Float64Array {
  const out = new Float64Array(3 * pairs.length);
  const pair = new TrianglePair();
  const { positions: P, faces: F } = bone;
  const { positions: Q, faces: G } = tool;
  for (let i = 0; i < pairs.length; i += 2) {
    if (i % 256 === 0) stopIfUnwanted();
    pair.loadFirstFace(P, F, pairs[i]).loadSecondFace(Q, G, pairs[i + 1]);
    segment.find(pair, out, 3 * i);
  }
  return out;
}

/**
 * Visits, for a face of one body, the faces of the other that it shares a point with.
 * @param own 0 for the bone's faces, 1 for the tool's.
 */
export function crossingsOf(pairs: Uint32Array, own: 0 | 1): (face: number, visit: (other: number) => void) => void {
  const rows = new Map<number, number[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const others = rows.get(pairs[i + own]);
    if (others) others.push(pairs[i + 1 - own]);
    else rows.set(pairs[i + own], [pairs[i + 1 - own]]);
  }
  return (face, visit) => {
    for (const other of rows.get(face) ?? []) visit(other);
  };
}
