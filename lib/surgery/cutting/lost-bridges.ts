// A cut that takes the bone apart → where bone that the surface does not show still holds the pieces together.
//
//     ░░░░░░░│     │░░░░░░░        A bridge thinner than a cell may pass between the lattice's vertices. All of it is
//     ░░░░░░░╞═════╡░░░░░░░        within `bound` of what is shown, and yet a flap that hangs on it is not free.
//     ░░░░░░░│     │░░░░░░░        Only a cut around which bone is left in several parts can have left one. Such a cut
//       part   slot   part         is repeated in the cells around what it removed, on a lattice FINER times as fine.
//
// Ways through inside vertices of this lattice spread from all parts at once, breadth first; where two meet, a bridge
// is. The bone before the cut is what the surface showed then (fine-bone.ts). So what an earlier cut had left without
// showing it is not found, nor what passes between the fine vertices. The fine cut is off by up to a quarter of
// `bound`: where it finds a bridge, bone may also be cut through just so.

import type { BoneHistory } from './bone-history.ts';
import { BoneState } from './bone-state.ts';
import type { CutGrid } from './cut-grid.ts';
import { FineBone, type Surroundings } from './fine-bone.ts';
import { connected } from './lost-features.ts';
import type { MeasuredCut } from './swept-volume.ts';

/** Cells around a removed vertex in which bone is looked at. */
const AROUND = 2;
/** Cells along a tile's edges: the cut is repeated tile by tile, so that memory does not grow with it. */
const TILE = 48;
/** Cells beside a tile that it looks at as well: no bridge is longer that a cut leaves between parts so near. */
const BESIDE = 4;

/** @returns mm: xyz of a point in the bone of each bridge, where it is thinnest, or nearly. */
export function bridgesOf(
  grid: CutGrid,
  history: BoneHistory,
  { mesh, motion, removed, before, after }: MeasuredCut,
): Float64Array {
  const around = history.at(after, () => surroundings(grid, removed));
  if (around === null) return new Float64Array(0);
  const { from, to, isScrew } = motion;
  const given = { from: from.matrix, to: to.matrix, motion: isScrew ? ('screw' as const) : ('linear' as const) };
  const met = new Map<number, readonly number[]>();
  for (const tile of tilesOf(grid, around)) {
    const fine = new FineBone(grid, tile);
    history.at(before, (facesOf) => fine.fill(facesOf));
    new BoneState(fine.grid, 0, null, null).sweepAlong(mesh, given);
    for (const [cell, at] of fine.meetings()) met.set(cell, at);
  }
  const bridges = connected(grid, new Set(met.keys()));
  return Float64Array.from(bridges.flatMap((cells) => met.get(cells[cells.length >> 1]) ?? []));
}

/** What is around a cut, in tiles that overlap; one if it holds all of it. */
function tilesOf({ lattice }: CutGrid, { cells, partOf }: Surroundings): Surroundings[] {
  const tiles = new Map<string, { cells: Set<number>; partOf: Map<number, number> }>();
  const place = new Int32Array(3);
  const low = [Infinity, Infinity, Infinity];
  for (const cell of cells) {
    lattice.place(cell, place);
    for (let k = 0; k < 3; k++) low[k] = Math.min(low[k], place[k]);
  }
  const tilesAt = (key: number) => {
    lattice.place(key, place);
    const [x, y, z] = [0, 1, 2].map((k) => {
      const at = place[k] - low[k];
      return [...new Set([at - BESIDE, at + BESIDE].map((n) => Math.max(0, Math.floor(n / TILE))))];
    });
    return x.flatMap((i) => y.flatMap((j) => z.map((k) => tileAt(`${i},${j},${k}`))));
  };
  const tileAt = (name: string) => {
    const tile = tiles.get(name) ?? { cells: new Set<number>(), partOf: new Map<number, number>() };
    tiles.set(name, tile);
    return tile;
  };
  for (const cell of cells) for (const tile of tilesAt(cell)) tile.cells.add(cell);
  for (const [key, part] of partOf) for (const tile of tilesAt(key)) tile.partOf.set(key, part);
  return Array.from(tiles.values()).filter((tile) => tile.cells.size > 0 && new Set(tile.partOf.values()).size > 1);
}

/**
 * @param grid with the signs as they were after the cut.
 * @returns null if the bone there is in one part, or there is none.
 */
function surroundings(grid: CutGrid, removed: Uint32Array): Surroundings | null {
  const { lattice } = grid;
  const [x, y, z] = lattice.parts;
  const place = new Int32Array(3);
  const cells = new Set<number>();
  const inside = new Set<number>();
  for (const key of removed) {
    lattice.place(key, place);
    const [i, j, k] = place;
    for (let c = Math.max(0, k - AROUND); c <= Math.min(z.length - 1, k + AROUND); c++)
      for (let b = Math.max(0, j - AROUND); b <= Math.min(y.length - 1, j + AROUND); b++)
        for (let a = Math.max(0, i - AROUND); a <= Math.min(x.length - 1, i + AROUND); a++) {
          const at = x[a] + y[b] + z[c];
          if (a < i + AROUND && b < j + AROUND && c < k + AROUND) cells.add(at);
          if (grid.isInside(at)) inside.add(at);
        }
  }
  const partOf = new Map<number, number>();
  let parts = 0;
  for (const first of inside) {
    if (partOf.has(first)) continue;
    const part = [first];
    partOf.set(first, parts);
    for (const key of part)
      for (let axis = 0; axis < 3; axis++)
        for (const next of [lattice.below(key, axis), lattice.above(key, axis)])
          if (inside.has(next) && !partOf.has(next)) {
            partOf.set(next, parts);
            part.push(next);
          }
    parts++;
  }
  return parts > 1 ? { cells, partOf } : null;
}
