// A sub-triangle's lattice numbers → its four children's; a leaf → its row.
//
// A stack of levels: six numbers per level, (i, j) of three corners, in LATTICE parts of the face's edges.

import { LATTICE, type SubTriangles } from '#records';
import { latticeCorner } from '#triangles';

/**
 * The most leaves of one body and query: with some hundred bytes for a leaf, its record and its contact, they fit in
 * the memory of a workstation.
 */
export const MOST_LEAVES = 2 ** 22;

/** Lattice numbers of a face's own corners. */
export const WHOLE_FACE = [0, 0, LATTICE, 0, 0, LATTICE];

/**
 * Writes the corners of a sub-triangle.
 * @param face xyz of a, b, c; more may follow.
 * @param lattice (i, j) of each corner, from `at` on.
 * @param out three numbers a corner.
 * @param corners four for a quad.
 */
export function leafCorners(
  face: Float64Array,
  lattice: Int32Array,
  at: number,
  out: Float64Array,
  corners: 3 | 4 = 3,
): void {
  for (let k = 0; k < corners; k++)
    latticeCorner(face, 0, lattice[at + 2 * k], lattice[at + 2 * k + 1], LATTICE, out, 3 * k);
}

/** Appends a leaf without a list of near faces. @param lattice its corners' numbers, from `from` on. */
export function appendLeaf(
  out: SubTriangles,
  face: number,
  level: number,
  path: number,
  lattice: Int32Array,
  from: number,
): void {
  const at = out.rows.length;
  out.rows.reserve(1);
  const { columns } = out.rows;
  columns.face[at] = face;
  columns.level[at] = level;
  columns.path[at] = path;
  for (let k = 0; k < 6; k++) columns.lattice[6 * at + k] = lattice[from + k];
  columns.start[at] = 0;
  columns.count[at] = 0;
  columns.inside[at] = 0;
  columns.further[at] = 0;
  out.rows.length = at + 1;
}
