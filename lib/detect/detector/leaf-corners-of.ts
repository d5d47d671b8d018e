// A body and its leaves → a function that writes the corners of any leaf.

import type { SubTriangles, Surface } from '#records';
import { leafCorners } from '#subdivide';
import { TrianglePair } from '#triangles';

/**
 * Returns a function that writes the nine corner coordinates of a leaf (bone frame, mm). It is valid until the rows of
 * `leaves` change. It reads the columns once: reading them for each leaf took 3 % of a report.
 */
export function leafCornersOf(
  { positions, faces }: Pick<Surface, 'positions' | 'faces'>,
  leaves: SubTriangles,
): (leaf: number, out: Float64Array) => void {
  const { face, lattice } = leaves.rows.columns;
  const parent = new TrianglePair();
  let loaded = -1;
  return (leaf, out) => {
    if (face[leaf] !== loaded) {
      loaded = face[leaf];
      parent.loadFirstFace(positions, faces, loaded);
    }
    leafCorners(parent.corners, lattice, 6 * leaf, out);
  };
}
