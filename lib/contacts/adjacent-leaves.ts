// Leaves of one body → which of them touch: groups that are connected through shared corners and edges.
//
// Leaves of one face lie on one level and touch where they share a lattice point. Leaves of two faces touch along the edge that the faces share, where their
// intervals of it meet, whatever their levels, or at a shared vertex.

import type { SubTriangles, Surface } from '../records/index.ts';

/** Disjoint sets with path halving; the root of a set is its least member. */
class LeafSets {
  readonly #parent: Uint32Array;

  constructor(count: number) {
    this.#parent = Uint32Array.from({ length: count }, (_, i) => i);
  }

  root(i: number): number {
    const parent = this.#parent;
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  join(i: number, j: number): void {
    const a = this.root(i);
    const b = this.root(j);
    if (a < b) this.#parent[b] = a;
    else this.#parent[a] = b;
  }
}

/** Where a leaf touches an edge of the mesh: the interval [from, to] of the edge, measured from its lower vertex, 0 … 1. */
interface EdgeInterval {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/**
 * @param rows which leaves (rows of SubTriangles), by face and path. @param welded the first vertex with a vertex's coordinates.
 * @returns for each entry of `rows`, the least index in `rows` of its group.
 */
export function adjacentLeaves(
  body: Surface,
  leaves: SubTriangles,
  rows: Uint32Array,
  count: number,
  welded: Uint32Array,
): Uint32Array {
  const sets = new LeafSets(count);
  const { face, level, lattice } = leaves.rows.columns;
  const atVertex = new Map<number, number>();
  const onEdge = new Map<number, EdgeInterval[]>();
  const vertexCount = body.vertexCount;
  let parent = -1;
  let n = 1;
  let atPoint = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const leaf = rows[i];
    if (face[leaf] !== parent) {
      parent = face[leaf];
      n = 2 ** level[leaf];
      atPoint = new Map();
    }
    const f = 3 * parent;
    const corner = [welded[body.faces[f]], welded[body.faces[f + 1]], welded[body.faces[f + 2]]];
    for (let k = 0; k < 3; k++) {
      const s = lattice[6 * leaf + 2 * k];
      const t = lattice[6 * leaf + 2 * k + 1];
      meet(sets, atPoint, s * (n + 1) + t, i);
      if (s === 0 && t === 0) meet(sets, atVertex, corner[0], i);
      else if (s === n) meet(sets, atVertex, corner[1], i);
      else if (t === n) meet(sets, atVertex, corner[2], i);
    }
    for (let side = 0; side < 3; side++) {
      const interval = sideOnEdge(lattice, 6 * leaf, side, n);
      if (interval === null) continue;
      const a = corner[side];
      const b = corner[(side + 1) % 3];
      if (a === b) continue;
      const [from, to] = a < b ? interval : [1 - interval[1], 1 - interval[0]];
      const key = Math.min(a, b) * vertexCount + Math.max(a, b);
      const list = onEdge.get(key);
      if (list) list.push({ row: i, from, to });
      else onEdge.set(key, [{ row: i, from, to }]);
    }
  }
  for (const intervals of onEdge.values()) joinOverlaps(sets, intervals);
  return Uint32Array.from({ length: count }, (_, i) => sets.root(i));
}

function meet(sets: LeafSets, at: Map<number, number>, key: number, i: number): void {
  const other = at.get(key);
  if (other === undefined) at.set(key, i);
  else sets.join(other, i);
}

/** The part of the face's side 0 (a→b), 1 (b→c) or 2 (c→a) that a leaf touches, one point of it or more, from the side's start; null where it touches none but an end. */
function sideOnEdge(lattice: Int32Array, at: number, side: number, n: number): [number, number] | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const i = lattice[at + 2 * k];
    const j = lattice[at + 2 * k + 1];
    const off = side === 0 ? j : side === 1 ? n - i - j : i;
    if (off !== 0) continue;
    const along = side === 0 ? i : side === 1 ? j : n - j;
    from = Math.min(from, along / n);
    to = Math.max(to, along / n);
  }
  return from > to || (from === to && (from === 0 || from === 1)) ? null : [from, to];
}

/** Joins intervals that meet; ends are dyadic and compared exactly. */
function joinOverlaps(sets: LeafSets, intervals: EdgeInterval[]): void {
  intervals.sort((x, y) => x.from - y.from || x.to - y.to);
  let reach = intervals[0];
  for (let k = 1; k < intervals.length; k++) {
    const next = intervals[k];
    if (next.from <= reach.to) sets.join(reach.row, next.row);
    if (next.to > reach.to) reach = next;
  }
}
