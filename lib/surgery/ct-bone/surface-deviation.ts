// Two surfaces → how far the vertices of each lie from the other.

import { BoneBody } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { NearestFace } from '#proximity';

/**
 * How far the vertices of one surface lie from another, mm. A point between two vertices may lie farther away, by at
 * most half the edge between them.
 */
export interface VertexDistances {
  readonly greatest: number;
  /** 99 of 100 vertices are no farther away. */
  readonly of99Percent: number;
}

interface SurfaceDeviation {
  readonly firstToSecond: VertexDistances;
  readonly secondToFirst: VertexDistances;
}

/**
 * The distances from the vertices that faces use to the other surface, not to its vertices: each is the distance to the
 * nearest face, up to rounding.
 */
export function surfaceDeviation(first: TriangleMesh, second: TriangleMesh): SurfaceDeviation {
  return { firstToSecond: distances(first, second), secondToFirst: distances(second, first) };
}

function distances({ positions, faces }: TriangleMesh, surface: TriangleMesh): VertexDistances {
  const nearest = new NearestFace(new BoneBody(surface));
  const isDone = new Uint8Array(positions.length / 3);
  const squared = new Float64Array(isDone.length);
  let count = 0;
  for (const vertex of faces) {
    if (isDone[vertex] === 1) continue;
    isDone[vertex] = 1;
    // The order of the faces is such that the last vertex's nearest face is a good first guess for this vertex.
    nearest.find(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2], nearest.face);
    squared[count++] = nearest.squared;
  }
  const sorted = squared.subarray(0, count).sort();
  return {
    greatest: Math.sqrt(sorted[count - 1]),
    of99Percent: Math.sqrt(sorted[Math.ceil(0.99 * count) - 1]),
  };
}
