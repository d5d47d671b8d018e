export { checkOptions as checkDetectorOptions } from './check-options.ts';
export { PenetrationFinder } from './cpu/penetration-finder.ts';
export { MeshQueries } from './cpu/mesh-queries.ts';
export { intersectionsOf, selfIntersections } from './cpu/self-intersections.ts';
export { createBounded, createDetector, createDetectorSync } from './create-detector.ts';
export { type PlaceOptions, placeTool } from './place-tool.ts';
export type {
  BetweenPoses,
  CandidateRegion,
  DetectManyOptions,
  DetectOptions,
  Detector,
  DetectorOptions,
  FirstContact,
  LastContact,
  NearestPoints,
  NearestPointsTarget,
  OverlapVolumeOptions,
  PathReport,
} from './detector.ts';
export type { ReportChanges, ReportTracker, TrackOptions } from './report-tracker.ts';
