// What a cut changed in the grid, so that it can be undone and redone.

import { GrowingArray } from '#core';
import type { CutGrid } from './cut-grid.ts';
import { type Lattice, PARTS } from './lattice.ts';
import type { Sweep } from './sweep.ts';
import { replaces } from './sweep-cuts.ts';
import { UNKNOWN } from './unit-code.ts';

/** Vertices that are now outside, and edges whose crossing changed: each once. */
export interface CutRecord {
  readonly removed: Uint32Array;
  readonly edges: Uint32Array;
  /** Crossings and normals of the edges, before the cut and after it. */
  readonly partsBefore: Uint16Array;
  readonly normalsBefore: Uint32Array;
  readonly partsAfter: Uint16Array;
  readonly normalsAfter: Uint32Array;
}

/** Applies a sweep's cuts to the grid's edges; its vertices are already removed. */
export class EdgeCuts {
  readonly #grid: CutGrid;
  /** Rows of edges that changed, in the order of their first change, and what they held before. */
  readonly #rows = new GrowingArray(new Uint32Array(256));
  readonly #parts = new GrowingArray(new Uint16Array(256));
  readonly #normals = new GrowingArray(new Uint32Array(256));
  /** 1 if a row is in `#rows`. */
  #isChanged = new Uint8Array(0);

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  apply(sweep: Sweep): CutRecord {
    const grid = this.#grid;
    this.#rows.length = this.#parts.length = this.#normals.length = 0;
    if (this.#isChanged.length < grid.crossing.length) {
      this.#isChanged = new Uint8Array(grid.crossing.length);
    }
    const removed = sweep.removed.values.slice(0, sweep.removed.length);
    for (const key of removed) this.#openAround(key);
    sweep.cuts.each((edge, isLowInside, at, normal) => {
      const row = grid.edgeRow(edge);
      if (replaces(grid, row, isLowInside, at)) this.#set(row, at, normal);
    });
    return this.#record(removed);
  }

  /** The six edges around a removed vertex: if the other end is inside, the bone begins next to the vertex. */
  #openAround(key: number): void {
    const grid = this.#grid;
    for (let axis = 0; axis < 3; axis++)
      for (let step = -1; step <= 1; step += 2) {
        const other = step < 0 ? grid.lattice.below(key, axis) : grid.lattice.above(key, axis);
        const edge = 3 * (step < 0 ? other : key) + axis;
        if (grid.isInside(other)) this.#set(grid.edgeRow(edge), step < 0 ? PARTS - 1 : 1, UNKNOWN);
        else {
          const row = grid.edges.find(edge);
          if (row >= 0 && grid.crossing[row] !== 0) this.#set(row, 0, UNKNOWN);
        }
      }
  }

  #set(row: number, parts: number, normal: number): void {
    const grid = this.#grid;
    if (row >= this.#isChanged.length) {
      const wider = new Uint8Array(grid.crossing.length);
      wider.set(this.#isChanged);
      this.#isChanged = wider;
    }
    if (this.#isChanged[row] === 0) {
      this.#isChanged[row] = 1;
      this.#rows.push(row);
      this.#parts.push(grid.crossing[row]);
      this.#normals.push(grid.normal[row]);
    }
    grid.setCrossing(row, parts, normal);
  }

  #record(removed: Uint32Array): CutRecord {
    const grid = this.#grid;
    const rows = this.#rows.values;
    const keys = grid.edges.keys();
    let count = 0;
    for (let n = 0; n < this.#rows.length; n++) {
      const row = rows[n];
      this.#isChanged[row] = 0;
      const isSame = grid.crossing[row] === this.#parts.values[n] && grid.normal[row] === this.#normals.values[n];
      if (isSame) continue;
      rows[count] = row;
      this.#parts.values[count] = this.#parts.values[n];
      this.#normals.values[count++] = this.#normals.values[n];
    }
    const chosen = rows.subarray(0, count);
    return {
      removed,
      edges: Uint32Array.from(chosen, (row) => keys[row]),
      partsBefore: this.#parts.values.slice(0, count),
      normalsBefore: this.#normals.values.slice(0, count),
      partsAfter: Uint16Array.from(chosen, (row) => grid.crossing[row]),
      normalsAfter: Uint32Array.from(chosen, (row) => grid.normal[row]),
    };
  }
}

/** Restores the grid's signs and edges to their state before (isUndo) or after a cut. */
export function replay(grid: CutGrid, record: CutRecord, isUndo: boolean): void {
  const parts = isUndo ? record.partsBefore : record.partsAfter;
  const normals = isUndo ? record.normalsBefore : record.normalsAfter;
  for (const key of record.removed) grid.flip(key);
  for (let n = 0; n < record.edges.length; n++) grid.setCrossing(grid.edgeRow(record.edges[n]), parts[n], normals[n]);
}

/** The same record for another lattice with the same cell, which holds all that it names. */
export function movedRecord(record: CutRecord, from: Lattice, to: Lattice): CutRecord {
  if (from === to) return record;
  const place = new Int32Array(3);
  const moved = (key: number): number => {
    from.place(key, place);
    const [i, j, k] = [0, 1, 2].map((axis) => place[axis] + from.first[axis] - to.first[axis]);
    return to.parts[0][i] + to.parts[1][j] + to.parts[2][k];
  };
  return {
    ...record,
    removed: record.removed.map(moved),
    edges: record.edges.map((edge) => 3 * moved((edge - (edge % 3)) / 3) + (edge % 3)),
  };
}

/** Adds the cells whose corners or crossings a record changes, some of them more than once. */
export function addChangedCells(
  { lattice }: CutGrid,
  { removed, edges }: CutRecord,
  out: GrowingArray<Uint32Array<ArrayBuffer>>,
): void {
  out.reserve(8 * removed.length + 4 * edges.length);
  const { values } = out;
  let count = out.length;
  for (const key of removed) {
    values[count++] = key;
    // The cells below, axis by axis: one, two, four more.
    for (let axis = 0; axis < 3; axis++)
      for (let n = count - (1 << axis), end = count; n < end; n++) values[count++] = lattice.below(values[n], axis);
  }
  for (const edge of edges) {
    const axis = edge % 3;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const key = (edge - axis) / 3;
    const below = lattice.below(key, u);
    values[count++] = key;
    values[count++] = below;
    values[count++] = lattice.below(key, v);
    values[count++] = lattice.below(below, v);
  }
  out.length = count;
}
