// Faces → how often each is halved: one byte a face.

import { leafLevel, longestEdgeSquared } from './face-shape.ts';

/**
 * Writes the leaf levels of faces from … to − 1, DEEPEST_LEVEL + 1 where a face would be halved more often.
 * @param positions of the body, in the frame in which edges are taken. @param stretch what edges are multiplied by first.
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
    const squared = longestEdgeSquared(positions, 3 * faces[3 * f], 3 * faces[3 * f + 1], 3 * faces[3 * f + 2]);
    out[f] = leafLevel(squared * stretch * stretch, resolution);
  }
}
