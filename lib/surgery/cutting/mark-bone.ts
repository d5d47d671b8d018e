// A closed surface → the signs of a grid's vertices, and where the surface crosses its edges.
//
// A vertex is inside if the winding number along its line parallel to x is not 0: cavities that face inward are
// outside, overlapping bones are solid. Lines along all axes give the crossings of the edges.

import { stopIfUnwanted } from '#core';
import type { TriangleMesh } from '#mesh';
import { type CrossedCells, crossedCells } from './crossed-cells.ts';
import type { CutGrid } from './cut-grid.ts';
import { edgePlaces } from './edge-places.ts';
import type { LatticeBox } from './join-outer.ts';
import { PARTS } from './lattice.ts';
import { ACROSS, hitLines, LineHits } from './line-hits.ts';
import { normalOf } from './tool-faces.ts';
import { UNKNOWN, unitCode } from './unit-code.ts';

const AXES = [0, 1, 2] as const;

/**
 * Fills the grid's signs and edges; the surface may reach beyond its lattice.
 * @param points the surface's vertices in cells of the lattice.
 * @param box if given, the box of the lattice to be shown: on its low sides a vertex counts as slightly below them.
 * @param onProgress called with the fraction done, 0 … 1.
 * @returns the cells that the surface crosses; and how often a line of the lattice crosses bone, or a gap in bone,
 * between two neighbouring vertices, of the box: such walls and gaps are thinner than a cell, and vanish; and the
 * vertices on its low sides through which the surface runs, so that they count as on the other side.
 */
export function markBone(
  grid: CutGrid,
  { faces }: TriangleMesh,
  points: Float64Array,
  box: LatticeBox | null,
  onProgress: (share: number) => void,
): { cells: CrossedCells; lost: number; lowFlips: Uint32Array<ArrayBuffer> } {
  const codes = faceCodes(points, faces);
  const low = [0, 0, 0];
  const high = grid.lattice.size.map((n) => n - 1);
  const one = new LineHits();
  const hits = box === null ? [one, one, one] : [one, new LineHits(), new LineHits()];
  let lost = 0;
  const find = (axis: 0 | 1 | 2) => hitLines(points, faces, null, faces.length / 3, axis, low, high, hits[axis]);
  find(0);
  markSigns(grid, hits[0]);
  const flips = new Set<number>();
  if (box !== null) for (const axis of AXES.slice(1)) find(axis);
  for (const axis of AXES) if (box !== null) flipOn(grid, hits[axis], axis, box.low[axis], flips);
  for (const axis of AXES) {
    if (box === null && axis > 0) find(axis);
    lost += placeHits(grid, hits[axis], axis, codes, box);
    hits[axis].clear();
    onProgress((axis + 1) / 3);
  }
  const cells = crossedCells(grid);
  completeEdges(grid, cells);
  return { cells, lost: Math.floor(lost / 2), lowFlips: Uint32Array.from(flips).sort() };
}

function faceCodes(points: Float64Array, faces: Uint32Array): Uint32Array {
  const codes = new Uint32Array(faces.length / 3);
  for (let face = 0; face < codes.length; face++) codes[face] = faceCode(points, faces, face);
  return codes;
}

const normal = new Float64Array(3);

/** The unitCode of a face's normal. */
export function faceCode(points: Float64Array, faces: Uint32Array, face: number): number {
  normalOf(points, faces, face, normal, 0);
  return unitCode(normal[0], normal[1], normal[2]);
}

/** Changes the side of the vertices in a plane across an axis where the surface crosses their lines just there. */
function flipOn(grid: CutGrid, hits: LineHits, axis: 0 | 1 | 2, place: number, flips: Set<number>): void {
  const { parts } = grid.lattice;
  for (let n = 0; n < hits.length; n++)
    if (hits.w[n] === place) {
      const key = parts[ACROSS[axis][0]][hits.i[n]] + parts[ACROSS[axis][1]][hits.j[n]] + parts[axis][place];
      grid.flip(key);
      if (!flips.delete(key)) flips.add(key);
    }
}

/** Marks the vertices at which the winding number along x is not 0. */
function markSigns(grid: CutGrid, hits: LineHits): void {
  const [x, y, z] = grid.lattice.parts;
  eachRange(hits, (j, k, from, to) => {
    for (let i = Math.max(0, from); i <= Math.min(to, x.length - 1); i++) grid.flip(x[i] + y[j] + z[k]);
  });
}

/**
 * Hits along one axis → for each line the ranges of vertices in the solid. A hit at a vertex counts as before it, just
 * as an edge at a line counts as before the line (line-hits.ts): as if all vertices lay slightly farther along all
 * axes.
 * @param visit receives the places i and j of a line, the first and the last vertex of a range, and their winding
 * number.
 */
export function eachRange(
  hits: LineHits,
  visit: (i: number, j: number, from: number, to: number, winding: number) => void,
): void {
  const { length: count, i, j, w, tag } = hits;
  // Ties may be in any order, since their signs are only summed.
  const order = hits.byLine();
  for (let n = 0; n < count; ) {
    stopIfUnwanted();
    const line = i[order[n]];
    const row = j[order[n]];
    let winding = 0;
    for (; n < count && i[order[n]] === line && j[order[n]] === row; n++) {
      winding += (tag[order[n]] & 1) === 1 ? 1 : -1;
      const isLast = n + 1 === count || i[order[n + 1]] !== line || j[order[n + 1]] !== row;
      if (winding === 0 || isLast) continue;
      const from = Math.ceil(w[order[n]]);
      const to = Math.ceil(w[order[n + 1]]) - 1;
      if (from <= to) visit(line, row, from, to, winding);
    }
  }
}

/** @returns the number of hits, in the box if there is one, on edges with both ends on one side. */
function placeHits(grid: CutGrid, hits: LineHits, axis: 0 | 1 | 2, codes: Uint32Array, box: LatticeBox | null): number {
  const [u, v] = ACROSS[axis];
  const { parts } = grid.lattice;
  const partsW = parts[axis];
  const places = new Int32Array(4);
  let lost = 0;
  for (let n = 0; n < hits.length; n++) {
    if (n % 4096 === 0) stopIfUnwanted();
    const line = parts[u][hits.i[n]] + parts[v][hits.j[n]];
    const code = codes[hits.tag[n] >> 1];
    let isPlaced = false;
    const count = edgePlaces(hits.w[n], places);
    for (let m = 0; m < 2 * count; m += 2) {
      // A surface may reach beyond the lattice around a window of it.
      if (places[m] < 0 || places[m] + 1 >= partsW.length) {
        isPlaced = true;
        continue;
      }
      const at = places[m + 1];
      const key = line + partsW[places[m]];
      const isLowInside = grid.isInside(key);
      if (isLowInside === grid.isInside(line + partsW[places[m] + 1])) continue;
      isPlaced = true;
      const row = grid.edgeRow(3 * key + axis);
      const held = grid.crossing[row];
      if (held === 0 || (isLowInside ? at < held : at > held)) grid.setCrossing(row, at, code);
    }
    if (!isPlaced && (box === null || isIn(box, axis, hits, n))) lost++;
  }
  return lost;
}

function isIn({ low, high }: LatticeBox, axis: 0 | 1 | 2, { i, j, w }: LineHits, n: number): boolean {
  const [u, v] = ACROSS[axis];
  const isWithin = (at: number, k: number) => at >= low[k] && at <= high[k];
  return isWithin(i[n], u) && isWithin(j[n], v) && isWithin(w[n], axis);
}

/** An edge whose ends differ but that has no hit, because both lie on the surface, is crossed at its midpoint. */
function completeEdges(grid: CutGrid, { count, keys, inside }: CrossedCells): void {
  for (let n = 0; n < count; n++)
    for (let axis = 0; axis < 3; axis++) {
      if (((inside[n] >> (1 << axis)) & 1) === (inside[n] & 1)) continue;
      const row = grid.edgeRow(3 * keys[n] + axis);
      if (grid.crossing[row] === 0) grid.setCrossing(row, PARTS / 2, UNKNOWN);
    }
}
