// A map's own surface, for tests against another map: its arrays, its BVH, and its vertices shell by shell.
//
//   shells   ├─ 0 ─┤├──── 1 ────┤    A shell is a set of faces that hang together by shared vertices. If two surfaces
//   vertices │3 7 8││0 1 2 4 5 6│    share no point, a shell is on one side of the other: any vertex says on which.

import { DisjointSets } from '#core';
import type { Bvh } from '#records';

export interface MapSurface {
  /** xyz per vertex, mm. */
  readonly positions: Float64Array;
  /** Three vertices per face. */
  readonly faces: Uint32Array;
  readonly bvh: Bvh;
  /** Low x, y, z, high x, y, z of the vertices that faces use. */
  readonly box: Float64Array;
  /** No coordinate of these vertices, or of the map's centre, is larger. */
  readonly magnitude: number;
  /** Each vertex that a face uses, once: shell s has those from shells[s] to shells[s + 1] − 1. */
  readonly vertices: Uint32Array;
  readonly shells: Uint32Array;
}

type Parts = Omit<MapSurface, 'vertices' | 'shells'>;

/** @param parts are kept, not copied. */
export function mapSurface(parts: Parts): MapSurface {
  return { ...parts, ...shellsOf(parts.faces, parts.positions.length / 3) };
}

/** The memory of its arrays. */
export function surfaceBytes({ positions, faces, bvh, box, vertices, shells }: MapSurface): number {
  const arrays = [positions, faces, bvh.order, ...bvh.levels, box, vertices, shells];
  return arrays.reduce((sum, array) => sum + array.byteLength, 0);
}

/** Shells in the order of their least vertices, and the vertices of each in ascending order. */
function shellsOf(faces: Uint32Array, vertexCount: number): Pick<MapSurface, 'vertices' | 'shells'> {
  const sets = new DisjointSets(vertexCount);
  const isUsed = new Uint8Array(vertexCount);
  for (let i = 0; i < faces.length; i += 3) {
    sets.join(faces[i], faces[i + 1]);
    sets.join(faces[i], faces[i + 2]);
    for (let k = 0; k < 3; k++) isUsed[faces[i + k]] = 1;
  }
  // A set's number is that of its least member, which comes first.
  const numbers = new Uint32Array(vertexCount);
  const counts: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (isUsed[vertex] === 0) continue;
    const least = sets.find(vertex);
    if (least === vertex) {
      numbers[vertex] = counts.length;
      counts.push(0);
    }
    counts[numbers[least]]++;
  }
  const shells = new Uint32Array(counts.length + 1);
  for (let shell = 0; shell < counts.length; shell++) shells[shell + 1] = shells[shell] + counts[shell];
  const vertices = new Uint32Array(shells[counts.length]);
  const next = shells.slice();
  for (let vertex = 0; vertex < vertexCount; vertex++)
    if (isUsed[vertex] === 1) vertices[next[numbers[sets.find(vertex)]]++] = vertex;
  return { vertices, shells };
}
