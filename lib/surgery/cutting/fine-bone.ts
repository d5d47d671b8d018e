// The bone around what a cut removed, on a lattice FINER times as fine: its vertices, and where ways through them meet.
//
// A fine vertex is in the bone if it is in one of the tetrahedra of its cell (bone-cones.ts).

import { BoneCones, FULL } from './bone-cones.ts';
import type { FaceRange } from './bone-history.ts';
import { CutGrid } from './cut-grid.ts';
import { Lattice } from './lattice.ts';

export const FINER = 4;
/** In fine cells: aside from the cell's own edges and diagonals, on which faces of its tetrahedra lie. */
const ASIDE = [2 ** -9, 2 ** -10 * 1.3, 2 ** -11 * 1.7] as const;

/** Around what a cut removed: the cells there, and the inside vertices of their corners, by connected part. */
export interface Surroundings {
  readonly cells: ReadonlySet<number>;
  readonly partOf: ReadonlyMap<number, number>;
}

export class FineBone {
  readonly grid: CutGrid;
  readonly #coarse: CutGrid;
  readonly #around: Surroundings;
  /** Place of the coarse vertex that is the fine lattice's first. */
  readonly #first: readonly number[];

  constructor(coarse: CutGrid, around: Surroundings) {
    this.#coarse = coarse;
    this.#around = around;
    const { lattice } = coarse;
    const place = new Int32Array(3);
    const low = [Infinity, Infinity, Infinity];
    const high = [0, 0, 0];
    for (const cell of around.cells) {
      lattice.place(cell, place);
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], place[k]);
        high[k] = Math.max(high[k], place[k] + 1);
      }
    }
    // A cell more on each side, so that no vertex inside is on the lattice's own sides.
    this.#first = low.map((n) => n - 1);
    const bricks = (k: number) => Math.ceil((FINER * (high[k] + 2 - low[k])) / 8);
    const first = (k: number) => FINER * (lattice.first[k] + this.#first[k]);
    this.grid = new CutGrid(
      new Lattice({
        ...{ cell: lattice.cell / FINER, first: [first(0), first(1), first(2)] },
        bricks: [bricks(0), bricks(1), bricks(2)],
      }),
    );
  }

  /** Marks the bone before the cut. */
  fill(facesOf: (cell: number, out: FaceRange) => void): void {
    const { lattice } = this.#coarse;
    const cones = new BoneCones(lattice);
    const place = new Int32Array(3);
    const range: FaceRange = { mesh: this.#coarse.mesh, first: 0, count: 0 };
    const [x, y, z] = this.grid.lattice.parts;
    for (const cell of this.#around.cells) {
      lattice.place(cell, place);
      const [i, j, k] = place;
      const inside = this.#coarse.cornersInside(i, j, k);
      if (inside === 0) continue;
      range.count = 0;
      if (inside !== FULL) facesOf(cell, range);
      cones.set(i, j, k, inside, range.mesh, range.first, range.count);
      const [a, b, c] = [i, j, k].map((n, axis) => FINER * (n - this.#first[axis]));
      for (let w = 0; w < FINER; w++)
        for (let v = 0; v < FINER; v++)
          for (let u = 0; u < FINER; u++)
            if (inside === FULL || cones.holds(aside(u, 0), aside(v, 1), aside(w, 2)))
              this.grid.flip(x[a + u] + y[b + v] + z[c + w]);
    }
  }

  /** Cells of the coarse lattice in which ways from different parts meet, and a place there, mm. */
  meetings(): Map<number, number[]> {
    const { grid } = this;
    const { lattice } = this.#coarse;
    const [x, y, z] = grid.lattice.parts;
    const place = new Int32Array(3);
    const partIn = new Map<number, number>();
    for (const [key, part] of this.#around.partOf) {
      lattice.place(key, place);
      const [i, j, k] = place.map((n, axis) => FINER * (n - this.#first[axis]));
      const at = x[i] + y[j] + z[k];
      if (grid.isInside(at)) partIn.set(at, part);
    }
    const met = new Map<number, number[]>();
    // A map is visited in the order in which entries were added, those added meanwhile included.
    for (const [key, part] of partIn)
      for (let axis = 0; axis < 3; axis++)
        for (const next of [grid.lattice.below(key, axis), grid.lattice.above(key, axis)]) {
          if (!grid.isInside(next)) continue;
          const other = partIn.get(next);
          if (other === undefined) partIn.set(next, part);
          else if (other !== part) this.#meet(next, met);
        }
    return met;
  }

  #meet(fine: number, met: Map<number, number[]>): void {
    const place = new Int32Array(3);
    const { lattice } = this.grid;
    lattice.place(fine, place);
    const [x, y, z] = this.#coarse.lattice.parts;
    const [i, j, k] = place.map((n, axis) => Math.floor(n / FINER) + this.#first[axis]);
    met.set(
      x[i] + y[j] + z[k],
      Array.from(place, (n, axis) => lattice.coordinate(axis, n, 0)),
    );
  }
}

/** A fine vertex's place in its cell, moved aside a little. */
const aside = (n: number, axis: number) => (n + ASIDE[axis]) / FINER;
