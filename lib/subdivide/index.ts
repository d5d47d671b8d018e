export { faceLevels } from './face-levels.ts';
export { DEEPEST_LEVEL, longestEdgeSquared, resolutionTooFine } from './face-shape.ts';
export { FaceSubdivider, latticePoint } from './subdivide-faces.ts';
