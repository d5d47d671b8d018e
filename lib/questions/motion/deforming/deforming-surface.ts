// Faces over vertices that will move → their edges, and the faces of each vertex and each edge. One face or many
// bodies, manifold or not: only vertex numbers count, never positions.
//
// An item is a face, or a vertex of no face, stored after the real faces as a face with three equal corners, so that it
// meets other faces as any vertex does.

import { sortByKey } from '#core';

/** In `faceEdges`: a side between equal corners, or a side that the face repeats. */
export const NO_EDGE = 0xffffffff;

/** Lists by number: the entries of i are at starts[i] … starts[i + 1] − 1. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** A surface's tables, in arrays alone, so they may be passed to other threads. */
export interface SurfaceTables {
  readonly vertexCount: number;
  readonly faceCount: number;
  /** Three vertices an item. */
  readonly corners: Uint32Array;
  /** Two vertices an edge, the smaller first; ascending by (larger, smaller). */
  readonly edges: Uint32Array;
  /** Three an item: from its first to its second corner, from the second to the third, from the third to the first. */
  readonly faceEdges: Uint32Array;
  /** Items around each vertex, ascending. */
  readonly vertexItems: Lists;
  /** Faces along each edge, ascending. */
  readonly edgeItems: Lists;
}

export class DeformingSurface implements SurfaceTables {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly corners: Uint32Array;
  readonly edges: Uint32Array;
  readonly faceEdges: Uint32Array;
  readonly vertexItems: Lists;
  readonly edgeItems: Lists;
  readonly tables: SurfaceTables;

  /**
   * @param faces three vertices a face, in range.
   * @param tables of the same surface, if another thread has made them.
   */
  constructor(vertexCount: number, faces: Uint32Array, tables: SurfaceTables = tablesOf(vertexCount, faces)) {
    this.vertexCount = vertexCount;
    this.faceCount = tables.faceCount;
    this.corners = tables.corners;
    this.edges = tables.edges;
    this.faceEdges = tables.faceEdges;
    this.vertexItems = tables.vertexItems;
    this.edgeItems = tables.edgeItems;
    this.tables = tables;
  }

  get itemCount(): number {
    return this.corners.length / 3;
  }

  /** Whether two items share a vertex. */
  areNeighbours(a: number, b: number): boolean {
    const { corners } = this;
    for (let i = 3 * a; i < 3 * a + 3; i++) {
      const vertex = corners[i];
      if (vertex === corners[3 * b] || vertex === corners[3 * b + 1] || vertex === corners[3 * b + 2]) return true;
    }
    return false;
  }

  /** Whether corner k of an item differs from all of its earlier corners. */
  isOwnCorner(item: number, k: number): boolean {
    return !isRepeated(this.corners, 3 * item + k);
  }
}

function tablesOf(vertexCount: number, faces: Uint32Array): SurfaceTables {
  const corners = withLoneVertices(vertexCount, faces);
  const faceEdges = new Uint32Array(corners.length).fill(NO_EDGE);
  const vertexItems = itemsOfVertices(vertexCount, corners);
  const found = findEdges(faces, faceEdges);
  return { vertexCount, faceCount: faces.length / 3, corners, faceEdges, vertexItems, ...found };
}

function withLoneVertices(vertexCount: number, faces: Uint32Array): Uint32Array {
  const isUsed = new Uint8Array(vertexCount);
  for (let i = 0; i < faces.length; i++) isUsed[faces[i]] = 1;
  let lone = 0;
  for (let v = 0; v < vertexCount; v++) lone += 1 - isUsed[v];
  const corners = new Uint32Array(faces.length + 3 * lone);
  corners.set(faces);
  let at = faces.length;
  for (let v = 0; v < vertexCount; v++)
    if (isUsed[v] === 0) {
      corners.fill(v, at, at + 3);
      at += 3;
    }
  return corners;
}

function itemsOfVertices(vertexCount: number, corners: Uint32Array): Lists {
  const starts = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < corners.length; i++) if (!isRepeated(corners, i)) starts[corners[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const values = new Uint32Array(starts[vertexCount]);
  const next = starts.slice();
  for (let i = 0; i < corners.length; i++) if (!isRepeated(corners, i)) values[next[corners[i]]++] = Math.floor(i / 3);
  return { starts, values };
}

/** Whether a corner repeats an earlier one of its item. */
function isRepeated(corners: Uint32Array, i: number): boolean {
  for (let j = i - (i % 3); j < i; j++) if (corners[j] === corners[i]) return true;
  return false;
}

/** Sides in order of (larger, smaller, face): each run of equal ones is an edge, with its faces. */
function findEdges(faces: Uint32Array, faceEdges: Uint32Array): Pick<SurfaceTables, 'edges' | 'edgeItems'> {
  const { smaller, larger, order } = orderedSides(faces);
  const edges = new Uint32Array(2 * order.length);
  const starts = new Uint32Array(order.length + 1);
  const values = new Uint32Array(order.length);
  let count = 0;
  let held = 0;
  for (let i = 0; i < order.length; i++) {
    const side = order[i];
    const a = smaller[side];
    const b = larger[side];
    if (a === b) continue;
    const face = Math.floor(side / 3);
    if (count === 0 || edges[2 * count - 2] !== a || edges[2 * count - 1] !== b) {
      starts[count] = held;
      edges[2 * count] = a;
      edges[2 * count + 1] = b;
      count++;
    } else if (values[held - 1] === face) continue;
    faceEdges[side] = count - 1;
    values[held++] = face;
  }
  starts[count] = held;
  const edgeItems = { starts: starts.slice(0, count + 1), values: values.slice(0, held) };
  return { edges: edges.slice(0, 2 * count), edgeItems };
}

interface Sides {
  readonly smaller: Uint32Array;
  readonly larger: Uint32Array;
  readonly order: Uint32Array;
}

function orderedSides(faces: Uint32Array): Sides {
  const count = faces.length;
  const smaller = new Uint32Array(count);
  const larger = new Uint32Array(count);
  for (let side = 0; side < count; side++) {
    const to = faces[side % 3 === 2 ? side - 2 : side + 1];
    smaller[side] = Math.min(faces[side], to);
    larger[side] = Math.max(faces[side], to);
  }
  // A stable sort by the smaller, then by the larger.
  const bySmaller = sortByKey(smaller, count);
  const keys = new Uint32Array(count);
  for (let row = 0; row < count; row++) keys[row] = larger[bySmaller[row]];
  const order = sortByKey(keys, count);
  for (let i = 0; i < count; i++) order[i] = bySmaller[order[i]];
  return { smaller, larger, order };
}
