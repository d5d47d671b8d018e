// A bone's cuts → what each changed of its surface, from the last cut back to the first.
//
//     present ──undo the last cut──▸ … ──undo the first──▸ as it was made
//
// Each is undone on a copy of the grid, whose cells are remade there, as CuttableBone.undo does; the surface is that of
// the time, to the last bit. The faces before a cut, and those after it turned over, make a closed surface: its winding
// number around a point is the bone's before the cut, minus the bone's after it.

import { GrowingArray } from '#core';
import { CutGrid, type GrowingMesh } from './cut-grid.ts';
import { addChangedCells, replay } from './cut-record.ts';
import type { CuttableBone } from './cuttable-bone.ts';
import { numberedMesh } from './numbered-mesh.ts';
import { CutSurface } from './surface.ts';

/** Faces of a mesh, before a cut or after it. */
export interface ChainPart {
  readonly mesh: GrowingMesh;
  readonly faces: Uint32Array;
  readonly isBefore: boolean;
}

/** @param visit receives the number of the cut, the first one's 0, and its two parts. */
export function eachChainBack(
  { steps: { grid: present, done } }: CuttableBone,
  visit: (cut: number, parts: readonly ChainPart[]) => void,
): void {
  const cells = new GrowingArray(new Uint32Array(1024));
  let grid = copyOf(present);
  let surface = new CutSurface(grid);
  for (let cut = done.length - 1; cut >= 0; cut--) {
    const { record, from, to } = done[cut];
    if (from === to) {
      replay(grid, record, true);
      cells.length = 0;
      addChangedCells(grid, record, cells);
      const first = grid.faces.length / 3;
      const removed = surface.remake(cells);
      const made = Uint32Array.from({ length: grid.faces.length / 3 - first }, (_, n) => first + n);
      visit(cut, [
        { mesh: grid.mesh, faces: removed.values.subarray(0, removed.length), isBefore: false },
        { mesh: grid.mesh, faces: made, isBefore: true },
      ]);
      continue;
    }
    // The window grew: all of the surface is another.
    const after = { mesh: grid.mesh, faces: numberedMesh(grid).faceNumbers, isBefore: false };
    grid = copyOf(from.grid);
    surface = new CutSurface(grid);
    visit(cut, [after, { mesh: grid.mesh, faces: numberedMesh(grid).faceNumbers, isBefore: true }]);
  }
}

function copyOf(grid: CutGrid): CutGrid {
  return CutGrid.of(structuredClone(grid.parts));
}
