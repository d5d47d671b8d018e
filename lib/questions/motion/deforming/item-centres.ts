// The items of a surface, by their positions → their centres, over which a tree is built.

import type { DeformingSurface } from './deforming-surface.ts';

/** @param positions xyz of each vertex. @returns xyz of each item. */
export function itemCentres({ corners }: Pick<DeformingSurface, 'corners'>, positions: Float64Array): Float64Array {
  const centres = new Float64Array(corners.length);
  for (let i = 0; i < corners.length; i++) {
    const first = i - (i % 3);
    for (let k = 0; k < 3; k++) centres[first + k] += positions[3 * corners[i] + k] / 3;
  }
  return centres;
}
