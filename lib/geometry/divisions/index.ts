export { Divisions, LEAF_NODE, TOO_FINE_NODE } from './divisions.ts';
export * from './splits.ts';
export { type EdgeSquares, MOST_DEPTH, MOST_FACE_LEAVES, StripDivider } from './strips.ts';
export { type Piece, visitPieces } from './visit-pieces.ts';
