// A body's faces by the rule of strips, and all their leaves.

import { Divisions, type FaceDivisions, LEAF_NODE, type Piece, StripDivider, visitPieces } from '#divisions';
import { LATTICE, type Surface } from '#records';
import { cornersOf } from './stage-bodies.ts';

export function inStrips(body: Pick<Surface, 'positions' | 'faces' | 'faceCount'>, resolution: number): FaceDivisions {
  const divisions = new Divisions();
  const divider = new StripDivider(divisions);
  const nodes = Array.from({ length: body.faceCount }, (_, face) => {
    const c = cornersOf(body, face);
    const square = (p: number, q: number) => [0, 1, 2].reduce((sum, k) => sum + (c[p + k] - c[q + k]) ** 2, 0);
    return divider.nodeOf({ ab: square(0, 3), bc: square(3, 6), ca: square(6, 0) }, resolution);
  });
  return { divisions, nodeOf: (face) => nodes[face] };
}

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

/** A leaf's path counts from its last bit. */
export const pathOf = ({ path, level }: Piece) => (level === 0 ? 0 : path >>> (32 - level));
export const latticeOf = ({ corners }: Piece) => corners.map((x) => x * LATTICE);
