// Faces over vertices that will move → their edges, and which faces each vertex and each edge has. One face or many
// bodies, manifold or not: only numbers of vertices count, never where they are.
//
// An item is a face, or a vertex of no face, which stands as a face with three equal corners behind the real ones: so
// that vertex meets other faces as any vertex does.

import { sortByKey } from '../../core/index.ts';

/** In `faceEdges`: a side between equal corners, or a side that the face has twice. */
export const NO_EDGE = 0xffffffff;

/** Lists by number: those of i are at starts[i] … starts[i + 1] − 1. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

export class DeformingSurface {
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

  /** @param faces three vertices a face, in range. */
  constructor(vertexCount: number, faces: Uint32Array) {
    this.vertexCount = vertexCount;
    this.faceCount = faces.length / 3;
    this.corners = withLoneVertices(vertexCount, faces);
    this.vertexItems = itemsOfVertices(vertexCount, this.corners);
    this.faceEdges = new Uint32Array(this.corners.length).fill(NO_EDGE);
    const { edges, starts, values } = findEdges(faces, this.faceEdges);
    this.edges = edges;
    this.edgeItems = { starts, values };
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

  /** Whether corner k of an item is a vertex that none of its corners before is. */
  isOwnCorner(item: number, k: number): boolean {
    const { corners } = this;
    const vertex = corners[3 * item + k];
    return k === 0 || (vertex !== corners[3 * item] && (k === 1 || vertex !== corners[3 * item + 1]));
  }
}

function withLoneVertices(vertexCount: number, faces: Uint32Array): Uint32Array {
  const isUsed = new Uint8Array(vertexCount);
  for (const vertex of faces) isUsed[vertex] = 1;
  const lone: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (isUsed[v] === 0) lone.push(v, v, v);
  const corners = new Uint32Array(faces.length + lone.length);
  corners.set(faces);
  corners.set(lone, faces.length);
  return corners;
}

function itemsOfVertices(vertexCount: number, corners: Uint32Array): Lists {
  const starts = new Uint32Array(vertexCount + 1);
  const isRepeated = (i: number) => {
    const first = i - (i % 3);
    for (let j = first; j < i; j++) if (corners[j] === corners[i]) return true;
    return false;
  };
  for (let i = 0; i < corners.length; i++) if (!isRepeated(i)) starts[corners[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const values = new Uint32Array(starts[vertexCount]);
  const next = starts.slice();
  for (let i = 0; i < corners.length; i++) if (!isRepeated(i)) values[next[corners[i]]++] = Math.floor(i / 3);
  return { starts, values };
}

/** Sides in order of (larger, smaller, face): each run of equal ones is an edge, with its faces. */
function findEdges(faces: Uint32Array, faceEdges: Uint32Array): { edges: Uint32Array } & Lists {
  const [smaller, larger, order] = orderedSides(faces);
  const edges: number[] = [];
  const starts: number[] = [];
  const values: number[] = [];
  for (const side of order) {
    const [a, b] = [smaller[side], larger[side]];
    if (a === b) continue;
    const face = Math.floor(side / 3);
    const last = edges.length - 2;
    if (last < 0 || edges[last] !== a || edges[last + 1] !== b) {
      starts.push(values.length);
      edges.push(a, b);
    } else if (values[values.length - 1] === face) continue;
    faceEdges[side] = edges.length / 2 - 1;
    values.push(face);
  }
  starts.push(values.length);
  return { edges: Uint32Array.from(edges), starts: Uint32Array.from(starts), values: Uint32Array.from(values) };
}

function orderedSides(faces: Uint32Array): readonly [Uint32Array, Uint32Array, Uint32Array] {
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
  const keys = Uint32Array.from(bySmaller, (side) => larger[side]);
  const order = sortByKey(keys, count).map((row) => bySmaller[row]);
  return [smaller, larger, order];
}
