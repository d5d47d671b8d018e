// Connected pieces of the tool's surface → sets of them. A node stands for each vertex, each piece of a cut edge and
// each region of a cut face.

import { DisjointSets, grown } from '#core';

/**
 * Nodes are numbers. 0 … vertexCount − 1 are the tool's welded vertices; after them come the pieces of cut edges and
 * the regions of cut faces, in the order in which they are added.
 *
 *     a ●──piece 0──×──piece 1──×──piece 2──● b     × the bone's surface. Piece 0 is joined with vertex a, and the last
 *                                                   with b, unless that vertex lies on the bone's surface.
 *
 * Joins are kept in a list until `sets` is called, since the number of nodes is not known earlier.
 */
export class PartNodes {
  count: number;
  readonly #vertexCount: number;
  #joined = new Uint32Array(1024);
  #joins = 0;
  /** The first node of an edge's pieces, by the key of its two vertices, so that its two faces find the same nodes. */
  readonly #edges = new Map<number, number>();

  constructor(vertexCount: number) {
    this.#vertexCount = vertexCount;
    this.count = vertexCount;
  }

  /** @returns the first of `count` new nodes. */
  add(count: number): number {
    const first = this.count;
    this.count += count;
    return first;
  }

  join(a: number, b: number): void {
    this.#joined = grown(this.#joined, 2 * this.#joins, 2 * this.#joins + 2);
    this.#joined[2 * this.#joins] = a;
    this.#joined[2 * this.#joins++ + 1] = b;
  }

  /**
   * The node of a piece of the edge from a to b, a < b, that the bone cuts into `pieces`.
   * @param isFree whether a and b are off the bone's surface.
   */
  ofEdge(a: number, b: number, piece: number, pieces: number, isFree: readonly [boolean, boolean]): number {
    const key = a * this.#vertexCount + b;
    let first = this.#edges.get(key);
    if (first === undefined) {
      first = this.add(pieces);
      this.#edges.set(key, first);
      if (isFree[0]) this.join(a, first);
      if (isFree[1]) this.join(b, first + pieces - 1);
    }
    return first + piece;
  }

  sets(): DisjointSets {
    const sets = new DisjointSets(this.count);
    for (let i = 0; i < this.#joins; i++) sets.join(this.#joined[2 * i], this.#joined[2 * i + 1]);
    return sets;
  }
}
