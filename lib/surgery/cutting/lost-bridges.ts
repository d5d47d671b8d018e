// A cut that takes the bone apart → where bone that the surface does not show still holds the pieces together.
//
//     ░░░░░░░│     │░░░░░░░        A bridge thinner than a cell may pass between the lattice's vertices. All of it is
//     ░░░░░░░╞═════╡░░░░░░░        within `bound` of what is shown, and yet a flap that hangs on it is not free.
//     ░░░░░░░│     │░░░░░░░        Only a cut around which bone is left in several parts can have left one. Such a cut
//       part   slot   part         is repeated in the cells around what it removed, on a lattice FINER times as fine.
//
// Ways through inside vertices of this lattice spread from all parts at once, breadth first; where two meet, a bridge
// is. The bone before the cut is what the surface showed then: a fine vertex is in it if it is in one of the tetrahedra
// of its cell (bone-cones.ts). So what an earlier cut had left without showing it is not found, nor what passes between
// the fine vertices. The fine cut is off by up to a quarter of `bound`: where it finds a bridge, bone may also be cut
// through just so.

import { BoneCones, FULL } from './bone-cones.ts';
import type { BoneHistory, FaceRange } from './bone-history.ts';
import { BoneState } from './bone-state.ts';
import { CutGrid } from './cut-grid.ts';
import { Lattice } from './lattice.ts';
import { connected } from './lost-features.ts';
import type { MeasuredCut } from './swept-volume.ts';

export const FINER = 4;
/** Cells around a removed vertex in which bone is looked at. */
const AROUND = 2;
/** In fine cells: aside from the cell's own edges and diagonals, on which faces of its tetrahedra lie. */
const ASIDE = [2 ** -9, 2 ** -10 * 1.3, 2 ** -11 * 1.7] as const;

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

/** Around what a cut removed: the cells there, and the inside vertices of their corners, by connected part. */
interface Surroundings {
  readonly cells: ReadonlySet<number>;
  readonly partOf: ReadonlyMap<number, number>;
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

/** The bone around what a cut removed, on a finer lattice. */
class FineBone {
  readonly grid: CutGrid;
  readonly #coarse: CutGrid;
  readonly #around: Surroundings;
  /** Place of the coarse vertex that is the fine lattice's first. */
  readonly #first: readonly number[];

  constructor(coarse: CutGrid, around: Surroundings) {
    this.#coarse = coarse;
    this.#around = around;
    const { lattice } = coarse;
    const place = new Int32Array(3);
    const low = [Infinity, Infinity, Infinity];
    const high = [0, 0, 0];
    for (const cell of around.cells) {
      lattice.place(cell, place);
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], place[k]);
        high[k] = Math.max(high[k], place[k] + 1);
      }
    }
    // A cell more on each side, so that no vertex inside is on the lattice's own sides.
    this.#first = low.map((n) => n - 1);
    const bricks = (k: number) => Math.ceil((FINER * (high[k] + 2 - low[k])) / 8);
    const first = (k: number) => FINER * (lattice.first[k] + this.#first[k]);
    this.grid = new CutGrid(
      new Lattice({
        ...{ cell: lattice.cell / FINER, first: [first(0), first(1), first(2)] },
        bricks: [bricks(0), bricks(1), bricks(2)],
      }),
    );
  }

  /** Marks the bone before the cut. */
  fill(facesOf: (cell: number, out: FaceRange) => void): void {
    const { lattice } = this.#coarse;
    const cones = new BoneCones(lattice);
    const place = new Int32Array(3);
    const range: FaceRange = { mesh: this.#coarse.mesh, first: 0, count: 0 };
    const [x, y, z] = this.grid.lattice.parts;
    for (const cell of this.#around.cells) {
      lattice.place(cell, place);
      const [i, j, k] = place;
      const inside = this.#coarse.cornersInside(i, j, k);
      if (inside === 0) continue;
      range.count = 0;
      if (inside !== FULL) facesOf(cell, range);
      cones.set(i, j, k, inside, range.mesh, range.first, range.count);
      const [a, b, c] = [i, j, k].map((n, axis) => FINER * (n - this.#first[axis]));
      for (let w = 0; w < FINER; w++)
        for (let v = 0; v < FINER; v++)
          for (let u = 0; u < FINER; u++)
            if (inside === FULL || isIn(cones, u, v, w)) this.grid.flip(x[a + u] + y[b + v] + z[c + w]);
    }
  }

  /** Cells of the coarse lattice in which ways from different parts meet, and a place there, mm. */
  meetings(): Map<number, number[]> {
    const { grid } = this;
    const { lattice } = this.#coarse;
    const [x, y, z] = grid.lattice.parts;
    const place = new Int32Array(3);
    const partIn = new Map<number, number>();
    for (const [key, part] of this.#around.partOf) {
      lattice.place(key, place);
      const [i, j, k] = place.map((n, axis) => FINER * (n - this.#first[axis]));
      const at = x[i] + y[j] + z[k];
      if (grid.isInside(at)) partIn.set(at, part);
    }
    const met = new Map<number, number[]>();
    // A map is visited in the order in which entries were added, those added meanwhile included.
    for (const [key, part] of partIn)
      for (let axis = 0; axis < 3; axis++)
        for (const next of [grid.lattice.below(key, axis), grid.lattice.above(key, axis)]) {
          if (!grid.isInside(next)) continue;
          const other = partIn.get(next);
          if (other === undefined) partIn.set(next, part);
          else if (other !== part) this.#meet(next, met);
        }
    return met;
  }

  #meet(fine: number, met: Map<number, number[]>): void {
    const place = new Int32Array(3);
    const { lattice } = this.grid;
    lattice.place(fine, place);
    const [x, y, z] = this.#coarse.lattice.parts;
    const [i, j, k] = place.map((n, axis) => Math.floor(n / FINER) + this.#first[axis]);
    met.set(
      x[i] + y[j] + z[k],
      Array.from(place, (n, axis) => lattice.coordinate(axis, n, 0)),
    );
  }
}

/** Whether a fine vertex of a cell, moved aside a little, is in the cell's bone. */
function isIn({ corners }: BoneCones, u: number, v: number, w: number): boolean {
  const [px, py, pz] = [u, v, w].map((n, k) => (n + ASIDE[k]) / FINER);
  const { values: C, length } = corners;
  let winding = 0;
  for (let n = 0; n < length; n += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = C.subarray(n, n + 9);
    const six = det(ax, ay, az, bx, by, bz, cx, cy, cz);
    const alpha = det(px, py, pz, bx, by, bz, cx, cy, cz) / six;
    const beta = det(ax, ay, az, px, py, pz, cx, cy, cz) / six;
    const gamma = det(ax, ay, az, bx, by, bz, px, py, pz) / six;
    if (alpha > 0 && beta > 0 && gamma > 0 && alpha + beta + gamma < 1) winding += Math.sign(six);
  }
  return winding > 0;
}

function det(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}
