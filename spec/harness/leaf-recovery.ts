// A contact's face, level and path → its sub-triangle in f64; the exact recovery is in validation.

import { LATTICE, leafWeights } from '#validation/sub-triangles.ts';

export { coverage, exactLeaf, leafWeights, leavesOf, pathAt, pathsByFace } from '#validation/sub-triangles.ts';

/**
 * Nine f64 coordinates: each ((w0·a + w1·b) + w2·c) / 2^26, every operation rounded.
 * @param corners nine numbers: the face where it lies. @param own those in its own frame.
 */
export function roundedLeaf(
  corners: ArrayLike<number>,
  own: ArrayLike<number>,
  resolution: number,
  level: number,
  path: number,
): number[] {
  return (leafWeights(own, resolution, level, path) ?? []).flatMap(([u, v, w]) =>
    [0, 1, 2].map((axis) => (u * corners[axis] + v * corners[3 + axis] + w * corners[6 + axis]) / LATTICE),
  );
}
