// A mesh → whether its winding number takes only the value 0 and one other, either 1 or −1, exactly.
//
// At an edge of two consistently oriented faces, the space in front of one is the space in front of the other. So on a
// connected surface with only such edges, whose faces meet only in common corners and edges, the winding number in
// front of every face is the same, and one more behind it. One of the two is 0, the value outside, and every part of
// space that the surface bounds lies in front of a face or behind one.

import { inspectMesh, type TriangleMesh } from '#mesh';
import { selfIntersections } from './self-intersections.ts';

/** Meshes with more faces are not checked: it takes about a tenth of a millisecond a face. */
const MOST_FACES = 2 ** 14;

export function windsOnce(mesh: TriangleMesh): boolean {
  if (mesh.faces.length > 3 * MOST_FACES) return false;
  const { closed, oriented, manifold, components, degenerateFaces } = inspectMesh(mesh);
  if (!closed || !oriented || !manifold || components !== 1 || degenerateFaces > 0) return false;
  return selfIntersections(mesh).length === 0;
}
