export { PairStage } from './gpu-pairs.ts';
export { IntersectingPairs } from './intersecting-pairs.ts';
export { crossingsOf, intersectionSegmentsOf } from './pair-segments.ts';
