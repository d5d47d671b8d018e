// A closed surface and a cell → a bone that can be cut.

import { checkFunction, checkOptionNames, MeshError, type OptionNames } from '../core/index.ts';
import { measureBounds, type TriangleMesh } from '../mesh/index.ts';
import { checkSolid } from './check-solid.ts';
import { CutGrid } from './cut-grid.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { latticeAround } from './lattice.ts';
import { markBone } from './mark-bone.ts';
import { CutSurface } from './surface.ts';

export interface CuttableBoneOptions {
  /** Closed and oriented. */
  readonly surface: TriangleMesh;
  /**
   * mm: the grid on which the cut surface is kept. Walls of bone thinner than two cells may vanish, and walls thinner
   * than one do where they pass between its vertices: see `thinWalls`.
   */
  readonly cell: number;
  /** Called with the share of the work that is done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}
const OPTIONS: OptionNames<CuttableBoneOptions> = { surface: true, cell: true, onProgress: true };

/**
 * The bone's surface is made anew on the grid once; from then on a cut remakes only the cells that it touches.
 * @throws (as a rejection) MeshError NOT_SOLID (open, or faces inward), EMPTY_MESH (the cell is so large that no bone
 * is left), and as createMesh; OptionError BAD_CELL, CELL_TOO_SMALL, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function createCuttableBone(options: CuttableBoneOptions): Promise<CuttableBone> {
  checkOptionNames(options, OPTIONS, 'createCuttableBone');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  const progress = options.onProgress ?? (() => {});
  const surface = checkSolid(options.surface, 'surface');
  const { min, max } = measureBounds(surface.positions, surface.faces);
  const lattice = latticeAround(min, max, options.cell, surface.name);
  const points = new Float64Array(surface.positions.length);
  for (let n = 0; n < points.length; n++) points[n] = surface.positions[n] / lattice.cell - lattice.first[n % 3];
  const grid = new CutGrid(lattice);
  const { cells, lost } = markBone(grid, surface, points, (share) => progress(share / 2));
  if (cells.count === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `A cell of ${lattice.cell} mm leaves nothing of "${surface.name}", which passes between its vertices; choose a smaller cell.`,
    );
  new CutSurface(grid).make(cells);
  progress(1);
  return new CuttableBone({ name: surface.name, grid, thinWalls: lost, done: [], undone: [] });
}
