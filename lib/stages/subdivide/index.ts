export { checkLeafCount, mayBeTooManyLeaves } from './check-leaf-count.ts';
export { SubdivideStage } from './gpu-subdivide.ts';
export { FaceSubdivider, leafCorners } from './subdivide-faces.ts';
export { SubdividerWhere } from './subdivide-where.ts';
