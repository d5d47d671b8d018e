export { type BodyParts, BoneBody, ToolBody } from './bodies.ts';
export type { BoneIndex } from './bone-index.ts';
export { buildIndex } from './build-index.ts';
export { checkBone, checkEdit, checkMesh, checkShank, unitFeed } from './check-options.ts';
export { createDetector } from './create-detector.ts';
export type {
  BoneEdit,
  CandidateRegion,
  DetectManyOptions,
  Detector,
  DetectorOptions,
  NearestPoints,
  NearestPointsTarget,
} from './detector.ts';
export { editBone } from './edit-bone.ts';
export { loadIndex, saveIndex } from './index-file.ts';
export { PenetrationFinder } from './penetration-finder.ts';
export { selfIntersections } from './self-intersections.ts';
