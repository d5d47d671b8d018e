// A closed surface and a cell → a bone that can be cut, made by a worker if that takes long.

import { checkFunction, checkOptionNames, described, OptionError, type OptionNames } from '#core';
import { checkedMesh, measureBounds, type TriangleMesh } from '#mesh';
import type { CuttableBone } from './cuttable-bone.ts';
import { checkCell } from './lattice.ts';
import { cellsAcross, makeWhereBest } from './make-where-best.ts';
import { checkedWindow } from './window-box.ts';

export interface CuttableBoneOptions {
  /** Closed and oriented. */
  readonly surface: TriangleMesh;
  /**
   * mm: the grid on which the cut surface is kept. Walls of bone thinner than two cells may vanish, and walls thinner
   * than one cell do so wherever they pass between its vertices: see `lost`.
   */
  readonly cell: number;
  /**
   * mm: corners of a box, whose sides are moved outward to the grid's planes. The grid fills it, and beyond it the
   * surface stays as given, face by face; faces that reach into it are cut along its sides. There overlapping shells
   * stay as they are, and must not overlap on the window's sides. Without it, the grid takes the whole surface.
   */
  readonly window?: { readonly min: ArrayLike<number>; readonly max: ArrayLike<number> };
  /** When a cut reaches the window's sides: it grows, which is the default, or the cut is refused. */
  readonly beyondWindow?: 'grow' | 'refuse';
  /** Called with the fraction of the work done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}
const OPTIONS: OptionNames<CuttableBoneOptions> = {
  surface: true,
  cell: true,
  window: true,
  beyondWindow: true,
  onProgress: true,
};

/**
 * The bone's surface is remade on the grid once; after that a cut remakes only the cells that it touches. A bone that
 * takes long is made by a worker, so this thread is not blocked; without workers, by this thread. The bone is the same,
 * byte for byte. A surface that meets itself beyond a window keeps that.
 * @throws (as a rejection) MeshError NOT_SOLID (open, or faces inward), EMPTY_MESH (the cell is so large that no bone
 * is left), CUT_MEETS_ITSELF (a window's sides, wherever they are moved), and as createMesh; OptionError BAD_CELL,
 * CELL_TOO_SMALL, BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function createCuttableBone(options: CuttableBoneOptions): Promise<CuttableBone> {
  checkOptionNames(options, OPTIONS, 'createCuttableBone');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  const { cell, onProgress = () => {}, beyondWindow = 'grow' } = options;
  checkCell(cell);
  checkBeyondWindow(beyondWindow);
  const { positions, faces, name } = checkedMesh(options.surface, 'surface');
  const bounds = measureBounds(positions, faces);
  if (options.window === undefined && options.beyondWindow !== undefined)
    throw new OptionError(
      'BAD_OPTION',
      'beyondWindow is given without a window, which it is about; give window as well.',
    );
  const window = options.window === undefined ? null : checkedWindow(options.window, bounds);
  const { min, max } = window ?? bounds;
  const size = faces.length / 3 + cellsAcross(min, max, cell);
  // A bone in a window keeps its surface: the caller's arrays may change.
  const surface =
    window === null ? { positions, faces, name } : { positions: positions.slice(), faces: faces.slice(), name };
  return makeWhereBest({ surface, window, cell }, size, onProgress, beyondWindow);
}

/** @throws OptionError BAD_OPTION. */
function checkBeyondWindow(given: unknown): void {
  if (given !== 'grow' && given !== 'refuse')
    throw new OptionError(
      'BAD_OPTION',
      `beyondWindow is ${described(given)}, expected "grow" or "refuse"; leave it out to let the window grow.`,
    );
}
