// A closed surface and a cell → a bone that can be cut, made by a worker if that takes long.

import {
  checkFunction,
  checkOptionNames,
  checkSignal,
  described,
  type HostSignal,
  OptionError,
  type OptionNames,
  refuse,
} from '#core';
import { checkedMesh, measureBounds, type TriangleMesh, withoutTwins } from '#mesh';
import { CuttableBone } from './cuttable-bone.ts';
import { checkCell } from './lattice.ts';
import { cellsAcross, savedWhereBest } from './make-where-best.ts';
import { SlottedBone } from './slotted-bone.ts';
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
  /**
   * Whether the surface stays as given, less exact slots, while every cut is that of a blade whose flats stay in a
   * plane: a tool that is a prism over a convex outline, up to 2^-17 mm, and poses that leave the plane by 2^-16 mm at
   * most. A slot's walls are within `CutResult.bound` of what the tool swept, which is below 2^-8 mm; walls and gaps
   * are lost only if they are thinner than twice that, and then uncounted. Where the surface as given meets or touches
   * itself, it goes on to do so.
   *
   * The first other cut, and any that a slot cannot hold, goes to the grid, with all before it: see `CutResult.layer`.
   * The grid is also what `pathVolume`, `boneLabels` and `save` are about, so a saved bone is its grid, without slots
   * that were undone. Where the grid cannot hold a slot, as beyond a window that must not grow, or if it would show no
   * bone, these and such a cut are refused, and say so.
   * Default: false.
   */
  readonly exactSlots?: boolean;
  /** Called with the fraction of the work done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the making: the promise rejects with its reason. */
  readonly signal?: HostSignal;
}
const OPTIONS: OptionNames<CuttableBoneOptions> = {
  surface: true,
  cell: true,
  window: true,
  beyondWindow: true,
  exactSlots: true,
  onProgress: true,
  signal: true,
};

/**
 * The bone's surface is remade on the grid once; after that a cut remakes only the cells that it touches. A bone that
 * takes long is made by a worker, so this thread is not blocked; without workers, by this thread. The bone is the same,
 * byte for byte. A surface that meets itself beyond a window keeps that.
 * @throws (as a rejection) MeshError NOT_SOLID (open, or faces inward), EMPTY_MESH (the cell is so large that no bone
 * is left), CUT_MEETS_ITSELF (a window's sides, wherever they are moved), and as createMesh; OptionError BAD_CELL,
 * CELL_TOO_SMALL, BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION; the signal's reason.
 */
export async function createCuttableBone(options: CuttableBoneOptions): Promise<CuttableBone> {
  checkOptionNames(options, OPTIONS, 'createCuttableBone');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  checkSignal(options.signal);
  options.signal?.throwIfAborted();
  const { cell, onProgress = () => {}, beyondWindow = 'grow', exactSlots = false } = options;
  checkCell(cell);
  checkBeyondWindow(beyondWindow);
  if (typeof exactSlots !== 'boolean') refuse(exactSlots, 'exactSlots', 'true or false', 'leave it out for false');
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
    window === null && !exactSlots
      ? { positions, faces, name }
      : { positions: positions.slice(), faces: faces.slice(), name };
  const saved = await savedWhereBest({ surface, window, cell }, size, onProgress, beyondWindow, options.signal);
  return exactSlots ? new SlottedBone(saved, withoutTwins(surface)) : new CuttableBone(saved);
}

/** @throws OptionError BAD_OPTION. */
function checkBeyondWindow(given: unknown): void {
  if (given !== 'grow' && given !== 'refuse')
    throw new OptionError(
      'BAD_OPTION',
      `beyondWindow is ${described(given)}, expected "grow" or "refuse"; leave it out to let the window grow.`,
    );
}
