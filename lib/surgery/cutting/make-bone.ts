// A closed surface, or a volume, and a cell → the bone on its lattice: marked, and its surface made.

import { measureBounds, type TriangleMesh } from '#mesh';
import { checkSolid } from './check-solid.ts';
import type { CrossedCells } from './crossed-cells.ts';
import type { SavedBone } from './cut-file.ts';
import { CutGrid, type CutGridParts } from './cut-grid.ts';
import { latticeAround, pointsIn } from './lattice.ts';
import { markBone } from './mark-bone.ts';
import { markVolume } from './mark-volume.ts';
import { markedWindow, nothingShown } from './marked-window.ts';
import type { LostFeatures } from './lost-features.ts';
import type { ScalarField } from './scalar-field.ts';
import { CutSurface } from './surface.ts';
import { unshownFaces } from './unshown-faces.ts';
import type { Window } from './window-box.ts';

export type MadeBone = Pick<SavedBone, 'name' | 'grid' | 'thinWalls' | 'lost'>;

/** A bone as shown by a volume. */
export interface VolumeShown {
  readonly name: string;
  readonly field: ScalarField;
  /** mm: corners of a box around the bone. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** Whether only the largest solid is kept, and filled. */
  readonly largest: boolean;
}

/** What to make the bone from; it can be sent to another thread. `cell`: mm. */
export type MakeQuestion = (
  | { readonly surface: Pick<TriangleMesh, 'positions' | 'faces' | 'name'>; readonly window: Window | null }
  | { readonly volume: VolumeShown }
) & { readonly cell: number };
/** The other thread's answer. */
export type MakeAnswer = Pick<MadeBone, 'name' | 'thinWalls' | 'lost'> & { readonly grid: CutGridParts };

type Progress = (share: number) => void;

/**
 * @param progress receives the fraction of the work done, 0 … 1.
 * @throws as createCuttableBone and createCuttableBoneFromVolume.
 */
export function makeBone(question: MakeQuestion, progress: Progress): MadeBone {
  if ('surface' in question && question.window !== null)
    return ofWindow(question.surface, question.window, question.cell, progress);
  const { name, grid, cells, thinWalls, lost } =
    'surface' in question
      ? ofSurface(question.surface, question.cell, progress)
      : ofVolume(question.volume, question.cell, progress);
  if (cells.count === 0) throw nothingShown(grid, name);
  new CutSurface(grid).make(cells);
  progress(1);
  return { name, grid, thinWalls, lost };
}

interface Marked {
  readonly name: string;
  readonly grid: CutGrid;
  readonly cells: CrossedCells;
  readonly thinWalls: number;
  readonly lost: LostFeatures | null;
}

function ofSurface(given: TriangleMesh, cell: number, progress: Progress): Marked {
  const surface = checkSolid(given, 'surface');
  const { min, max } = measureBounds(surface.positions, surface.faces);
  const lattice = latticeAround(min, max, cell, surface.name);
  const points = pointsIn(lattice, surface.positions);
  const grid = new CutGrid(lattice);
  const { cells, lost: thinWalls } = markBone(grid, surface, points, null, (share) => progress(share / 2));
  return { name: surface.name, grid, cells, thinWalls, lost: unshownFaces(grid, points, surface.faces, null) };
}

function ofWindow(given: TriangleMesh, window: Window, cell: number, progress: Progress): MadeBone {
  const surface = checkSolid(given, 'surface');
  return { name: surface.name, ...markedWindow(surface, window, cell, progress) };
}

function ofVolume({ name, field, min, max, largest }: VolumeShown, cell: number, progress: Progress): Marked {
  const grid = new CutGrid(latticeAround(min, max, cell, name));
  const { cells, lost: thinWalls } = markVolume(grid, field, largest, (share) => progress(0.7 * share));
  return { name, grid, cells, thinWalls, lost: null };
}
