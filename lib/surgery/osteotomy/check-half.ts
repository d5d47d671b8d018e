// A half of a cut surface → whether it is what a cut of exact numbers is: closed, oriented, manifold wherever it was
// so, every new face with an area, and no two faces that meet but for those that met before.
//
// Only the faces that the cut has made can have lost any of this by the rounding of their corners; the others are as
// they were, and met each other before if they do now.

import { intersectionsOf } from '#detector';
import { inspectMesh, keptFaces, nonManifoldVertices, type TriangleMesh, weldVertices } from '#mesh';

/**
 * By face: the face of the surface before the cut of which it is a part, −1 for the section's; and whether it is new.
 */
interface Origins {
  readonly sources: ArrayLike<number>;
  readonly isNew: (face: number) => boolean;
}

/** @returns what is wrong, for a message; null if nothing is. */
export function faultOf(half: TriangleMesh, { sources, isNew }: Origins, before: TriangleMesh): string | null {
  const { closed, oriented, manifold } = inspectMesh(half);
  if (!closed || !oriented) return 'would leave a surface open';
  if (!manifold && isNewlyPinched(half, before)) return 'would let parts of the surface touch at a corner or an edge';
  const made = { ...half, ...keptFaces(half.positions, half.faces, isNew) };
  if (made.faces.length === 0) return null;
  if (inspectMesh(made).degenerateFaces > 0) return 'would make faces without an area';
  const pairs = intersectionsOf(half, isNew);
  const met = new Set<number>();
  const faceCount = before.faces.length / 3;
  const keyOf = (a: number, b: number) => Math.min(a, b) * faceCount + Math.max(a, b);
  const asked = new Set<number>();
  for (let i = 0; i < pairs.length; i += 2) {
    const [a, b] = [sources[pairs[i]], sources[pairs[i + 1]]];
    if (a < 0 || b < 0 || a === b) return 'would make faces meet that did not';
    asked.add(a).add(b);
  }
  if (asked.size === 0) return null;
  const earlier = intersectionsOf(before, (face) => asked.has(face));
  for (let i = 0; i < earlier.length; i += 2) met.add(keyOf(earlier[i], earlier[i + 1]));
  for (let i = 0; i < pairs.length; i += 2)
    if (!met.has(keyOf(sources[pairs[i]], sources[pairs[i + 1]]))) return 'would make faces meet that did not';
  return null;
}

/** Whether a surface is not manifold at a place where the one before the cut was. */
function isNewlyPinched(surface: TriangleMesh, before: TriangleMesh): boolean {
  const had = new Set(pinchesOf(before));
  return pinchesOf(surface).some((place) => !had.has(place));
}

function pinchesOf({ positions, faces }: TriangleMesh): string[] {
  const welded = weldVertices(positions);
  return nonManifoldVertices(
    faces.map((v) => welded[v]),
    welded.length,
  ).map((v) => positions.subarray(3 * v, 3 * v + 3).join());
}
