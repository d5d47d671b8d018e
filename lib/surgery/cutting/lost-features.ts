// A cut, and by cell how much of the bone the tool swept → what the surface does not show: bone that was left where now
// all is outside, and cuts into bone where all is still inside.
//
//       slot     slot         A cell shows bone by its corners' signs, and `bound` holds where a sign changes in it or
//     ░░░░░░░░│▓│░░░░░░░░     in one of the 26 cells around it (cuttable-bone.ts). Where none does, and the cell still
//     ○   ○   ○│▓│ ○   ○      holds bone that was not swept, a wall or a spike thinner than a cell is lost; where none
//        left, and lost       does and all is inside, a gap is. Volumes are bounds, so what is counted is certain.

import type { CutGrid } from './cut-grid.ts';
import type { UnionVolume } from './union-volume.ts';
import type { Window } from './window-box.ts';

/** Each feature once. */
export interface LostFeatures {
  /** Sheets of bone, of the given surface, or left between cuts. */
  readonly walls: number;
  /** Slits and canals of the given surface, and cuts into bone. */
  readonly gaps: number;
  /** Rods, ridges and crumbs of bone. */
  readonly spikes: number;
  /** mm: xyz of the middle of a cell of each: of the walls, then of the gaps, then of the spikes. */
  readonly positions: Float64Array;
}

/** In cells: as much as rounding of a cell's volume can never make. */
const LEAST = 2 ** -20;
/** Across its longest axis, a rod thinner than a cell meets at most 2 × 3 cells of a layer, however it is turned. */
const CELLS_A_LAYER = 6;

const KINDS = ['walls', 'gaps', 'spikes'] as const;
type Kind = (typeof KINDS)[number];

export const NOTHING_LOST: LostFeatures = { walls: 0, gaps: 0, spikes: 0, positions: new Float64Array(0) };

/**
 * @param grid with the signs as they were before the cut. @param removed the vertices that the cut removed.
 * @param union what the tool swept.
 */
export function lostFeatures(grid: CutGrid, removed: Uint32Array, union: UnionVolume): LostFeatures {
  const flip = () => {
    for (const key of removed) grid.flip(key);
  };
  const left = new Set<number>();
  const cut = new Set<number>();
  flip();
  try {
    union.each((_row, key, bone, low, high) => {
      if (bone - high > LEAST && isAll(grid, key, false)) left.add(key);
      else if (low > LEAST && isAll(grid, key, true)) cut.add(key);
    });
  } finally {
    flip();
  }
  return featuresOf(grid, left, cut);
}

/** @param left cells with bone that is not shown. @param cut cells with gaps that are not. */
export function featuresOf(grid: CutGrid, left: ReadonlySet<number>, cut: ReadonlySet<number>): LostFeatures {
  const found: Record<Kind, number[]> = { walls: [], gaps: [], spikes: [] };
  for (const cells of connected(grid, left))
    found[isRod(grid, cells) ? 'spikes' : 'walls'].push(...middleOf(grid, cells));
  for (const cells of connected(grid, cut)) found.gaps.push(...middleOf(grid, cells));
  return countsOf(found);
}

function countsOf({ walls, gaps, spikes }: Record<Kind, readonly number[]>): LostFeatures {
  const positions = Float64Array.from([...walls, ...gaps, ...spikes]);
  return { walls: walls.length / 3, gaps: gaps.length / 3, spikes: spikes.length / 3, positions };
}

/** The features of one and of another, those of `more` that lie in a box left out. @param box mm. */
export function withLost(lost: LostFeatures, more: LostFeatures, box: Window): LostFeatures {
  const found: Record<Kind, number[]> = { walls: [], gaps: [], spikes: [] };
  for (const { walls, gaps, spikes, positions } of [lost, more]) {
    let n = 0;
    for (const [kind, count] of Object.entries({ walls, gaps, spikes }) as [Kind, number][])
      for (const end = n + count; n < end; n++) {
        const at = positions.subarray(3 * n, 3 * n + 3);
        const isIn = at.every((x, k) => x >= box.min[k] && x <= box.max[k]);
        if (positions === lost.positions || !isIn) found[kind].push(...at);
      }
  }
  return countsOf(found);
}

/** All of several. */
export function joinedLost(all: readonly LostFeatures[]): LostFeatures {
  const sum = (kind: Kind) => all.reduce((count, lost) => count + lost[kind], 0);
  const positions = KINDS.flatMap((kind, k) =>
    all.flatMap((lost) => {
      const first = KINDS.slice(0, k).reduce((count, other) => count + lost[other], 0);
      return Array.from(lost.positions.subarray(3 * first, 3 * (first + lost[kind])));
    }),
  );
  return { walls: sum('walls'), gaps: sum('gaps'), spikes: sum('spikes'), positions: Float64Array.from(positions) };
}

/** Whether the corners of a cell and of the 26 around it are all inside, or all outside. */
export function isAll(grid: CutGrid, cell: number, isInside: boolean): boolean {
  const { lattice } = grid;
  const place = new Int32Array(3);
  lattice.place(cell, place);
  const [x, y, z] = lattice.parts;
  for (let c = place[2] - 1; c < place[2] + 3; c++)
    for (let b = place[1] - 1; b < place[1] + 3; b++)
      for (let a = place[0] - 1; a < place[0] + 3; a++) {
        // Beyond the lattice all is outside.
        const isWithin = a >= 0 && b >= 0 && c >= 0 && a < x.length && b < y.length && c < z.length;
        if ((isWithin && grid.isInside(x[a] + y[b] + z[c])) !== isInside) return false;
      }
  return true;
}

/** Cells that share a corner, together; ascending, by their least ones. */
export function connected({ lattice }: CutGrid, cells: ReadonlySet<number>): number[][] {
  const [x, y, z] = lattice.parts;
  const rest = new Set([...cells].sort((a, b) => a - b));
  const place = new Int32Array(3);
  const groups: number[][] = [];
  for (const first of rest) {
    rest.delete(first);
    const group = [first];
    for (let n = 0; n < group.length; n++) {
      lattice.place(group[n], place);
      const [i, j, k] = place;
      for (let c = Math.max(0, k - 1); c <= Math.min(z.length - 1, k + 1); c++)
        for (let b = Math.max(0, j - 1); b <= Math.min(y.length - 1, j + 1); b++)
          for (let a = Math.max(0, i - 1); a <= Math.min(x.length - 1, i + 1); a++) {
            const key = x[a] + y[b] + z[c];
            if (rest.delete(key)) group.push(key);
          }
    }
    groups.push(group);
  }
  return groups;
}

function isRod({ lattice }: CutGrid, cells: readonly number[]): boolean {
  const place = new Int32Array(3);
  const low = [1 / 0, 1 / 0, 1 / 0];
  const high = [-1 / 0, -1 / 0, -1 / 0];
  for (const cell of cells) {
    lattice.place(cell, place);
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], place[k]);
      high[k] = Math.max(high[k], place[k]);
    }
  }
  const longest = Math.max(...low.map((x, k) => high[k] - x + 1));
  return cells.length <= CELLS_A_LAYER * longest;
}

/** mm: the middle of the cell that is nearest to the cells' mean. */
function middleOf({ lattice }: CutGrid, cells: readonly number[]): number[] {
  const places = cells.map((cell) => {
    const place = new Int32Array(3);
    lattice.place(cell, place);
    return [...place];
  });
  const mean = [0, 1, 2].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
  const away = (place: readonly number[]) => place.reduce((sum, x, k) => sum + (x - mean[k]) ** 2, 0);
  const nearest = places.reduce((best, place) => (away(place) < away(best) ? place : best));
  return nearest.map((x, k) => (x + lattice.first[k] + 0.5) * lattice.cell);
}
