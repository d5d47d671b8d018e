export { childCorners } from './child-corners.ts';
export { DividedFaces } from './divided-faces.ts';
export { Divisions, type FaceDivisions, LEAF_NODE, TOO_FINE_NODE } from './divisions.ts';
export { PathWalk, pathCorners } from './path-corners.ts';
export { bitsOf, childCountOf, cornersOfChild, endsOf, MOST_CHILDREN, MOST_CORNERS, SPLITS } from './splits.ts';
export { type EdgeSquares, MOST_DEPTH, StripDivider } from './strips.ts';
export { type Piece, visitPieces } from './visit-pieces.ts';
