// Leaves of one body → which of them touch: groups that are connected through shared corners and edges.
//
//          v2            A leaf's corners are points (s, t) of its face's lattice: v0 + s/n·(v1 − v0) + t/n·(v2 − v0),
//          •             n = LATTICE. Leaves of one face lie on one level, so two touch if and only if they have
//         ╱ ╲            a lattice point in common.
//        •───•           Leaves of two faces touch in a vertex, or along the edge that their faces share. Their levels
//       ╱ ╲ ╱ ╲          may differ, so a leaf is kept as the closed interval of the edge that it touches, in units of
//      •───•───•         the lattice, and two leaves touch if and only if their intervals do. All this is
//     v0   s→   v1       decided in whole numbers, without coordinates.
//
// Touching leaves are joined in a union–find structure. Its sets are the connected components.

import { DisjointSets, grown, NumberTable } from '#core';
import { LATTICE } from '#records';
import type { LeafOutlines } from './leaf-outlines.ts';

const UNKNOWN = -1;

/** Up to this many intervals of an edge are sorted by insertion: calling the library's sort costs more than that. */
const FEW = 64;

/**
 * Where leaves touch the edges of the mesh: intervals [from, to] of an edge, from 0 at its lower-numbered vertex to
 * LATTICE. Each links to the one added to its edge before it.
 */
class EdgeIntervals {
  #length = 0;
  #row = new Int32Array(1024);
  #from = new Int32Array(1024);
  #to = new Int32Array(1024);
  #before = new Int32Array(1024);
  readonly #edges = new NumberTable();
  /** By edge: the interval that was added last. */
  #last = new Int32Array(1024);
  #edgeCount = 0;
  #sorted = new Int32Array(FEW);

  /** The number of the edge with this key. */
  edgeOf(key: number): number {
    const known = this.#edges.findOrAdd(key, this.#edgeCount);
    if (known >= 0) return known;
    this.#last = grown(this.#last, this.#edgeCount, this.#edgeCount + 1);
    this.#last[this.#edgeCount] = UNKNOWN;
    return this.#edgeCount++;
  }

  add(edge: number, row: number, from: number, to: number): void {
    const at = this.#length++;
    if (at === this.#row.length) {
      this.#row = grown(this.#row, at, at + 1);
      this.#from = grown(this.#from, at, at + 1);
      this.#to = grown(this.#to, at, at + 1);
      this.#before = grown(this.#before, at, at + 1);
    }
    this.#row[at] = row;
    this.#from[at] = from;
    this.#to[at] = to;
    this.#before[at] = this.#last[edge];
    this.#last[edge] = at;
  }

  /**
   * Joins the rows whose intervals on one edge touch. The intervals are swept in order of their beginnings: one that
   * touches any earlier interval also touches the earlier interval that ends last.
   */
  join(sets: DisjointSets): void {
    for (let edge = 0; edge < this.#edgeCount; edge++) {
      let count = 0;
      for (let i = this.#last[edge]; i >= 0; i = this.#before[i]) {
        this.#sorted = grown(this.#sorted, count, count + 1);
        this.#sorted[count++] = i;
      }
      this.#sort(count);
      let farthest = this.#sorted[0];
      for (let k = 1; k < count; k++) {
        const next = this.#sorted[k];
        if (this.#from[next] <= this.#to[farthest]) sets.join(this.#row[farthest], this.#row[next]);
        if (this.#to[next] > this.#to[farthest]) farthest = next;
      }
    }
  }

  /** Sorts the first `count` intervals by their beginnings. */
  #sort(count: number): void {
    const sorted = this.#sorted;
    const from = this.#from;
    if (count > FEW) {
      sorted.subarray(0, count).sort((x, y) => from[x] - from[y]);
      return;
    }
    for (let k = 1; k < count; k++) {
      const moved = sorted[k];
      let at = k;
      for (; at > 0 && from[sorted[at - 1]] > from[moved]; at--) sorted[at] = sorted[at - 1];
      sorted[at] = moved;
    }
  }
}

/** Takes leaves face by face, and joins those that touch. */
class TouchingLeaves {
  readonly #sets: DisjointSets;
  readonly #outlines: LeafOutlines;
  /** The first row at each vertex of the mesh, and at each lattice point of the current face. */
  readonly #atVertex = new NumberTable();
  readonly #atPoint = new NumberTable();
  readonly #intervals = new EdgeIntervals();
  /** The current face: its welded corners, and the numbers of its edges if they are known. */
  readonly #corner = new Int32Array(3);
  readonly #edge = new Int32Array(3);

  constructor(outlines: LeafOutlines) {
    this.#outlines = outlines;
    this.#sets = new DisjointSets(outlines.lattice.length / 6);
  }

  /** For each row, the least row of its group. */
  groups(): Uint32Array {
    const { starts } = this.#outlines;
    const runs = starts.length - 1;
    for (let run = 0; run < runs; run++) {
      this.#beginFace(run);
      for (let row = starts[run]; row < starts[run + 1]; row++) this.#add(row);
    }
    this.#intervals.join(this.#sets);
    const groups = new Uint32Array(starts[runs]);
    for (let row = 0; row < groups.length; row++) groups[row] = this.#sets.find(row);
    return groups;
  }

  #beginFace(run: number): void {
    const { corners } = this.#outlines;
    this.#atPoint.clear();
    for (let k = 0; k < 3; k++) this.#corner[k] = corners[3 * run + k];
    this.#edge.fill(UNKNOWN);
  }

  #add(row: number): void {
    const at = 6 * row;
    const seen = this.#joinAtPoints(row, at);
    const sides = this.#sidesTouched(at);
    for (let side = 0; sides >> side > 0; side++) if ((sides >> side) & 1) this.#addInterval(row, at, side, seen);
  }

  /**
   * Joins row i with leaves that have a lattice point or a vertex of the mesh in common with it.
   * @returns one bit per corner: whether a leaf of this face has been there before.
   */
  #joinAtPoints(i: number, at: number): number {
    const { lattice } = this.#outlines;
    const corner = this.#corner;
    let seen = 0;
    for (let k = 0; k < 3; k++) {
      const s = lattice[at + 2 * k];
      const t = lattice[at + 2 * k + 1];
      if (this.#meet(this.#atPoint, s * (LATTICE + 1) + t, i)) seen |= 1 << k;
      if (s === 0 && t === 0) this.#meet(this.#atVertex, corner[0], i);
      else if (s === LATTICE) this.#meet(this.#atVertex, corner[1], i);
      else if (t === LATTICE) this.#meet(this.#atVertex, corner[2], i);
    }
    return seen;
  }

  /** Joins row i with the first row that was at this place. @returns whether there was one. */
  #meet(at: NumberTable, key: number, i: number): boolean {
    const other = at.findOrAdd(key, i);
    if (other < 0) return false;
    this.#sets.join(other, i);
    return true;
  }

  /** One bit per side of its face: whether the leaf has a corner there. Most leaves have none on any side. */
  #sidesTouched(at: number): number {
    const { lattice } = this.#outlines;
    let sides = 0;
    for (let k = 0; k < 6; k += 2) {
      const s = lattice[at + k];
      const t = lattice[at + k + 1];
      if (t === 0) sides |= 1;
      if (s + t === LATTICE) sides |= 2;
      if (s === 0) sides |= 4;
    }
    return sides;
  }

  /** Keeps the interval that row i touches on one side of its face: the side from corner `side` to the next. */
  #addInterval(i: number, at: number, side: number, seen: number): void {
    const { lattice } = this.#outlines;
    let from = LATTICE + 1;
    let to = -1;
    let only = 0;
    for (let k = 0; k < 3; k++) {
      const s = lattice[at + 2 * k];
      const t = lattice[at + 2 * k + 1];
      const off = side === 0 ? t : side === 1 ? LATTICE - s - t : s;
      if (off !== 0) continue;
      const along = side === 0 ? s : side === 1 ? t : LATTICE - t;
      from = Math.min(from, along);
      to = Math.max(to, along);
      only = 1 << k;
    }
    const a = this.#corner[side];
    const b = this.#corner[(side + 1) % 3];
    if (a === b) return;
    // A single point need not be kept if it is an end of the edge, which is a vertex, or if a leaf of this face has
    // been there before: that leaf touches whatever this one would.
    if (from === to && (from === 0 || from === LATTICE || (seen & only) !== 0)) return;
    if (this.#edge[side] === UNKNOWN)
      this.#edge[side] = this.#intervals.edgeOf(Math.min(a, b) * this.#outlines.vertexCount + Math.max(a, b));
    if (a < b) this.#intervals.add(this.#edge[side], i, from, to);
    else this.#intervals.add(this.#edge[side], i, LATTICE - to, LATTICE - from);
  }
}

/** @returns for each row, the least row of its group. */
export function adjacentLeaves(outlines: LeafOutlines): Uint32Array {
  return new TouchingLeaves(outlines).groups();
}
