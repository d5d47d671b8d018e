// How many faces → how many nodes each level of a BVH over them has.

import { BRANCHING } from '#records';

/** Nodes of each level, the faces' groups first, the one at the top last; for at least one face. */
export function levelSizes(faceCount: number): number[] {
  const sizes = [Math.ceil(faceCount / BRANCHING)];
  while (sizes[sizes.length - 1] > 1) sizes.push(Math.ceil(sizes[sizes.length - 1] / BRANCHING));
  return sizes;
}
