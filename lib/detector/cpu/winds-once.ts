// A mesh → whether its winding number is everywhere 0 or one other number, of 1 and −1, exactly.
//
// Along an edge of two faces that face one way, what lies on the front of one lies on the front of the other. So on a
// surface of one part, all of whose edges are such and whose faces meet in common corners and edges alone, the winding
// number in front of every face is the same, and one more behind it. One of both is that of the outside, 0, and every
// part of space that the surface bounds lies in front of a face or behind one.

import { inspectMesh, type TriangleMesh } from '#mesh';
import { selfIntersections } from './self-intersections.ts';

/** Of more faces it is not asked: it takes about a tenth of a millisecond a face. */
const MOST_FACES = 2 ** 14;

export function windsOnce(mesh: TriangleMesh): boolean {
  if (mesh.faces.length > 3 * MOST_FACES) return false;
  const { closed, oriented, manifold, components, degenerateFaces } = inspectMesh(mesh);
  if (!closed || !oriented || !manifold || components !== 1 || degenerateFaces > 0) return false;
  return selfIntersections(mesh).length === 0;
}
