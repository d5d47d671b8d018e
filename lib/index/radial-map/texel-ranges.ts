// Faces → for each texel the ranges of distance at which its cone may meet a face, one per face and texel.

import { f32Above, f32Below, GrowingArray } from '#core';
import { ConeWalk } from './cone-walk.ts';
import { CONE_SLACK, SQUARE_GROW, SQUARE_SHRINK } from './slack.ts';

/** Parallel rows: a texel, and the squares of the ends of a range in it, rounded outward. */
export interface TexelRanges {
  readonly texels: GrowingArray<Uint32Array>;
  readonly lows: GrowingArray<Float32Array>;
  readonly highs: GrowingArray<Float32Array>;
}

/**
 * @param points xyz per vertex, in the map's frame: none above 1.
 * @param faces three vertices per face.
 * @param size texels along an edge.
 */
export function texelRanges(points: Float64Array, faces: Uint32Array, size: number): TexelRanges {
  const texels = new GrowingArray(new Uint32Array(1024));
  const lows = new GrowingArray(new Float32Array(1024));
  const highs = new GrowingArray(new Float32Array(1024));
  const walk = new ConeWalk(size, CONE_SLACK, (texel, range) => {
    texels.push(texel);
    lows.push(f32Below(range[0] * range[0] * SQUARE_SHRINK));
    highs.push(f32Above(range[1] * range[1] * SQUARE_GROW));
    return true;
  });
  for (let i = 0; i < faces.length; i += 3) walk.visit(points, 3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]);
  return { texels, lows, highs };
}
