// A face's pieces and leaves.

import { type FaceDivisions, LEAF_NODE, type Piece, visitPieces } from '#divisions';
import { LATTICE } from '#records';

/** A face's leaves, and the number of its pieces. */
export function piecesOf(divided: FaceDivisions, face: number): { leaves: Piece[]; count: number } {
  const leaves: Piece[] = [];
  let count = 0;
  visitPieces(divided.divisions, divided.nodeOf(face), (piece) => {
    count++;
    if (piece.node === LEAF_NODE) leaves.push(piece);
    return true;
  });
  return { leaves, count };
}

export const latticeOf = ({ corners }: Piece) => corners.map((x) => x * LATTICE);
