// Leaves of one body → which of them touch: groups that are connected through shared corners.
//
// Faces are divided so that two leaves, of one face or of two with a common edge, touch if and only if they have a
// corner in common (../../geometry/divisions/strips.ts). A corner is known without coordinates, in whole numbers:
//
//          v2            a vertex of the mesh          its number
//          •             a point of an edge            the edge's number, and the point's place along it, counted from
//         ╱ ╲                                          the end of lower number, so that both faces name it alike
//        •───•           a point inside a face         its place (s, t) in the face: v0 + s/n·(v1 − v0) + t/n·(v2 − v0)
//       ╱ ╲ ╱ ╲
//      •───•───•         Places are whole numbers up to n = LATTICE.
//     v0   s→   v1
//
// A leaf that is longer than h has other leaves' corners on its edges too: all points where these might be halved
// further count as its own. Where there is no corner, nothing else counts the point.
//
// Leaves with the same corner are joined in a union–find structure. Its sets are the connected components.

import { DisjointSets, NumberTable, stopIfUnwanted } from '#core';
import { LATTICE } from '#records';
import type { LeafOutlines } from './leaf-outlines.ts';

const UNKNOWN = -1;

/** Takes leaves face by face, and joins those that touch. */
class TouchingLeaves {
  readonly #sets: DisjointSets;
  readonly #outlines: LeafOutlines;
  /** The first row at each vertex, at each point of an edge, and at each point inside the current face. */
  readonly #atVertex = new NumberTable();
  readonly #onEdge = new NumberTable();
  readonly #inFace = new NumberTable();
  /** By an edge's ends: its number. */
  readonly #edges = new NumberTable();
  #edgeCount = 0;
  /** The current face: its welded corners, and the numbers of its edges if they are known. */
  readonly #corner = new Int32Array(3);
  readonly #edge = new Int32Array(3);

  constructor(outlines: LeafOutlines) {
    this.#outlines = outlines;
    this.#sets = new DisjointSets(outlines.lattice.length / 6);
  }

  /**
   * For each row, the least row of its group. Points between corners are looked at only if corners leave more than one
   * group: there are several times as many of them.
   */
  groups(): Uint32Array {
    const { further } = this.#outlines;
    this.#joinAll(false);
    const groups = this.#found();
    if (groups.every((first) => first === 0) || further.every((halvings) => halvings === 0)) return groups;
    this.#joinAll(true);
    return this.#found();
  }

  #joinAll(withBetween: boolean): void {
    const { starts, lattice, further } = this.#outlines;
    for (let run = 0; run < starts.length - 1; run++) {
      stopIfUnwanted();
      this.#beginFace(run);
      for (let row = starts[run]; row < starts[run + 1]; row++) {
        for (let at = 6 * row; at < 6 * row + 6; at += 2)
          if (row === starts[run] || !this.#isOfRowBefore(row, at)) this.#add(row, lattice[at], lattice[at + 1]);
        if (withBetween && further[row] > 0) this.#addBetween(row);
      }
    }
  }

  #found(): Uint32Array {
    const groups = new Uint32Array(this.#outlines.further.length);
    for (let row = 0; row < groups.length; row++) groups[row] = this.#sets.find(row);
    return groups;
  }

  #beginFace(run: number): void {
    const { corners } = this.#outlines;
    this.#inFace.clear();
    for (let k = 0; k < 3; k++) this.#corner[k] = corners[3 * run + k];
    this.#edge.fill(UNKNOWN);
  }

  /**
   * Whether the corner at `at` is one of the row before, of the same face: then the two are joined, and through that
   * row all others there. Of two consecutive leaves of a face most corners are shared.
   */
  #isOfRowBefore(row: number, at: number): boolean {
    const { lattice } = this.#outlines;
    for (let before = 6 * row - 6; before < 6 * row; before += 2)
      if (lattice[before] === lattice[at] && lattice[before + 1] === lattice[at + 1]) {
        this.#sets.join(row - 1, row);
        return true;
      }
    return false;
  }

  /** The points between a row's corners. */
  #addBetween(row: number): void {
    const { lattice, further } = this.#outlines;
    const parts = 2 ** further[row];
    for (let k = 0; k < 3; k++) {
      const from = 6 * row + 2 * k;
      const to = 6 * row + 2 * ((k + 1) % 3);
      const [s, t] = [lattice[from], lattice[from + 1]];
      const [ds, dt] = [(lattice[to] - s) / parts, (lattice[to + 1] - t) / parts];
      // An edge that is not halved as often has fewer points.
      for (let i = 1; i < parts; i++) {
        const [u, v] = [s + i * ds, t + i * dt];
        if (Number.isInteger(u) && Number.isInteger(v)) this.#add(row, u, v);
      }
    }
  }

  /** A corner of a row, or a point on its edge. */
  #add(row: number, s: number, t: number): void {
    const corner = this.#corner;
    if (s === 0 && t === 0) this.#meet(this.#atVertex, corner[0], row);
    else if (s === LATTICE) this.#meet(this.#atVertex, corner[1], row);
    else if (t === LATTICE) this.#meet(this.#atVertex, corner[2], row);
    else if (t === 0) this.#addOnSide(row, 0, s);
    else if (s + t === LATTICE) this.#addOnSide(row, 1, t);
    else if (s === 0) this.#addOnSide(row, 2, LATTICE - t);
    else this.#meet(this.#inFace, s * (LATTICE + 1) + t, row);
  }

  /** @param along the corner's place on a side of its face, from corner `side` to the next. */
  #addOnSide(row: number, side: number, along: number): void {
    const a = this.#corner[side];
    const b = this.#corner[(side + 1) % 3];
    if (this.#edge[side] === UNKNOWN)
      this.#edge[side] = this.#edgeOf(Math.min(a, b) * this.#outlines.vertexCount + Math.max(a, b));
    this.#meet(this.#onEdge, this.#edge[side] * (LATTICE + 1) + (a < b ? along : LATTICE - along), row);
  }

  #edgeOf(ends: number): number {
    const known = this.#edges.findOrAdd(ends, this.#edgeCount);
    return known >= 0 ? known : this.#edgeCount++;
  }

  /** Joins a row with the first row that was at this place. */
  #meet(at: NumberTable, key: number, row: number): void {
    const other = at.findOrAdd(key, row);
    if (other >= 0) this.#sets.join(other, row);
  }
}

/** @returns for each row, the least row of its group. */
export function adjacentLeaves(outlines: LeafOutlines): Uint32Array {
  return new TouchingLeaves(outlines).groups();
}
