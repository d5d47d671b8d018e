// Faces → how often each is halved, one byte per face.

import { cornerOffset, leafEdgeSlack } from '#core';
import { largestCoordinate, leafLevel, longestEdgeSquared } from '#triangles';

/**
 * Writes the leaf levels of faces from … to − 1, DEEPEST_LEVEL + 1 if a face would be halved more often.
 * @param positions of the body, in the frame in which edges are taken.
 * @param stretch the factor applied to edges beforehand.
 */
export function faceLevels(
  positions: Float64Array,
  faces: Uint32Array,
  from: number,
  to: number,
  resolution: number,
  stretch: number,
  out: Uint8Array,
): void {
  for (let f = from; f < to; f++) {
    const a = cornerOffset(faces, f, 0);
    const b = cornerOffset(faces, f, 1);
    const c = cornerOffset(faces, f, 2);
    const squared = longestEdgeSquared(positions, a, b, c) * stretch * stretch;
    const level = leafLevel(squared, resolution);
    // The whole face has its given corners; those of its parts are rounded.
    out[f] = level === 0 ? 0 : leafLevel(squared, resolution - leafEdgeSlack(largestCoordinate(positions, a, b, c)));
  }
}
