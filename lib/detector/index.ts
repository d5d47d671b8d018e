export { createDetector } from './create-detector.ts';
export type { BoneEdit, Detector, DetectorOptions, NearestPoints } from './detector.ts';
