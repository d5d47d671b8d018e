export { FaceSubdivider, latticePoint } from './subdivide-faces.ts';
