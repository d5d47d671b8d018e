export { COUNTER_WORDS } from './gpu-records.ts';
export { type SubdivideBuffer, SubdivideStage } from './gpu-subdivide.ts';
export { FaceSubdivider, latticePoint } from './subdivide-faces.ts';
