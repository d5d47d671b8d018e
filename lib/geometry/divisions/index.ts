export { childCorners } from './child-corners.ts';
export { Divisions, type FaceDivisions, LEAF_NODE, TOO_FINE_NODE } from './divisions.ts';
export { pathCorners } from './path-corners.ts';
export { QuarteredFaces } from './quartered-faces.ts';
export { bitsOf, childCountOf, cornersOfChild, endsOf, MOST_CHILDREN, MOST_CORNERS, SPLITS } from './splits.ts';
export { type EdgeSquares, MOST_DEPTH, MOST_FACE_LEAVES, StripDivider } from './strips.ts';
export { type Piece, visitPieces } from './visit-pieces.ts';
