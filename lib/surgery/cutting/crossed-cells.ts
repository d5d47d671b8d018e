// Signs → the cells whose corners are not all on one side, in key order.

import { GrowingArray, stopIfUnwanted } from '#core';
import type { CutGrid } from './cut-grid.ts';

export interface CrossedCells {
  readonly count: number;
  /** Place of each cell's lowest corner along each axis. */
  readonly places: Int32Array;
  readonly keys: Uint32Array;
  /** The bits of its inside corners. */
  readonly inside: Uint8Array;
}

/** Those that the grid's surface fills: all, or those of a window. */
export function ownCells(grid: CutGrid, cells: CrossedCells): CrossedCells {
  if (grid.outer === null) return cells;
  const { places } = cells;
  const rows: number[] = [];
  for (let n = 0; n < cells.count; n++)
    if (grid.hasCell(places[3 * n], places[3 * n + 1], places[3 * n + 2])) rows.push(n);
  return {
    count: rows.length,
    places: Int32Array.from({ length: 3 * rows.length }, (_, n) => places[3 * rows[Math.floor(n / 3)] + (n % 3)]),
    keys: Uint32Array.from(rows, (n) => cells.keys[n]),
    inside: Uint8Array.from(rows, (n) => cells.inside[n]),
  };
}

/** Skips eight cells of a row at a time if all vertices of the four rows around them are on one side. */
export function crossedCells(grid: CutGrid): CrossedCells {
  const { bricks, parts } = grid.lattice;
  const [x, y, z] = parts;
  const places = new GrowingArray(new Int32Array(3072));
  const keys = new GrowingArray(new Uint32Array(1024));
  const sides = new GrowingArray(new Uint8Array(1024));
  for (let bk = 0; bk < bricks[2]; bk++)
    for (let bj = 0; bj < bricks[1]; bj++) {
      stopIfUnwanted();
      for (let bi = 0; bi < bricks[0]; bi++) {
        if (isEmptyAround(grid, bi, bj, bk)) continue;
        const i = 8 * bi;
        for (let row = 0; row < 64; row++) {
          const j = 8 * bj + (row & 7);
          const k = 8 * bk + (row >> 3);
          const a = rowOf(grid, i, j, k);
          const b = rowOf(grid, i, j + 1, k);
          const c = rowOf(grid, i, j, k + 1);
          const d = rowOf(grid, i, j + 1, k + 1);
          if ((a | b | c | d) === 0 || (a & b & c & d) === 511) continue;
          const key = x[i] + y[j] + z[k];
          places.reserve(24);
          keys.reserve(8);
          sides.reserve(8);
          for (let n = 0; n < 8; n++) {
            const inside = ((a >> n) & 3) | (((b >> n) & 3) << 2) | (((c >> n) & 3) << 4) | (((d >> n) & 3) << 6);
            if (inside === 0 || inside === 255) continue;
            const at = places.length;
            places.values[at] = i + n;
            places.values[at + 1] = j;
            places.values[at + 2] = k;
            places.length = at + 3;
            keys.values[keys.length++] = key + n;
            sides.values[sides.length++] = inside;
          }
        }
      }
    }
  return { count: keys.length, places: places.values, keys: keys.values, inside: sides.values };
}

/** Whether no vertex of a brick, or of the bricks above it along each axis, is inside. */
function isEmptyAround({ lattice, insideCount }: CutGrid, bi: number, bj: number, bk: number): boolean {
  const [x, y, z] = lattice.bricks;
  for (let k = bk; k < Math.min(z, bk + 2); k++)
    for (let j = bj; j < Math.min(y, bj + 2); j++)
      for (let i = bi; i < Math.min(x, bi + 2); i++) if (insideCount[i + x * (j + y * k)] > 0) return false;
  return true;
}

/** The signs of the nine vertices from (i, j, k) along x, i a multiple of 8; beyond the lattice, 0. */
function rowOf(grid: CutGrid, i: number, j: number, k: number): number {
  const [x, y, z] = grid.lattice.parts;
  if (j >= y.length || k >= z.length) return 0;
  const first = grid.eightSigns(x[i] + y[j] + z[k]);
  if (i + 8 >= x.length) return first;
  return first | (grid.isInside(x[i + 8] + y[j] + z[k]) ? 256 : 0);
}
