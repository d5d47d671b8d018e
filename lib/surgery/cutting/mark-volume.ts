// A volume → the signs of a grid's vertices, and where the surface at its isoValue crosses the grid's edges.
//
// Vertices are evaluated one by one (BoneField), brick by brick; bricks whose samples are all bone, or none, are
// decided at once. An edge whose ends differ is bisected until the crossing is known to one part, as precisely as a
// crossing that comes from faces.

import { UNIT_ROUNDOFF } from '#core';
import { type CrossedCells, crossedCells } from './crossed-cells.ts';
import type { CutGrid } from './cut-grid.ts';
import { keepLargest } from './keep-largest.ts';
import { PARTS } from './lattice.ts';
import { SampleBlocks } from './sample-blocks.ts';
import { BoneField, type ScalarField } from './scalar-field.ts';
import { ThinWalls } from './thin-walls.ts';
import { unitCode } from './unit-code.ts';

/**
 * Fills the grid's signs and edges.
 * @param largest whether only the largest solid is kept, and what it encloses is filled.
 * @param onProgress called with the fraction done, 0 … 1.
 * @returns as markBone; every crossing of a wall or gap between two vertices is found, except where the line only
 * touches a wall.
 */
export function markVolume(
  grid: CutGrid,
  field: ScalarField,
  largest: boolean,
  onProgress: (share: number) => void,
): { cells: CrossedCells; lost: number } {
  const bone = new BoneField(field);
  const lost = markSigns(grid, bone, (share) => onProgress(0.6 * share));
  if (largest) keepLargest(grid);
  onProgress(0.7);
  const cells = crossedCells(grid);
  crossEdges(grid, cells, bone);
  onProgress(1);
  return { cells, lost };
}

/** @returns how often a line crosses a wall or a gap between neighbouring vertices. */
function markSigns(grid: CutGrid, bone: BoneField, onProgress: (share: number) => void): number {
  const { lattice } = grid;
  const { bricks } = lattice;
  const blocks = new SampleBlocks(bone.field);
  const walls = new ThinWalls(grid, bone);
  const box = new Float64Array(6);
  let lost = 0;
  for (let bk = 0; bk < bricks[2]; bk++) {
    for (let bj = 0; bj < bricks[1]; bj++)
      for (let bi = 0; bi < bricks[0]; bi++) {
        boxOfBrick(grid, bone, bi, bj, bk, box);
        blocks.range(box);
        const { low, high, isoValue } = bone.field;
        const isApart = [0, 1, 2].some((k) => box[k] > high[k] || box[3 + k] < low[k]);
        if (isApart || blocks.most < isoValue) continue;
        const isWithin = [0, 1, 2].every((k) => box[k] >= low[k] && box[3 + k] <= high[k]);
        const brick = bi + bricks[0] * (bj + bricks[1] * bk);
        if (isWithin && blocks.least >= isoValue) {
          grid.fillBrick(brick);
          continue;
        }
        for (let n = 0; n < 512; n++) {
          const i = 8 * bi + (n & 7);
          const j = 8 * bj + ((n >> 3) & 7);
          const k = 8 * bk + (n >> 6);
          if (bone.isBone(lattice.coordinate(0, i, 0), lattice.coordinate(1, j, 0), lattice.coordinate(2, k, 0)))
            grid.flip(512 * brick + n);
        }
        lost += walls.count(bi, bj, bk);
      }
    onProgress((bk + 1) / bricks[2]);
  }
  return lost;
}

/**
 * Writes a box of places that holds a brick and the vertices just beyond it, as BoneField places them: low i, j, k,
 * high i, j, k. This function and BoneField each round three products and three sums, each by u times at most Σ, the
 * sum of the terms' magnitudes: 16u·Σ covers them.
 */
function boxOfBrick(
  { lattice }: CutGrid,
  { field: { toIndex: m } }: BoneField,
  bi: number,
  bj: number,
  bk: number,
  out: Float64Array,
): void {
  const first = [bi, bj, bk].map((b, axis) => lattice.coordinate(axis, 8 * b, 0));
  const edge = 8 * lattice.cell;
  for (let k = 0; k < 3; k++) {
    let middle = m[4 * k + 3];
    let half = 0;
    let sum = Math.abs(middle);
    for (let axis = 0; axis < 3; axis++) {
      middle += m[4 * k + axis] * (first[axis] + edge / 2);
      half += Math.abs(m[4 * k + axis]) * (edge / 2);
      sum += Math.abs(m[4 * k + axis]) * (Math.abs(first[axis]) + edge);
    }
    const slack = 16 * UNIT_ROUNDOFF * sum;
    out[k] = middle - half - slack;
    out[3 + k] = middle + half + slack;
  }
}

function crossEdges(grid: CutGrid, { count, keys, places, inside }: CrossedCells, bone: BoneField): void {
  const { lattice } = grid;
  const point = new Float64Array(3);
  const normal = new Float64Array(3);
  for (let n = 0; n < count; n++)
    for (let axis = 0; axis < 3; axis++) {
      const isLowInside = (inside[n] & 1) === 1;
      if (((inside[n] >> (1 << axis)) & 1) === (inside[n] & 1)) continue;
      for (let k = 0; k < 3; k++) point[k] = lattice.coordinate(k, places[3 * n + k], 0);
      let low = 0;
      let high = PARTS;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        point[axis] = lattice.coordinate(axis, places[3 * n + axis], middle);
        if (bone.isBone(point[0], point[1], point[2]) === isLowInside) low = middle;
        else high = middle;
      }
      const parts = Math.min(high, PARTS - 1);
      point[axis] = lattice.coordinate(axis, places[3 * n + axis], parts);
      bone.normalAt(point[0], point[1], point[2], normal);
      grid.setCrossing(grid.edgeRow(3 * keys[n] + axis), parts, unitCode(normal[0], normal[1], normal[2]));
    }
}
