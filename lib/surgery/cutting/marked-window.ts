// A surface and a window of it → a grid that fills the window, joined to the surface beyond it.

import { MeshError } from '#core';
import { measureBounds, type TriangleMesh, withoutTwins } from '#mesh';
import { crossedCells } from './crossed-cells.ts';
import { CutGrid } from './cut-grid.ts';
import { joinOuter } from './join-outer.ts';
import { pointsIn } from './lattice.ts';
import type { LostFeatures } from './lost-features.ts';
import { markBone } from './mark-bone.ts';
import { unshownFaces } from './unshown-faces.ts';
import { type Window, windowBox } from './window-box.ts';

/** Cells by which a window's sides are moved outward, at most. */
const MOST_WIDER = 8;

export interface MarkedWindow {
  /** With its surface. */
  readonly grid: CutGrid;
  readonly thinWalls: number;
  readonly lost: LostFeatures;
}

/**
 * Where corners on the window's sides, once rounded, would let the surface meet itself, the sides are moved outward.
 * @param given closed. @param onProgress receives the fraction of the work done, 0 … 1.
 * @param change changes the grid, strictly within the window, after it is marked.
 * @throws MeshError CUT_MEETS_ITSELF if moving the sides does not help, EMPTY_MESH if there is nothing to show.
 */
export function markedWindow(
  given: TriangleMesh,
  window: Window,
  cell: number,
  onProgress: (share: number) => void,
  change: (grid: CutGrid) => void = () => {},
): MarkedWindow {
  const surface = withoutTwins(given);
  const bounds = measureBounds(surface.positions, surface.faces);
  let fault: string | null = null;
  for (let wider = 0; wider <= MOST_WIDER; wider++) {
    const { lattice, box } = windowBox(window, bounds, cell, wider, surface.name);
    const points = pointsIn(lattice, surface.positions);
    const grid = new CutGrid(lattice);
    const onShare = wider === 0 ? onProgress : () => {};
    const { lost: thinWalls, lowFlips } = markBone(grid, surface, points, box, (share) => onShare(share / 2));
    const lost = unshownFaces(grid, points, surface.faces, box);
    change(grid);
    fault = joinOuter(grid, box, lowFlips, surface, crossedCells(grid));
    if (fault !== null) continue;
    onProgress(1);
    if (grid.faces.length === 0) throw nothingShown(grid, surface.name);
    return { grid, thinWalls, lost };
  }
  throw new MeshError(
    'CUT_MEETS_ITSELF',
    `The window ${fault} of "${surface.name}", also with its sides moved outward by ${MOST_WIDER} cells; move the window, or repair the surface along its sides.`,
  );
}

export function nothingShown({ lattice }: CutGrid, name: string): MeshError {
  return new MeshError(
    'EMPTY_MESH',
    `A cell of ${lattice.cell} mm leaves nothing of "${name}", which passes between its vertices; choose a smaller cell.`,
  );
}
