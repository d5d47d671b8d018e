export { PairStage } from './gpu-pairs.ts';
export { IntersectingPairs, pairsOfKeys } from './intersecting-pairs.ts';
export { crossingsOf, intersectionSegmentsOf } from './pair-segments.ts';
