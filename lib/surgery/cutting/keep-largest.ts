// A grid's signs → those of its largest solid only, filled.
//
//   row  ○○○○●●●●○○○●●○○○      A row of vertices along x is a sequence of runs, outside and inside in turn, the first
//        └─0─┘└─1┘└2┘└3┘…      one outside: no vertex on the lattice's border is inside. Runs of one kind that lie
//                              beside each other in neighbouring rows belong together (DisjointSets). All solids but
//                              the largest are removed; outside parts with no path to the border are filled.

import { DisjointSets, grown } from '#core';
import type { CutGrid } from './cut-grid.ts';

/** Solids are connected along the lattice's edges; the largest has the most vertices. */
export function keepLargest(grid: CutGrid): void {
  if (grid.isEmpty) return;
  const solids = new Runs(grid);
  const sizes = new Float64Array(solids.count);
  solids.each((run, isInside, from, to) => {
    if (isInside) sizes[solids.rootOf(run)] += to - from;
  });
  let largest = 0;
  for (let run = 1; run < sizes.length; run++) if (sizes[run] > sizes[largest]) largest = run;
  flipRuns(grid, solids, (run, isInside) => isInside && solids.rootOf(run) !== largest);
  const gaps = new Runs(grid);
  const border = gaps.rootOf(0);
  flipRuns(grid, gaps, (run, isInside) => !isInside && gaps.rootOf(run) !== border);
}

function flipRuns(grid: CutGrid, runs: Runs, isChosen: (run: number, isInside: boolean) => boolean): void {
  const [x, y, z] = grid.lattice.parts;
  runs.each((run, isInside, from, to, j, k) => {
    if (isChosen(run, isInside)) for (let i = from; i < to; i++) grid.flip(x[i] + y[j] + z[k]);
  });
}

class Runs {
  readonly #rows: readonly [number, number];
  /** By run: the first place after it. */
  #ends = new Int32Array(1024);
  /** By row, y fastest: its first run; after the last row, the number of runs. */
  readonly #starts: Int32Array;
  readonly #sets: DisjointSets;
  readonly count: number;

  constructor(grid: CutGrid) {
    const { size, bricks, parts } = grid.lattice;
    const [length, ny, nz] = size;
    this.#rows = [ny, nz];
    this.#starts = new Int32Array(ny * nz + 1);
    let count = 0;
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++) {
        this.#starts[j + ny * k] = count;
        let side = 0;
        for (let b = 0; b < bricks[0]; b++) {
          const signs = grid.eightSigns(parts[0][8 * b] + parts[1][j] + parts[2][k]);
          if (signs === 255 * side) continue;
          for (let n = 0; n < 8; n++) {
            if (((signs >> n) & 1) === side) continue;
            side = 1 - side;
            this.#put(count++, 8 * b + n);
          }
        }
        this.#put(count++, length);
      }
    this.#starts[ny * nz] = count;
    this.count = count;
    this.#sets = new DisjointSets(count);
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++) {
        if (j > 0) this.#joinRows(j + ny * k, j - 1 + ny * k);
        if (k > 0) this.#joinRows(j + ny * k, j + ny * (k - 1));
      }
  }

  /** @param visit receives a run, its side, its first place and the one after its last, and the row's places. */
  each(visit: (run: number, isInside: boolean, from: number, to: number, j: number, k: number) => void): void {
    const [ny, nz] = this.#rows;
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++) {
        const first = this.#starts[j + ny * k];
        for (let run = first; run < this.#starts[j + ny * k + 1]; run++)
          visit(run, ((run - first) & 1) === 1, run === first ? 0 : this.#ends[run - 1], this.#ends[run], j, k);
      }
  }

  rootOf(run: number): number {
    return this.#sets.find(run);
  }

  /** Joins runs of one side that have a place in common. */
  #joinRows(row: number, other: number): void {
    const starts = this.#starts;
    const ends = this.#ends;
    let a = starts[row];
    let b = starts[other];
    while (a < starts[row + 1] && b < starts[other + 1]) {
      if (((a - starts[row]) & 1) === ((b - starts[other]) & 1)) this.#sets.join(a, b);
      if (ends[a] < ends[b]) a++;
      else if (ends[a] > ends[b]) b++;
      else {
        a++;
        b++;
      }
    }
  }

  #put(run: number, end: number): void {
    if (run === this.#ends.length) this.#ends = grown(this.#ends, run, 2 * run);
    this.#ends[run] = end;
  }
}
