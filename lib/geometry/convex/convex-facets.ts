// A convex body's triangles → its facets (convex polygons), its edges, and their adjacency.
//
// Triangles that share an edge and a plane, exactly, in the body's own frame, are one facet. The two sides of a flat
// body share a plane too, but are seen from opposite ends of its normal: they stay two facets.

import { DisjointSets } from '#core';
import { openAxis, planeSide, sideAlong } from '#triangles';
import type { ConvexBody } from './convex-body.ts';

const NONE = -1;

/**
 * Every vertex, edge and facet of a body. One number names a feature: vertices come first, then edges, then facets.
 *
 *            head                 Edge e runs from tails[e] to heads[e]; the tail has the lower number. Seen
 *             │                   from outside with the head above the tail, facet lefts[e] is on its left and
 *    lefts[e] │ rights[e]         rights[e] on its right; both are −1 in a segment, which has no facet.
 *             │
 *            tail                 Facet f has the corners corners[i], i from starts[f] up to starts[f + 1],
 *                                 counter-clockwise seen from outside; sides[i] is the edge from corner i to the next.
 */
export class ConvexFacets {
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly facetCount: number;
  readonly tails: Uint32Array;
  readonly heads: Uint32Array;
  readonly lefts: Int32Array;
  readonly rights: Int32Array;
  readonly starts: Uint32Array;
  readonly corners: Uint32Array;
  readonly sides: Uint32Array;
  /** Three corners of each facet that span its plane well. */
  readonly spans: Uint32Array;
  /** The edges at vertex v: vertexEdges[i], i from edgeStarts[v] up to edgeStarts[v + 1]. */
  readonly edgeStarts: Uint32Array;
  readonly vertexEdges: Uint32Array;

  constructor(body: ConvexBody) {
    const polygons = polygonsOf(body.points, body.faces);
    const vertexCount = body.points.length / 3;
    const edges = new EdgeList(vertexCount);
    const sides = polygons.map((polygon, facet) =>
      polygon.map((from, i) => edges.add(from, polygon[(i + 1) % polygon.length], facet)),
    );
    if (vertexCount === 2) edges.add(0, 1, NONE);
    this.vertexCount = vertexCount;
    this.edgeCount = edges.tails.length;
    this.facetCount = polygons.length;
    this.tails = Uint32Array.from(edges.tails);
    this.heads = Uint32Array.from(edges.heads);
    this.lefts = Int32Array.from(edges.lefts);
    this.rights = Int32Array.from(edges.rights);
    this.starts = startsOf(polygons);
    this.corners = Uint32Array.from(polygons.flat());
    this.sides = Uint32Array.from(sides.flat());
    this.spans = spansOf(body.points, polygons);
    const atVertex = Array.from({ length: vertexCount }, (): number[] => []);
    for (let edge = 0; edge < this.edgeCount; edge++)
      for (const end of [edges.tails[edge], edges.heads[edge]]) atVertex[end].push(edge);
    this.edgeStarts = startsOf(atVertex);
    this.vertexEdges = Uint32Array.from(atVertex.flat());
  }
}

/** Edges, each once, in order of first appearance. */
class EdgeList {
  readonly tails: number[] = [];
  readonly heads: number[] = [];
  readonly lefts: number[] = [];
  readonly rights: number[] = [];
  readonly #vertexCount: number;
  readonly #numbers = new Map<number, number>();

  constructor(vertexCount: number) {
    this.#vertexCount = vertexCount;
  }

  /** @param facet the one with the edge in this direction, counter-clockwise. @returns the edge's number. */
  add(from: number, to: number, facet: number): number {
    const [tail, head] = from < to ? [from, to] : [to, from];
    const key = tail * this.#vertexCount + head;
    let edge = this.#numbers.get(key);
    if (edge === undefined) {
      edge = this.tails.length;
      this.#numbers.set(key, edge);
      this.tails.push(tail);
      this.heads.push(head);
      this.lefts.push(NONE);
      this.rights.push(NONE);
    }
    (tail === from ? this.lefts : this.rights)[edge] = facet;
    return edge;
  }
}

/** Where each list begins once they are concatenated, and where the last ends. */
function startsOf(lists: readonly (readonly number[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) starts[i + 1] = starts[i] + lists[i].length;
  return starts;
}

const known = new WeakMap<ConvexBody, ConvexFacets>();

/** Made once per body. */
export function convexFacets(body: ConvexBody): ConvexFacets {
  let facets = known.get(body);
  if (facets === undefined) {
    facets = new ConvexFacets(body);
    known.set(body, facets);
  }
  return facets;
}

/** The corners of each facet, in order. */
function polygonsOf(points: Float64Array, faces: Uint32Array): number[][] {
  const vertexCount = points.length / 3;
  const triangleCount = faces.length / 3;
  /** The triangle in which the edge runs this way. */
  const triangleAt = new Map<number, number>();
  const half = (i: number) => ({ from: faces[i], to: faces[i % 3 === 2 ? i - 2 : i + 1] });
  for (let i = 0; i < faces.length; i++) {
    const { from, to } = half(i);
    triangleAt.set(from * vertexCount + to, Math.floor(i / 3));
  }
  const across = (i: number) => {
    const { from, to } = half(i);
    return triangleAt.get(to * vertexCount + from) ?? NONE;
  };
  const sets = new DisjointSets(triangleCount);
  for (let i = 0; i < faces.length; i++) {
    const [triangle, other] = [Math.floor(i / 3), across(i)];
    if (other > triangle && areOneFacet(points, faces, triangle, other)) sets.join(triangle, other);
  }
  /** For each facet, the corner that follows each of its corners. */
  const rims = new Map<number, Map<number, number>>();
  for (let i = 0; i < faces.length; i++) {
    const facet = sets.find(Math.floor(i / 3));
    const other = across(i);
    if (other !== NONE && sets.find(other) === facet) continue;
    const rim = rims.get(facet) ?? new Map<number, number>();
    rims.set(facet, rim.set(half(i).from, half(i).to));
  }
  return [...rims.values()].map((rim) => {
    const first = rim.keys().next().value ?? 0;
    const polygon = [first];
    for (let at = rim.get(first); at !== undefined && at !== first; at = rim.get(at)) polygon.push(at);
    return polygon;
  });
}

/** Whether two triangles with a common edge lie in one plane and are seen counter-clockwise from one side of it. */
function areOneFacet(points: Float64Array, faces: Uint32Array, triangle: number, other: number): boolean {
  const [a, b, c, p, q, r] = [triangle, other].flatMap((t) => [0, 1, 2].map((k) => 3 * faces[3 * t + k]));
  if ([p, q, r].some((corner) => planeSide(points, a, b, c, points, corner) !== 0)) return false;
  const axis = openAxis(points, a, b, c);
  return sideAlong(axis, points, a, b, c) > 0 === sideAlong(axis, points, p, q, r) > 0;
}

/** The normals of a flat body's two sides are opposite to the last bit: one triangle spans both. */
function spansOf(points: Float64Array, polygons: readonly (readonly number[])[]): Uint32Array {
  const spans = polygons.map((polygon) => widestTriangle(points, polygon));
  if (spans.length === 2) {
    const [a, b, c] = spans[0];
    spans[1] = [a, c, b];
  }
  return Uint32Array.from(spans.flat());
}

/** A polygon's first corner, the farthest from it, and the one making the largest triangle with both, in order. */
function widestTriangle(points: Float64Array, polygon: readonly number[]): readonly [number, number, number] {
  const farthest = (measure: (i: number) => number, least: number) => {
    let best = least;
    for (let i = least; i < polygon.length; i++) if (measure(i) > measure(best)) best = i;
    return best;
  };
  const from = (i: number) => [0, 1, 2].map((k) => points[3 * polygon[i] + k] - points[3 * polygon[0] + k]);
  const square = (x: readonly number[]) => x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  const far = farthest((i) => square(from(i)), 1);
  const [x, y, z] = from(far);
  const area = (i: number) => {
    const [u, v, w] = from(i);
    return square([y * w - z * v, z * u - x * w, x * v - y * u]);
  };
  const off = farthest(area, 1);
  return [polygon[0], polygon[Math.min(far, off)], polygon[Math.max(far, off)]];
}
