// A closed surface and a cell → a bone that can be cut, made by a worker if that takes long.

import { checkFunction, checkOptionNames, type OptionNames } from '#core';
import { checkedMesh, measureBounds, type TriangleMesh } from '#mesh';
import type { CuttableBone } from './cuttable-bone.ts';
import { cellsAcross, makeWhereBest } from './make-where-best.ts';

export interface CuttableBoneOptions {
  /** Closed and oriented. */
  readonly surface: TriangleMesh;
  /**
   * mm: the grid on which the cut surface is kept. Walls of bone thinner than two cells may vanish, and walls thinner
   * than one cell do so wherever they pass between its vertices: see `lost`.
   */
  readonly cell: number;
  /** Called with the fraction of the work done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}
const OPTIONS: OptionNames<CuttableBoneOptions> = { surface: true, cell: true, onProgress: true };

/**
 * The bone's surface is remade on the grid once; after that a cut remakes only the cells that it touches. A bone that
 * takes long is made by a worker, so this thread is not blocked; without workers, by this thread. The bone is the same,
 * byte for byte.
 * @throws (as a rejection) MeshError NOT_SOLID (open, or faces inward), EMPTY_MESH (the cell is so large that no bone
 * is left), and as createMesh; OptionError BAD_CELL, CELL_TOO_SMALL, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function createCuttableBone(options: CuttableBoneOptions): Promise<CuttableBone> {
  checkOptionNames(options, OPTIONS, 'createCuttableBone');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  const { cell, onProgress = () => {} } = options;
  const { positions, faces, name } = checkedMesh(options.surface, 'surface');
  const { min, max } = measureBounds(positions, faces);
  const size = faces.length / 3 + cellsAcross(min, max, cell);
  return makeWhereBest({ surface: { positions, faces, name }, cell }, size, onProgress);
}
