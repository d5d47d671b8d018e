// The bone at a moment → its faces in each cell, and which of them a cut has made.

import type { TriangleMesh } from '#mesh';
import { FULL } from './bone-cones.ts';
import type { FaceRange } from './bone-history.ts';
import type { CutGrid } from './cut-grid.ts';

export type FacesOf = (cell: number, out: FaceRange) => void;

/** The surface in and around a box. */
export interface Shown extends TriangleMesh {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  /** Of each cell that ever had faces, those that it has then. */
  readonly cells: ReadonlyMap<number, FaceRange>;
}

/** In cells, around the box. */
const AROUND = 3;

/** @param box in cells: low xyz, high xyz. @param facesOf as BoneHistory.at gives it. */
export function shownIn(grid: CutGrid, box: Float64Array, facesOf: FacesOf): Shown {
  const positions: number[] = [];
  const cells = new Map<number, FaceRange>();
  const place = new Int32Array(3);
  const low = box.subarray(0, 3).map((x) => x - AROUND);
  const high = box.subarray(3).map((x) => x + AROUND);
  for (const key of grid.cells.keys()) {
    grid.lattice.place(key, place);
    const [i, j, k] = place;
    if (i < low[0] || j < low[1] || k < low[2] || i > high[0] || j > high[1] || k > high[2]) continue;
    const range = rangeOf(grid, key, place, facesOf);
    cells.set(key, range);
    const { positions: P, faces: F } = range.mesh;
    for (let n = 3 * range.first; n < 3 * (range.first + range.count); n++)
      for (let axis = 0; axis < 3; axis++) positions.push(P.values[3 * F.values[n] + axis]);
  }
  const faces = Uint32Array.from({ length: positions.length / 3 }, (_, n) => n);
  return { positions: Float64Array.from(positions), faces, name: '', cells };
}

/** The cells of which the faces were others, or none, at another moment. @param facesOf at that moment. */
export function changedCells(grid: CutGrid, shown: Shown, facesOf: FacesOf): Set<number> {
  const changed = new Set<number>();
  const place = new Int32Array(3);
  for (const [key, { mesh, first, count }] of shown.cells) {
    grid.lattice.place(key, place);
    const had = rangeOf(grid, key, place, facesOf);
    if (had.count !== count || (count > 0 && (had.first !== first || had.mesh !== mesh))) changed.add(key);
  }
  return changed;
}

/** Only a cell with corners on both sides has faces, and only of such a one does the history know which. */
function rangeOf(grid: CutGrid, key: number, [i, j, k]: Int32Array, facesOf: FacesOf): FaceRange {
  const range: FaceRange = { mesh: grid.mesh, first: 0, count: 0 };
  const inside = grid.cornersInside(i, j, k);
  if (inside !== 0 && inside !== FULL) facesOf(key, range);
  return range;
}
