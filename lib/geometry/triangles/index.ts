export { FacePair } from './face-pair.ts';
export { edgeSquared, greatestCornerDistance } from './corner-distance.ts';
export { planeFraction } from './crossing-fraction.ts';
export { compareGap, exactPointTriangle, gapAtMost, nearestOnTriangle } from './exact-distance.ts';
export { faceNormal } from './face-normal.ts';
export { cross, dot, minus, toIntegers, type Vector } from './integer-vectors.ts';
export { TriangleIntersector } from './intersect-triangles.ts';
export { KnownDistance, sharpenPointTriangle, sharpenTriangles } from './known-distance.ts';
export { gapAlongNormal, TriangleDistance } from './measure-pair.ts';
export { BeyondCorners } from './meet-beyond-corners.ts';
export { latticeCorner } from './lattice-corner.ts';
export {
  comparePlaces,
  compareLength,
  type ExactPlace,
  exactPlace,
  LINE_EDGE,
  LINE_REACH,
  LINE_SIZE,
  LINE_WAY,
  lineCrossing,
  PLACE,
  PLACE_ERROR,
  roundedPlace,
} from './line-crossing.ts';
export { lineSide, openAxis, planeSide, sideAlong } from './plane-side.ts';
export { CORNER_A, EDGE_AB, INSIDE, nearestFeature, SOME_EDGE } from './nearest-feature.ts';
export { OpenSegment } from './open-segment.ts';
export { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';
export { writeQuarter } from './quarter.ts';
export { AMBIGUOUS, ON_FACE, rayCrossing } from './ray-crossing.ts';
export { CLEAR, DEPTH_HIGH, DEPTH_LOW, RayWinding, U_HIGH, U_LOW, V_HIGH, V_LOW } from './ray-winding.ts';
export { roundedQuotient, roundedRoot } from './rounded-integers.ts';
export { fartherApart } from './separating-axis.ts';
export { SharedSegment } from './shared-segment.ts';
export { triangleArea } from './triangle-area.ts';
export { TriangleInBoxes } from './triangle-box.ts';
export { gapAlong, PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE } from './triangle-distance.ts';
export { FIRST, SECOND, TrianglePair } from './triangle-pair.ts';
export { wayCrossing } from './way-crossing.ts';
