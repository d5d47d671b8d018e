// What a cut changed in the grid, so that it can be undone and done again.

import { GrowingArray } from '../core/index.ts';
import type { CutGrid } from './cut-grid.ts';
import { PARTS } from './lattice.ts';
import type { Sweep } from './sweep.ts';
import { UNKNOWN } from './unit-code.ts';

/** What a cut does to the bone's surface: hand it to `detector.editBone` or `loop.editBone`. */
export interface CutEdit {
  /** Numbers of the faces that are no more. */
  readonly remove: Uint32Array;
  /** xyz of each new vertex, mm; numbered on from the last. */
  readonly positions: Float64Array;
  /** Three vertex numbers, old or new, of each new face; faces are numbered on from the last. */
  readonly faces: Uint32Array;
}

/** Vertices that became outside, and edges whose crossing became another: each once. */
export interface CutRecord {
  readonly removed: Uint32Array;
  readonly edges: Uint32Array;
  /** Crossings and normals of the edges, before the cut and after it. */
  readonly partsBefore: Uint16Array;
  readonly normalsBefore: Uint32Array;
  readonly partsAfter: Uint16Array;
  readonly normalsAfter: Uint32Array;
}

/** Carries a sweep's cuts over to the grid's edges; its vertices are removed already. */
export class EdgeCuts {
  readonly #grid: CutGrid;
  /** Rows of edges that changed, in the order of their first change, and what they held before. */
  readonly #rows = new GrowingArray(new Uint32Array(256));
  readonly #parts = new GrowingArray(new Uint16Array(256));
  readonly #normals = new GrowingArray(new Uint32Array(256));
  /** 1 where a row is in `#rows`. */
  #isChanged = new Uint8Array(0);
  readonly #place = new Int32Array(3);

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
    sweep.eachCut((edge, isLowInside, at, normal) => {
      const row = grid.edgeRow(edge);
      const held = grid.crossing[row];
      const isNearer = isLowInside ? at < held : at > held;
      const isPlane = at === held && grid.normal[row] === UNKNOWN;
      if (isNearer || isPlane) this.#set(row, at, normal);
    });
    return this.#record(removed);
  }

  /** The six edges around a removed vertex: where the other end is inside, the bone begins next to the vertex. */
  #openAround(key: number): void {
    const grid = this.#grid;
    const { parts } = grid.lattice;
    const place = this.#place;
    grid.lattice.place(key, place);
    for (let axis = 0; axis < 3; axis++)
      for (let step = -1; step <= 1; step += 2) {
        place[axis] += step;
        const other = parts[0][place[0]] + parts[1][place[1]] + parts[2][place[2]];
        place[axis] -= step;
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

/** Puts the grid's signs and edges to what they were before (isUndo) or after a cut. */
export function replay(grid: CutGrid, record: CutRecord, isUndo: boolean): void {
  const parts = isUndo ? record.partsBefore : record.partsAfter;
  const normals = isUndo ? record.normalsBefore : record.normalsAfter;
  for (const key of record.removed) grid.flip(key);
  for (let n = 0; n < record.edges.length; n++) grid.setCrossing(grid.edgeRow(record.edges[n]), parts[n], normals[n]);
}

/** Adds the cells whose corners or crossings a record changes. */
export function addChangedCells(
  grid: CutGrid,
  { removed, edges }: CutRecord,
  out: GrowingArray<Uint32Array<ArrayBuffer>>,
): void {
  const { lattice } = grid;
  const [x, y, z] = lattice.parts;
  const place = new Int32Array(3);
  for (const key of removed) {
    lattice.place(key, place);
    const [i, j, k] = place;
    for (let corner = 0; corner < 8; corner++)
      out.push(x[i - (corner & 1)] + y[j - ((corner >> 1) & 1)] + z[k - (corner >> 2)]);
  }
  for (const edge of edges) {
    const axis = edge % 3;
    lattice.place((edge - axis) / 3, place);
    for (let n = 0; n < 4; n++) {
      const at = [place[0], place[1], place[2]];
      at[(axis + 1) % 3] -= n & 1;
      at[(axis + 2) % 3] -= n >> 1;
      out.push(x[at[0]] + y[at[1]] + z[at[2]]);
    }
  }
}
