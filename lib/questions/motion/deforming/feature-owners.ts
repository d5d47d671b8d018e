// Two items that share no vertex, and a feature of each → whether this is the pair of items that tests these features.
//
// A vertex has several faces and an edge has two, so the same two features belong to several pairs of items. They are
// tested with the first of those pairs, in order of the faces' numbers, that shares no vertex. That pair appears
// whenever the features meet: a point on a feature lies on all of its faces. (S. Curtis, R. Tamstorf, D. Manocha, "Fast
// collision detection for deformable models using representative-triangles", I3D 2008, give each feature one face; that
// omits pairs because that face is a neighbour, more of them than the orphans here.)
//
// Features with no such pair of faces are orphans (orphans.ts).

import type { DeformingSurface } from './deforming-surface.ts';

/** @param item one of the vertex's. @param face the one it may meet; they share no vertex. */
export function ownsVertexFace(surface: DeformingSurface, vertex: number, item: number, face: number): boolean {
  const { starts, values } = surface.vertexItems;
  for (let i = starts[vertex]; values[i] !== item; i++) if (!surface.areNeighbours(values[i], face)) return false;
  return true;
}

/** @param item one of the edge's. @param otherItem one of the other edge's; they share no vertex. */
export function ownsEdges(
  surface: DeformingSurface,
  edge: number,
  item: number,
  other: number,
  otherItem: number,
): boolean {
  // Pairs are ordered by the lesser edge's faces first.
  if (edge > other) return ownsEdges(surface, other, otherItem, edge, item);
  const { starts, values } = surface.edgeItems;
  for (let i = starts[edge]; i < starts[edge + 1]; i++)
    for (let j = starts[other]; j < starts[other + 1]; j++) {
      if (values[i] === item && values[j] === otherItem) return true;
      if (!surface.areNeighbours(values[i], values[j])) return false;
    }
  return false;
}
