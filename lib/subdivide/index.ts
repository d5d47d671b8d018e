export { faceLevels } from './face-levels.ts';
export { DEEPEST_LEVEL, longestEdgeSquared, resolutionTooFine } from './face-shape.ts';
export { COUNTER_WORDS, FIRST_LEVEL_COUNTER } from './gpu-records.ts';
export {
  type PreparedSubdivision,
  type SubdivideBuffer,
  type SubdivideCounters,
  type SubdivideRoom,
  SubdivideStage,
} from './gpu-subdivide.ts';
export { FaceSubdivider, latticePoint } from './subdivide-faces.ts';
