// Number of faces → number of nodes on each level of a BVH over them.

import { BRANCHING } from '#records';

/** Nodes of each level, from the faces' groups up to the root; for at least one face. */
export function levelSizes(faceCount: number): number[] {
  const sizes = [Math.ceil(faceCount / BRANCHING)];
  while (sizes[sizes.length - 1] > 1) sizes.push(Math.ceil(sizes[sizes.length - 1] / BRANCHING));
  return sizes;
}
