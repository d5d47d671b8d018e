// Faces around each vertex → whether they form one fan.

import { DisjointSets } from './disjoint-sets.ts';
import type { VertexFaces } from './vertex-faces.ts';

/**
 * Whether at every welded vertex the faces hang together through shared edges at that vertex. With at most two faces an edge (which this does not
 * check) that makes them one cycle or one open strip. Uses 8 bytes a vertex while it runs.
 */
export function haveOneFanEach(around: VertexFaces, faces: Uint32Array, welded: Uint32Array): boolean {
  const vertexCount = welded.length;
  const visit = new Uint32Array(vertexCount);
  const place = new Uint32Array(vertexCount);
  const ring: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const count = around.list(vertex, ring);
    if (count < 2) continue;
    const fans = new DisjointSets(count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        const end = welded[faces[3 * ring[i] + k]];
        if (end === vertex) continue;
        if (visit[end] === vertex + 1) fans.join(place[end], i);
        visit[end] = vertex + 1;
        place[end] = i;
      }
    }
    for (let i = 1; i < count; i++) if (fans.find(i) !== 0) return false;
  }
  return true;
}
