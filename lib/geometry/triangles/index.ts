export { greatestCornerDistance } from './corner-distance.ts';
export { planeFraction } from './crossing-fraction.ts';
export { compareGap, gapAtMost, nearestOnTriangle } from './exact-distance.ts';
export { DEEPEST_LEVEL, largestCoordinate, leafLevel, longestEdgeSquared, resolutionTooFine } from './face-shape.ts';
export { cross, dot, minus, toIntegers, type Vector } from './integer-vectors.ts';
export { TriangleIntersector } from './intersect-triangles.ts';
export { KnownDistance, sharpenPointTriangle, sharpenTriangles } from './known-distance.ts';
export { BeyondCorners } from './meet-beyond-corners.ts';
export { lineSide, openAxis, planeSide, sideAlong } from './plane-side.ts';
export { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';
export { AMBIGUOUS, ON_FACE, rayCrossing } from './ray-crossing.ts';
export { CLEAR, DEPTH, RayWinding, U_HIGH, U_LOW, V_HIGH, V_LOW } from './ray-winding.ts';
export { roundedQuotient, roundedRoot } from './rounded-integers.ts';
export { fartherApart } from './separating-axis.ts';
export { SharedSegment } from './shared-segment.ts';
export { triangleArea } from './triangle-area.ts';
export { TriangleInBoxes } from './triangle-box.ts';
export {
  gapAlong,
  gapAlongNormal,
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
} from './triangle-distance.ts';
export { FIRST, faceNormal, SECOND, TrianglePair } from './triangle-pair.ts';
export { wayCrossing } from './way-crossing.ts';
