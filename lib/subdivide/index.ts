export { SubdivideStage } from './gpu-subdivide.ts';
export { FaceSubdivider, leafCorners } from './subdivide-faces.ts';
