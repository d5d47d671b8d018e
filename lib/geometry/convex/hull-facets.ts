// The surface of a convex hull, several triangles in a plane → its corners, and one fan of triangles per facet.
//
// Triangles that share an edge and a plane are one facet. A vertex where three or more facets meet is an extreme point;
// a vertex of two lies on an edge, a vertex of one lies inside a facet, and both are left out. The fan of a facet
// begins at its corner of least x, then y, then z: it depends on the hull alone, not on the order of the points.

import { DisjointSets } from '#core';
import { planeSide } from '#triangles';
import { after, type HullSurface } from './hull-surface.ts';

/** @returns three vertices a triangle, counter-clockwise seen from outside. */
export function hullFacets(points: Float64Array, surface: HullSurface): Uint32Array {
  const facets = facetsOf(points, surface);
  const isExtreme = extremePoints(surface, facets, points.length / 3);
  const faces: number[] = [];
  const isDone = new Uint8Array(3 * surface.count);
  eachHalfEdge(surface, (h) => {
    if (isDone[h] === 1 || !isRim(surface, facets, h)) return;
    const corners: number[] = [];
    let at = h;
    do {
      isDone[at] = 1;
      if (isExtreme[surface.corners[at]] === 1) corners.push(surface.corners[at]);
      at = rimAfter(surface, facets, at);
    } while (at !== h);
    pushFan(corners, leastOf(points, corners), faces);
  });
  return Uint32Array.from(faces);
}

/** Appends the fan of a strictly convex polygon's triangles about its corner `start`. */
export function pushFan(polygon: readonly number[], start: number, out: number[]): void {
  const size = polygon.length;
  for (let k = 1; k < size - 1; k++)
    out.push(polygon[start], polygon[(start + k) % size], polygon[(start + k + 1) % size]);
}

/** Sets of coplanar triangles connected by edges. */
function facetsOf(points: Float64Array, surface: HullSurface): DisjointSets {
  const { corners, twins } = surface;
  const facets = new DisjointSets(surface.count);
  eachHalfEdge(surface, (h) => {
    const twin = twins[h];
    if (twin < h) return;
    const first = 3 * faceOf(h);
    const [a, b, c] = [3 * corners[first], 3 * corners[first + 1], 3 * corners[first + 2]];
    if (planeSide(points, a, b, c, points, 3 * corners[after(after(twin))]) === 0) facets.join(faceOf(h), faceOf(twin));
  });
  return facets;
}

/** 1 for each vertex at which three or more rims begin: one for each facet there. */
function extremePoints(surface: HullSurface, facets: DisjointSets, vertexCount: number): Uint8Array {
  const rims = new Uint32Array(vertexCount);
  eachHalfEdge(surface, (h) => {
    if (isRim(surface, facets, h)) rims[surface.corners[h]]++;
  });
  return Uint8Array.from(rims, (count) => (count > 2 ? 1 : 0));
}

/** Whether a facet ends at the half-edge. */
function isRim({ twins }: HullSurface, facets: DisjointSets, h: number): boolean {
  return facets.find(faceOf(h)) !== facets.find(faceOf(twins[h]));
}

/** The half-edge after h around h's facet. */
function rimAfter(surface: HullSurface, facets: DisjointSets, h: number): number {
  let at = after(h);
  while (!isRim(surface, facets, at)) at = after(surface.twins[at]);
  return at;
}

function eachHalfEdge({ live, count }: HullSurface, visit: (h: number) => void): void {
  for (let h = 0; h < 3 * count; h++) if (live[faceOf(h)] === 1) visit(h);
}

function faceOf(h: number): number {
  return Math.floor(h / 3);
}

/** Which of the vertices comes first by x, then y, then z. */
export function leastOf(points: Float64Array, vertices: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < vertices.length; i++) if (comesBefore(points, vertices[i], vertices[least])) least = i;
  return least;
}

/** Whether point p comes before q by x, then y, then z. */
export function comesBefore(points: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++) {
    const difference = points[3 * p + k] - points[3 * q + k];
    if (difference !== 0) return difference < 0;
  }
  return false;
}
