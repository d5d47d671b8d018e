// The form of every convex body: the points within `radius` of the convex hull of `points`.
//
//   sphere   1 point,  radius > 0       box     8 points, radius 0
//   capsule  2 points, radius > 0       k-DOP, hull   their vertices, radius 0
//
// A question about posed bodies refers to the stored coordinates of these points (core/pose.ts): the exact answer is
// the one for conv(stored points) ⊕ ball. Every algorithm of the room works on this form alone.

import type { ConvexShape } from './convex-shape.ts';

/** A convex body, made by createConvex or enclosing. It is never changed. */
export interface Convex {
  readonly kind: ConvexShape['kind'];
}

export class ConvexBody implements Convex {
  readonly kind: ConvexShape['kind'];
  /** xyz a vertex, mm, in the body's own frame. In a polyhedron each is an extreme point, and no two are equal. */
  readonly points: Float64Array;
  /** mm, ≥ 0. */
  readonly radius: number;
  /**
   * Three vertices a triangle, counter-clockwise seen from outside: the surface of conv(points), closed. A flat body
   * has both of its sides; a segment or a point has none.
   */
  readonly faces: Uint32Array;
  /** The vertices joined to vertex v by an edge of `faces`: neighbours[starts[v]] … neighbours[starts[v + 1] − 1]. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** The largest magnitude of a coordinate of a point of the body, radius included, mm. */
  readonly magnitude: number;

  constructor(kind: ConvexShape['kind'], points: Float64Array, faces: Uint32Array, radius = 0) {
    this.kind = kind;
    this.points = points;
    this.faces = faces;
    this.radius = radius;
    const { starts, neighbours } = neighboursOf(points.length / 3, faces);
    this.starts = starts;
    this.neighbours = neighbours;
    this.magnitude = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0) + radius;
  }
}

/** Edges of a closed surface → the neighbours of each vertex. Each edge is in two faces, once each way. */
function neighboursOf(vertexCount: number, faces: Uint32Array): { starts: Uint32Array; neighbours: Uint32Array } {
  const sets = Array.from({ length: vertexCount }, () => new Set<number>());
  for (let i = 0; i < faces.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    sets[faces[i]].add(faces[next]);
    sets[faces[next]].add(faces[i]);
  }
  const starts = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) starts[v + 1] = starts[v] + sets[v].size;
  return { starts, neighbours: Uint32Array.from(sets.flatMap((set) => [...set].sort((a, b) => a - b))) };
}
