// A closed surface and a cell → the bone on its lattice: marked, and its surface made.

import { MeshError } from '../core/index.ts';
import { measureBounds, type TriangleMesh } from '../mesh/index.ts';
import { checkSolid } from './check-solid.ts';
import type { SavedBone } from './cut-file.ts';
import { CutGrid, type CutGridParts } from './cut-grid.ts';
import { latticeAround } from './lattice.ts';
import { markBone } from './mark-bone.ts';
import { CutSurface } from './surface.ts';

export type MadeBone = Pick<SavedBone, 'name' | 'grid' | 'thinWalls'>;

/** What another thread is asked, and what it answers. */
export interface MakeQuestion {
  readonly surface: Pick<TriangleMesh, 'positions' | 'faces' | 'name'>;
  readonly cell: number;
}
export type MakeAnswer = Pick<MadeBone, 'name' | 'thinWalls'> & { readonly grid: CutGridParts };

/**
 * @param cell mm. @param progress gets the share of the work that is done, 0 … 1.
 * @throws as createCuttableBone.
 */
export function makeBone(given: TriangleMesh, wanted: number, progress: (share: number) => void): MadeBone {
  const surface = checkSolid(given, 'surface');
  const { name } = surface;
  const { min, max } = measureBounds(surface.positions, surface.faces);
  const lattice = latticeAround(min, max, wanted, name);
  const points = new Float64Array(surface.positions.length);
  for (let n = 0; n < points.length; n++) points[n] = surface.positions[n] / lattice.cell - lattice.first[n % 3];
  const grid = new CutGrid(lattice);
  const { cells, lost } = markBone(grid, surface, points, (share) => progress(share / 2));
  if (cells.count === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `A cell of ${lattice.cell} mm leaves nothing of "${name}", which passes between its vertices; choose a smaller cell.`,
    );
  new CutSurface(grid).make(cells);
  progress(1);
  return { name, grid, thinWalls: lost };
}
