export { createDetector } from './create-detector.ts';
export type { BoneEdit, Detector, DetectorOptions, NearestPoints, NearestPointsTarget } from './detector.ts';
