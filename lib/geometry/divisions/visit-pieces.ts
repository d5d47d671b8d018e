// A face's division → its pieces, by the corners that they have in the face.

import { childCorners } from './child-corners.ts';
import type { Divisions } from './divisions.ts';
import { bitsOf, childCountOf, MOST_CHILDREN } from './splits.ts';

export interface Piece {
  /**
   * Three pairs (u, v) for a triangle, four for a quad, in parts of the face's edges from its first corner on: u along
   * ab, v along ac.
   */
  readonly corners: readonly number[];
  /** Bits of `path` in use, 0 to 32. */
  readonly level: number;
  /** The splits on the way from the face, left-aligned: one bit for a split in two, two bits for a split in four. */
  readonly path: number;
  readonly node: number;
}

/**
 * Visits the face and its pieces, depth first, in the order of paths.
 * @param visit returns whether the piece's own pieces are wanted.
 */
export function visitPieces(divisions: Divisions, node: number, visit: (piece: Piece) => boolean): void {
  visitFrom(divisions, { corners: [0, 0, 1, 0, 0, 1], level: 0, path: 0, node }, visit);
}

function visitFrom(divisions: Divisions, piece: Piece, visit: (piece: Piece) => boolean): void {
  if (!visit(piece)) return;
  const { corners, node } = piece;
  const split = divisions.splits[node];
  const level = piece.level + bitsOf(split);
  for (let child = 0; child < childCountOf(split); child++) {
    const own: number[] = [];
    childCorners(corners, 0, split, child, own, 0);
    const path = (piece.path | (child << (32 - level))) >>> 0;
    visitFrom(divisions, { corners: own, level, path, node: divisions.children[MOST_CHILDREN * node + child] }, visit);
  }
}
