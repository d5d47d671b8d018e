export { type SubdivideBuffer, SubdivideStage } from './gpu-subdivide.ts';
export { FaceSubdivider, latticePoint } from './subdivide-faces.ts';
