// A surface → its orphans: features that share no vertex, but all of whose faces are neighbours. They are known before
// anything moves, and tested beside the pairs of faces that share no vertex (M. Tang, S. Curtis, S.-E. Yoon,
// D. Manocha, "ICCD", IEEE TVCG 15(4), 2009).
//
// Inside a large surface there is hardly one, as a feature's farther face is no neighbour. At a rim, and on bodies of
// few faces, there are: the far corners of two triangles along one edge.

import { GrowingArray, OptionError } from '../../core/index.ts';
import { type DeformingSurface, NO_EDGE } from './deforming-surface.ts';

export interface Orphans {
  /** Vertex, face. */
  readonly vertexFaces: Uint32Array;
  /** Two edges, the smaller number first. */
  readonly edgePairs: Uint32Array;
}

/** Of each kind: 64 MiB. */
const MOST_ORPHANS = 2 ** 23;

/** @throws OptionError TOO_MANY_ORPHANS: so many faces share one vertex. */
export function findOrphans(surface: DeformingSurface): Orphans {
  return { vertexFaces: vertexOrphans(surface), edgePairs: edgeOrphans(surface) };
}

function vertexOrphans(surface: DeformingSurface): Uint32Array {
  const { corners, vertexItems, faceCount } = surface;
  const found = new GrowingArray(new Uint32Array(64));
  const seen = new Marks(surface.vertexCount);
  for (let face = 0; face < faceCount; face++) {
    seen.next();
    for (let k = 0; k < 3; k++) seen.add(corners[3 * face + k]);
    for (let k = 0; k < 3; k++)
      for (const near of around(vertexItems, corners[3 * face + k]))
        for (let i = 3 * near; i < 3 * near + 3; i++) {
          const vertex = corners[i];
          if (seen.add(vertex) && areAllNear(surface, around(vertexItems, vertex), face)) push(found, vertex, face);
        }
  }
  return found.values.slice(0, found.length);
}

function edgeOrphans(surface: DeformingSurface): Uint32Array {
  const { corners, edges, edgeItems, faceEdges, vertexItems } = surface;
  const found = new GrowingArray(new Uint32Array(64));
  const seen = new Marks(edges.length / 2);
  for (let edge = 0; edge < edges.length / 2; edge++) {
    seen.next();
    const own = around(edgeItems, edge);
    // All that are near every one of its faces are near the first.
    for (let k = 0; k < 3; k++)
      for (const near of around(vertexItems, corners[3 * own[0] + k]))
        for (let i = 3 * near; i < 3 * near + 3; i++) {
          const other = faceEdges[i];
          if (other === NO_EDGE || other <= edge || !seen.add(other) || shareVertex(edges, edge, other)) continue;
          const faces = around(edgeItems, other);
          if (own.every((face) => areAllNear(surface, faces, face))) push(found, edge, other);
        }
  }
  return found.values.slice(0, found.length);
}

function around({ starts, values }: DeformingSurface['vertexItems'], feature: number): Uint32Array {
  return values.subarray(starts[feature], starts[feature + 1]);
}

function areAllNear(surface: DeformingSurface, items: Uint32Array, face: number): boolean {
  for (const item of items) if (!surface.areNeighbours(item, face)) return false;
  return true;
}

export function shareVertex(edges: Uint32Array, first: number, second: number): boolean {
  const [a, b] = [edges[2 * first], edges[2 * first + 1]];
  const [c, d] = [edges[2 * second], edges[2 * second + 1]];
  return a === c || a === d || b === c || b === d;
}

function push(found: GrowingArray<Uint32Array>, first: number, second: number): void {
  if (found.length === 2 * MOST_ORPHANS)
    throw new OptionError(
      'TOO_MANY_ORPHANS',
      `The surface has more than ${MOST_ORPHANS.toLocaleString('en')} pairs of features all of whose faces share a ` +
        'vertex; split the vertex that so many faces share.',
    );
  found.push(first);
  found.push(second);
}

/** Numbers that were added since `next`. */
class Marks {
  readonly #rounds: Uint32Array;
  #round = 0;

  constructor(count: number) {
    this.#rounds = new Uint32Array(count);
  }

  next(): void {
    this.#round++;
  }

  /** @returns whether it is new. */
  add(value: number): boolean {
    if (this.#rounds[value] === this.#round) return false;
    this.#rounds[value] = this.#round;
    return true;
  }
}
