// A surface → its orphans: features that share no vertex, but all of whose faces are neighbours. They are known before
// anything moves, and tested in addition to the pairs of faces that share no vertex (M. Tang, S. Curtis, S.-E. Yoon,
// D. Manocha, "ICCD", IEEE TVCG 15(4), 2009).
//
// A large surface has hardly any in its interior, as a feature's farther face is no neighbour. Rims, and bodies of few
// faces, have some: the far corners of two triangles along one edge.

import { GrowingArray, OptionError } from '#core';
import { type DeformingSurface, type Lists, NO_EDGE } from './deforming-surface.ts';

export interface Orphans {
  /** Vertex, face. */
  readonly vertexFaces: Uint32Array;
  /** Two edges, the smaller number first. */
  readonly edgePairs: Uint32Array;
}

/** Of each kind: 64 MiB. */
const MOST_ORPHANS = 2 ** 23;

/** @throws OptionError TOO_MANY_ORPHANS: too many faces share one vertex. */
export function findOrphans(surface: DeformingSurface): Orphans {
  return { vertexFaces: vertexOrphans(surface), edgePairs: edgeOrphans(surface) };
}

function vertexOrphans(surface: DeformingSurface): Uint32Array {
  const { corners, faceCount } = surface;
  const { starts, values } = surface.vertexItems;
  const found = new GrowingArray(new Uint32Array(64));
  const seen = new Marks(surface.vertexCount);
  for (let face = 0; face < faceCount; face++) {
    seen.next();
    for (let k = 3 * face; k < 3 * face + 3; k++) seen.add(corners[k]);
    for (let k = 3 * face; k < 3 * face + 3; k++)
      for (let n = starts[corners[k]]; n < starts[corners[k] + 1]; n++)
        for (let i = 3 * values[n]; i < 3 * values[n] + 3; i++)
          if (seen.add(corners[i]) && areAllNear(surface, surface.vertexItems, corners[i], face))
            push(found, corners[i], face);
  }
  return found.values.slice(0, found.length);
}

function edgeOrphans(surface: DeformingSurface): Uint32Array {
  const { corners, edges, edgeItems, faceEdges } = surface;
  const { starts, values } = surface.vertexItems;
  const found = new GrowingArray(new Uint32Array(64));
  const seen = new Marks(edges.length / 2);
  for (let edge = 0; edge < edges.length / 2; edge++) {
    seen.next();
    // Whatever is near all of its faces is near the first.
    const own = 3 * edgeItems.values[edgeItems.starts[edge]];
    for (let k = own; k < own + 3; k++)
      for (let n = starts[corners[k]]; n < starts[corners[k] + 1]; n++)
        for (let i = 3 * values[n]; i < 3 * values[n] + 3; i++) {
          const other = faceEdges[i];
          if (other === NO_EDGE || other <= edge || !seen.add(other) || shareVertex(edges, edge, other)) continue;
          if (areEdgesNear(surface, edge, other)) push(found, edge, other);
        }
  }
  return found.values.slice(0, found.length);
}

/** Whether all faces of two edges are neighbours. */
function areEdgesNear(surface: DeformingSurface, edge: number, other: number): boolean {
  const { starts, values } = surface.edgeItems;
  for (let i = starts[edge]; i < starts[edge + 1]; i++)
    if (!areAllNear(surface, surface.edgeItems, other, values[i])) return false;
  return true;
}

/** Whether all items of a feature are neighbours of a face. */
function areAllNear(surface: DeformingSurface, { starts, values }: Lists, feature: number, face: number): boolean {
  for (let i = starts[feature]; i < starts[feature + 1]; i++) if (!surface.areNeighbours(values[i], face)) return false;
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
        'vertex; split the vertex that these faces share.',
    );
  found.push(first);
  found.push(second);
}

/** Numbers added since `next`. */
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
