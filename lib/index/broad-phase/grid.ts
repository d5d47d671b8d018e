// Boxes → overlapping pairs, by a uniform grid whose cell size is derived from the boxes' sizes.
//
//   ┌────┬────┬────┐   A box has an entry in every cell that it touches, bodies ascending in each cell. Bodies are
//   │ a──┼─┐  │    │   taken in ascending order. In each of its cells a body meets the entries after its own, those of
//   │ └┬─┼─┼┐ │    │   greater numbers. Two boxes that overlap share a point, hence its cell; one met in several cells
//   ├──┼─┼─┘│─┼────┤   is put into a set once (AscendingSet, which also sorts).
//   │  └─b──┘ │ c  │
//   └────┴────┴────┘   Boxes of many cells are compared with all others instead.
//
// Invariant: cells, f32 bounds and their comparisons are monotone in the coordinates as given, so that no overlap is
// lost to rounding; the pairs that they let through are compared in f64.
//
// Source: J. L. Bentley, J. H. Friedman, "Data structures for range searching", ACM Computing Surveys 11(4), 1979.

import { GrowingArray } from '#core';
import { AscendingSet } from './ascending-set.ts';
import { type Boxes, overlap } from './boxes.ts';
import { localBoxes } from './local-boxes.ts';

/** The ratio of cell size to mean box extent: smaller cells take more entries, larger ones more comparisons. */
const CELL_RATIO = 2;
/** Cells per body: an empty cell costs a word. */
const CELLS_A_BODY = 4;
/** A box of more cells than this is compared with all others. */
const MOST_CELLS = 64;

/** The grid's cells: cubes from 0 on, in the coordinates of localBoxes. */
interface Grid {
  readonly cell: number;
  readonly size: Uint32Array;
}

/** The grid is rebuilt for each answer: its cell size follows the boxes. */
export function gridPairs(boxes: Boxes): Uint32Array {
  return boxes.count < 2 ? new Uint32Array(0) : new GridPairs(boxes, localBoxes(boxes)).find();
}

/** Cells of a box, both ends included: i0, j0, k0, i1, j1, k1. */
type CellRange = Int32Array;

/** One answer. */
class GridPairs {
  readonly #boxes: Boxes;
  readonly #local: Float32Array;
  readonly #grid: Grid;
  /** By cell: its first entry; its next entry to be visited. */
  readonly #start: Uint32Array;
  readonly #cursor: Uint32Array;
  /** By entry: the body, and its local box. */
  readonly #body: Uint32Array;
  readonly #bounds: Float32Array;
  readonly #large: number[] = [];
  readonly #range: CellRange = new Int32Array(6);

  constructor(boxes: Boxes, local: Float32Array) {
    this.#boxes = boxes;
    this.#local = local;
    this.#grid = layGrid(local);
    const [nx, ny, nz] = this.#grid.size;
    const cells = nx * ny * nz;
    this.#start = new Uint32Array(cells + 1);
    for (let body = 0; body < boxes.count; body++)
      if (this.#locate(body)) this.#eachCell((cell) => this.#start[cell + 1]++);
      else this.#large.push(body);
    for (let cell = 0; cell < cells; cell++) this.#start[cell + 1] += this.#start[cell];
    this.#cursor = this.#start.slice(0, cells);
    this.#body = new Uint32Array(this.#start[cells]);
    this.#bounds = new Float32Array(6 * this.#start[cells]);
    for (let body = 0; body < boxes.count; body++)
      if (this.#locate(body))
        this.#eachCell((cell) => {
          const entry = this.#cursor[cell]++;
          this.#body[entry] = body;
          for (let k = 0; k < 6; k++) this.#bounds[6 * entry + k] = this.#local[6 * body + k];
        });
    this.#cursor.set(this.#start.subarray(0, cells));
  }

  find(): Uint32Array {
    const { count } = this.#boxes;
    const found = new AscendingSet(count);
    const pairs = new GrowingArray(new Uint32Array(4 * count));
    const row = new Uint32Array(count);
    for (let body = 0; body < count; body++) {
      if (this.#locate(body)) {
        this.#eachCell((cell) => this.#meet(body, this.#cursor[cell]++, this.#start[cell + 1], found));
        for (const large of this.#large) if (large > body && overlap(this.#boxes, body, large)) found.add(large);
      } else for (let other = body + 1; other < count; other++) if (overlap(this.#boxes, body, other)) found.add(other);
      const end = found.take(row, 0);
      pairs.reserve(2 * end);
      for (let k = 0; k < end; k++) {
        pairs.values[pairs.length++] = body;
        pairs.values[pairs.length++] = row[k];
      }
    }
    return pairs.values.slice(0, pairs.length);
  }

  /** Compares a body with the entries of a cell after its own. */
  #meet(body: number, own: number, end: number, found: AscendingSet): void {
    const b = this.#bounds;
    const at = 6 * own;
    const x0 = b[at];
    const y0 = b[at + 1];
    const z0 = b[at + 2];
    const x1 = b[at + 3];
    const y1 = b[at + 4];
    const z1 = b[at + 5];
    for (let entry = own + 1, i = at + 6; entry < end; entry++, i += 6)
      if (b[i] <= x1 && x0 <= b[i + 3] && b[i + 1] <= y1 && y0 <= b[i + 4] && b[i + 2] <= z1 && z0 <= b[i + 5])
        if (overlap(this.#boxes, body, this.#body[entry])) found.add(this.#body[entry]);
  }

  /** Sets #range to a body's. @returns whether it has few cells. */
  #locate(body: number): boolean {
    const { cell, size } = this.#grid;
    const local = this.#local;
    let cells = 1;
    for (let k = 0; k < 3; k++) {
      this.#range[k] = Math.min(size[k] - 1, Math.floor(Math.max(0, local[6 * body + k]) / cell));
      this.#range[3 + k] = Math.min(size[k] - 1, Math.floor(local[6 * body + 3 + k] / cell));
      cells *= this.#range[3 + k] - this.#range[k] + 1;
    }
    return cells <= MOST_CELLS;
  }

  #eachCell(visit: (cell: number) => void): void {
    const [i0, j0, k0, i1, j1, k1] = this.#range;
    const [nx, ny] = this.#grid.size;
    for (let k = k0; k <= k1; k++)
      for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) visit(i + nx * (j + ny * k));
  }
}

/** Cubes of twice the mean of the boxes' extents, or larger if there would be too many. */
function layGrid(local: Float32Array): Grid {
  const count = local.length / 6;
  const extents = [0, 0, 0];
  let sum = 0;
  for (let i = 0; i < local.length; i += 6)
    for (let k = 0; k < 3; k++) {
      extents[k] = Math.max(extents[k], local[i + 3 + k]);
      sum += (local[i + 3 + k] - local[i + k]) / (3 * count);
    }
  let cell = CELL_RATIO * sum || 1 / count;
  for (;;) {
    const [nx, ny, nz] = extents.map((extent) => Math.floor(extent / cell) + 1);
    if (nx * ny * nz <= CELLS_A_BODY * count + 8) return { cell, size: Uint32Array.of(nx, ny, nz) };
    cell *= 1.25;
  }
}
