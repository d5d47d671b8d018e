// Cells whose corners or crossings changed → the bone's surface there: which faces are removed and which added.

import { GrowingArray, sortRange, stopIfUnwanted } from '#core';
import { CELL_CASES } from './cell-cases.ts';
import { CellMesher } from './cell-mesher.ts';
import type { CrossedCells } from './crossed-cells.ts';
import { type CutGrid, NONE } from './cut-grid.ts';
import { numberedMesh, renumber, rowsOf } from './numbered-mesh.ts';
import { mayBend, SideBends } from './side-bends.ts';

export class CutSurface {
  readonly #grid: CutGrid;
  readonly #mesher: CellMesher;
  readonly #bends: SideBends;
  readonly #at = new Int32Array(3);
  readonly #more = new GrowingArray(new Uint32Array(64));
  /** What the last `remake` replaced: key, first face and number of faces of each cell that had faces. */
  readonly replaced = new GrowingArray(new Uint32Array(768));

  constructor(grid: CutGrid) {
    this.#grid = grid;
    this.#mesher = new CellMesher(grid);
    this.#bends = new SideBends(grid);
  }

  /** Makes the whole surface: faces in the order of their cells, vertices in the order in which faces name them. */
  make({ count, places, keys, inside }: CrossedCells): void {
    const grid = this.#grid;
    for (let n = 0; n < count; n++) {
      if (n % 1024 === 0) stopIfUnwanted();
      for (let axis = 0; axis < 3; axis++) {
        const place = this.#bends.find(places[3 * n], places[3 * n + 1], places[3 * n + 2], axis, inside[n]);
        if (place === 0) continue;
        // Get the row first: that may replace the column.
        const row = grid.bendRow(3 * keys[n] + axis);
        grid.bendPlace[row] = place;
      }
    }
    for (let n = 0; n < count; n++) {
      if (n % 1024 === 0) stopIfUnwanted();
      this.#meshCell(places[3 * n], places[3 * n + 1], places[3 * n + 2], inside[n], keys[n]);
    }
    renumber(grid, rowsOf(grid, numberedMesh(grid)));
  }

  /**
   * Remakes the surface of these cells, and of neighbours whose common side became bent or no longer is.
   * @param cells keys, each once or more; sorted by this call.
   * @returns the numbers of the removed faces, ascending within a cell.
   */
  remake(cells: GrowingArray<Uint32Array<ArrayBuffer>>): GrowingArray<Uint32Array<ArrayBuffer>> {
    sortUnique(cells);
    this.#bendSides(cells);
    for (let n = 0; n < this.#more.length; n++) cells.push(this.#more.values[n]);
    sortUnique(cells);
    const removed = new GrowingArray(new Uint32Array(256));
    this.replaced.length = 0;
    const grid = this.#grid;
    for (let n = 0; n < cells.length; n++) {
      const key = cells.values[n];
      const row = grid.cells.find(key);
      if (row !== NONE && grid.faceCount[row] > 0) {
        const first = grid.firstFace[row];
        for (let face = 0; face < grid.faceCount[row]; face++) removed.push(first + face);
        this.replaced.push(key);
        this.replaced.push(first);
        this.replaced.push(grid.faceCount[row]);
      }
      const at = this.#placeOf(key);
      const inside = grid.cornersInside(at[0], at[1], at[2]);
      if (row !== NONE || CELL_CASES[inside].loops.length > 0) this.#meshCell(at[0], at[1], at[2], inside, key);
    }
    return removed;
  }

  #meshCell(i: number, j: number, k: number, inside: number, key: number): void {
    const grid = this.#grid;
    const row = grid.cellRow(key);
    grid.firstFace[row] = grid.faces.length / 3;
    grid.faceCount[row] = this.#mesher.mesh(i, j, k, inside);
  }

  /** Recomputes the bends of the cells' sides; `#more` receives the cells across from those that changed. */
  #bendSides(cells: GrowingArray<Uint32Array<ArrayBuffer>>): void {
    const grid = this.#grid;
    const { lattice } = grid;
    this.#more.length = 0;
    for (let n = 0; n < cells.length; n++) {
      if (n % 1024 === 0) stopIfUnwanted();
      const key = cells.values[n];
      const at = this.#placeOf(key);
      const inside = grid.cornersInside(at[0], at[1], at[2]);
      for (let axis = 0; axis < 3; axis++) {
        const low = this.#bends.find(at[0], at[1], at[2], axis, inside);
        if (this.#setBend(3 * key + axis, low)) this.#more.push(lattice.below(key, axis));
        const above = lattice.above(key, axis);
        let high = 0;
        if (mayBend(inside, 2 * axis + 1)) {
          at[axis]++;
          high = this.#bends.find(at[0], at[1], at[2], axis, grid.cornersInside(at[0], at[1], at[2]));
          at[axis]--;
        }
        if (this.#setBend(3 * above + axis, high)) this.#more.push(above);
      }
    }
  }

  /** @returns whether the bend changed. */
  #setBend(side: number, place: number): boolean {
    const grid = this.#grid;
    const row = place === 0 ? grid.bends.find(side) : grid.bendRow(side);
    if (row === NONE || grid.bendPlace[row] === place) return false;
    grid.bendPlace[row] = place;
    grid.bendVertex[row] = NONE;
    return true;
  }

  #placeOf(key: number): Int32Array {
    this.#grid.lattice.place(key, this.#at);
    return this.#at;
  }
}

function sortUnique(numbers: GrowingArray<Uint32Array<ArrayBuffer>>): void {
  const { values } = numbers;
  sortRange(values, 0, numbers.length);
  let kept = 0;
  for (let n = 0; n < numbers.length; n++) if (n === 0 || values[n] !== values[n - 1]) values[kept++] = values[n];
  numbers.length = kept;
}
