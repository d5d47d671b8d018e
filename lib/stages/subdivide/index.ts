export { checkDivisions, mayBeTooManyLeaves, tooManyLeaves } from './check-leaf-count.ts';
export { SubdivideStage } from './gpu-subdivide.ts';
export { appendLeaf, leafCorners, MOST_LEAVES } from './leaf-lattice.ts';
export { SubdividerWhere } from './subdivide-where.ts';
