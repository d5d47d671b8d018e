// Faces in integers → the grid of their scanlines, the cells that each touches and the capacity that their index needs:
// the same as wgsl/scanlines/scanlines.wgsl computes, in the same integers.

import { cornerOffset } from '#core';
import { POSE_WORDS } from '#gpu';
import { BONE_ERROR, LEAST_SPARE_SPANS, MOST_SPANS, POSE, SPARE_SPAN_DIVISOR, wordOffsets } from '#records';
import { chooseGrid } from './build-scanlines.ts';
import { cellOf, cellsAlong, cellsBelow, levelOf } from './cells.ts';

const POSE_AT = wordOffsets(POSE);

/** As in ScanlineIndex, in units of the body's own frame. On the GPU an index always holds levelCount levels. */
export interface IntegerGrid {
  readonly axis: number;
  readonly u0: number;
  readonly v0: number;
  readonly cellSize: number;
  readonly nu: number;
  readonly nv: number;
}

/** Vertices in units, xyz each, and three vertices per face; both may hold more than is needed. */
export interface IntegerFaces {
  readonly vertices: Int32Array;
  readonly faces: Uint32Array;
}

/** The level of a face, and the columns and rows that it touches there, the last included. */
interface CellRange {
  level: number;
  /** The level's first cell, and its cells in a row. */
  first: number;
  across: number;
  i0: number;
  i1: number;
  j0: number;
  j1: number;
}

/** Low x, y, z, high x, y, z over the corners of the first `faceCount` faces; faceCount > 0. */
export function integerBounds({ vertices, faces }: IntegerFaces, faceCount: number): Int32Array {
  const bounds = new Int32Array(6).fill(2 ** 31 - 1, 0, 3).fill(-(2 ** 31), 3);
  for (let i = 0; i < 3 * faceCount; i++)
    for (let k = 0; k < 3; k++) {
      const x = vertices[3 * faces[i] + k];
      if (x < bounds[k]) bounds[k] = x;
      if (x > bounds[3 + k]) bounds[3 + k] = x;
    }
  return bounds;
}

/**
 * The grid that buildScanlines would choose, its cells enlarged to whole units.
 * @param bounds as integerBounds returns them.
 */
export function integerGrid({ vertices, faces }: IntegerFaces, faceCount: number, bounds: Int32Array): IntegerGrid {
  const chosen = chooseGrid(vertices, faces, faceCount, bounds);
  const { axis } = chosen;
  const cellSize = Math.ceil(chosen.cellSize);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const cellsOfAxis = (k: number) => Math.floor((bounds[3 + k] - bounds[k]) / cellSize) + 1;
  return { axis, u0: bounds[u], v0: bounds[v], cellSize, nu: cellsOfAxis(u), nv: cellsOfAxis(v) };
}

/** Levels of a grid: up to the first one with so few cells that a face may be in all of them. */
function levelCount({ nu, nv }: IntegerGrid): number {
  let levels = 1;
  while (cellsAlong(nu, levels - 1) * cellsAlong(nv, levels - 1) > MOST_SPANS) levels++;
  return levels;
}

/** The number of cells of all levels. */
export function cellCount(grid: IntegerGrid): number {
  return cellsBelow(grid, levelCount(grid));
}

/**
 * The number of spans that the cells of an index may hold together, as allotted in
 * wgsl/scanlines/cell-order.access.wgsl.
 * @param retired 1 for a face that leaves no span. @param isEdited whether cells get spare capacity.
 * @returns levels: bit k is set if level k has spans.
 */
export function cellCapacity(
  grid: IntegerGrid,
  body: IntegerFaces,
  faceCount: number,
  retired: Uint8Array | null,
  isEdited: boolean,
): { capacity: number; levels: number } {
  const counts = new Uint32Array(cellCount(grid));
  const range = noCells();
  let levels = 0;
  for (let face = 0; face < faceCount; face++) {
    if (retired !== null && retired[face] === 1) continue;
    cellsOfFace(grid, body, face, range);
    levels |= 1 << range.level;
    for (let j = range.j0; j <= range.j1; j++)
      for (let i = range.i0; i <= range.i1; i++) counts[range.first + i + range.across * j]++;
  }
  const spareFor = (count: number) =>
    isEdited ? Math.max(LEAST_SPARE_SPANS, Math.floor(count / SPARE_SPAN_DIVISOR)) : 0;
  let capacity = 0;
  for (const count of counts) capacity += count + spareFor(count);
  return { capacity, levels };
}

/** The level of a cell, as bit k for level k. */
export function levelBit(grid: IntegerGrid, cell: number): number {
  let level = 0;
  while (cell >= cellsBelow(grid, level + 1)) level++;
  return 1 << level;
}

/** The cells that faces touch, ascending, each with the added faces among them, ascending. */
export function touchedCells(
  grid: IntegerGrid,
  body: IntegerFaces,
  removed: ArrayLike<number>,
  added: ArrayLike<number>,
): Map<number, number[]> {
  const touched = new Map<number, number[]>();
  const range = noCells();
  const visit = (face: number, isAdded: boolean): void => {
    cellsOfFace(grid, body, face, range);
    for (let j = range.j0; j <= range.j1; j++)
      for (let i = range.i0; i <= range.i1; i++) {
        const cell = range.first + i + range.across * j;
        const faces = touched.get(cell) ?? [];
        if (isAdded) faces.push(face);
        touched.set(cell, faces);
      }
  };
  for (let k = 0; k < removed.length; k++) visit(removed[k], false);
  for (let k = 0; k < added.length; k++) visit(added[k], true);
  return new Map([...touched].sort(([a], [b]) => a - b));
}

/**
 * The most cells that lie under the posed tool's box in any pose, of all levels that hold spans.
 * @param levels bit k is set if level k does. @param poses POSE records.
 */
export function footprintCells(grid: IntegerGrid, levels: number, poses: Int32Array, poseCount: number): number {
  const { axis, u0, v0, cellSize, nu, nv } = grid;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  let most = 0;
  for (let pose = 0; pose < poseCount; pose++) {
    const low = POSE_WORDS * pose + POSE_AT.lowX;
    const high = POSE_WORDS * pose + POSE_AT.highX;
    const along = (k: number, x0: number, count: number, level: number) =>
      1 +
      (cellOf(poses[high + k] + BONE_ERROR, x0, cellSize, count) >>> level) -
      (cellOf(poses[low + k] - BONE_ERROR, x0, cellSize, count) >>> level);
    let cells = 0;
    for (let level = 0; levels >>> level !== 0; level++)
      if (((levels >>> level) & 1) === 1) cells += along(u, u0, nu, level) * along(v, v0, nv, level);
    most = Math.max(most, cells);
  }
  return most;
}

function cellsOfFace(grid: IntegerGrid, { vertices, faces }: IntegerFaces, face: number, out: CellRange): void {
  const { axis, u0, v0, cellSize, nu, nv } = grid;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const a = cornerOffset(faces, face, 0);
  const b = cornerOffset(faces, face, 1);
  const c = cornerOffset(faces, face, 2);
  const i0 = cellOf(Math.min(vertices[a + u], vertices[b + u], vertices[c + u]), u0, cellSize, nu);
  const i1 = cellOf(Math.max(vertices[a + u], vertices[b + u], vertices[c + u]), u0, cellSize, nu);
  const j0 = cellOf(Math.min(vertices[a + v], vertices[b + v], vertices[c + v]), v0, cellSize, nv);
  const j1 = cellOf(Math.max(vertices[a + v], vertices[b + v], vertices[c + v]), v0, cellSize, nv);
  const level = levelOf(i0, i1, j0, j1);
  out.level = level;
  out.first = level === 0 ? 0 : cellsBelow(grid, level);
  out.across = cellsAlong(nu, level);
  out.i0 = i0 >>> level;
  out.i1 = i1 >>> level;
  out.j0 = j0 >>> level;
  out.j1 = j1 >>> level;
}

function noCells(): CellRange {
  return { level: 0, first: 0, across: 0, i0: 0, i1: 0, j0: 0, j1: 0 };
}
