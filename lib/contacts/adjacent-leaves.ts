// Leaves of one body → which of them touch: groups that are connected through shared corners and edges.
//
// Leaves of one face lie on one level and touch where they share a lattice point. Leaves of two faces touch along the
// edge that the faces share, where their intervals of it meet, whatever their levels, or at a shared vertex.

import { DisjointSets, grown, NumberTable } from '../core/index.ts';
import type { SubTriangles, Surface } from '../records/index.ts';

const UNKNOWN = -1;

/** Ends of intervals are multiples of 2^−16 of the edge: the finest lattice. */
const WHOLE = 2 ** 16;

/**
 * Where leaves touch the edges of the mesh: intervals [from, to] of an edge, measured from its lower vertex, 0 … WHOLE;
 * each points to the one before it on its edge.
 */
class EdgeIntervals {
  length = 0;
  row = new Int32Array(1024);
  from = new Int32Array(1024);
  to = new Int32Array(1024);
  #before = new Int32Array(1024);
  readonly #edges = new NumberTable();
  #last = new Int32Array(1024);
  #edgeCount = 0;
  #sorted = new Int32Array(64);

  edgeOf(key: number): number {
    const known = this.#edges.findOrAdd(key, this.#edgeCount);
    if (known >= 0) return known;
    this.#last = grown(this.#last, this.#edgeCount, this.#edgeCount + 1);
    this.#last[this.#edgeCount] = -1;
    return this.#edgeCount++;
  }

  add(edge: number, row: number, from: number, to: number): void {
    const at = this.length++;
    if (at === this.row.length) {
      this.row = grown(this.row, at, this.length);
      this.from = grown(this.from, at, this.length);
      this.to = grown(this.to, at, this.length);
      this.#before = grown(this.#before, at, this.length);
    }
    this.row[at] = row;
    this.from[at] = from;
    this.to[at] = to;
    this.#before[at] = this.#last[edge];
    this.#last[edge] = at;
  }

  /** Joins the rows of intervals of one edge that meet; ends are compared exactly. */
  join(sets: DisjointSets): void {
    for (let edge = 0; edge < this.#edgeCount; edge++) {
      let count = 0;
      for (let i = this.#last[edge]; i >= 0; i = this.#before[i]) {
        this.#sorted = grown(this.#sorted, count, count + 1);
        this.#sorted[count++] = i;
      }
      this.#sort(count);
      let reach = this.#sorted[0];
      for (let k = 1; k < count; k++) {
        const next = this.#sorted[k];
        if (this.from[next] <= this.to[reach]) sets.join(this.row[reach], this.row[next]);
        if (this.to[next] > this.to[reach]) reach = next;
      }
    }
  }

  /** By where they begin. */
  #sort(count: number): void {
    const sorted = this.#sorted;
    const from = this.from;
    if (count > 64) {
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

/**
 * @param rows which leaves (rows of SubTriangles), by face and path.
 * @param welded the first vertex with a vertex's coordinates.
 * @returns for each entry of `rows`, the least index in `rows` of its group.
 */
export function adjacentLeaves(
  body: Surface,
  leaves: SubTriangles,
  rows: Uint32Array,
  count: number,
  welded: Uint32Array,
): Uint32Array {
  const sets = new DisjointSets(count);
  const { face, level, lattice } = leaves.rows.columns;
  const atVertex = new NumberTable();
  const atPoint = new NumberTable();
  const intervals = new EdgeIntervals();
  const corner = new Int32Array(3);
  const edge = new Int32Array(3);
  let parent = -1;
  let n = 1;
  for (let i = 0; i < count; i++) {
    const leaf = rows[i];
    if (face[leaf] !== parent) {
      parent = face[leaf];
      n = 2 ** level[leaf];
      atPoint.clear();
      for (let k = 0; k < 3; k++) corner[k] = welded[body.faces[3 * parent + k]];
      edge.fill(UNKNOWN);
    }
    const at = 6 * leaf;
    let seen = 0;
    for (let k = 0; k < 3; k++) {
      const s = lattice[at + 2 * k];
      const t = lattice[at + 2 * k + 1];
      if (meet(sets, atPoint, s * (n + 1) + t, i)) seen |= 1 << k;
      if (s === 0 && t === 0) meet(sets, atVertex, corner[0], i);
      else if (s === n) meet(sets, atVertex, corner[1], i);
      else if (t === n) meet(sets, atVertex, corner[2], i);
    }
    for (let side = 0; side < 3; side++) {
      let from = WHOLE + 1;
      let to = -1;
      let only = 0;
      for (let k = 0; k < 3; k++) {
        const s = lattice[at + 2 * k];
        const t = lattice[at + 2 * k + 1];
        const off = side === 0 ? t : side === 1 ? n - s - t : s;
        if (off !== 0) continue;
        const along = ((side === 0 ? s : side === 1 ? t : n - t) * WHOLE) / n;
        from = Math.min(from, along);
        to = Math.max(to, along);
        only = 1 << k;
      }
      if (from > to || corner[side] === corner[(side + 1) % 3]) continue;
      // A point alone: an end of the edge is a vertex; and where a leaf of this face has been there, that one touches
      // whatever this one would.
      if (from === to && (from === 0 || from === WHOLE || (seen & only) !== 0)) continue;
      const a = corner[side];
      const b = corner[(side + 1) % 3];
      if (edge[side] === UNKNOWN) edge[side] = intervals.edgeOf(Math.min(a, b) * body.vertexCount + Math.max(a, b));
      if (a < b) intervals.add(edge[side], i, from, to);
      else intervals.add(edge[side], i, WHOLE - to, WHOLE - from);
    }
  }
  intervals.join(sets);
  const groups = new Uint32Array(count);
  for (let i = 0; i < count; i++) groups[i] = sets.find(i);
  return groups;
}

/** Joins row i with the first one that was at a place. @returns whether there was one. */
function meet(sets: DisjointSets, at: NumberTable, key: number, i: number): boolean {
  const other = at.findOrAdd(key, i);
  if (other < 0) return false;
  sets.join(other, i);
  return true;
}
