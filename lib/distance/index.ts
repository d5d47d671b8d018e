export { CellFaces } from './cell-faces.ts';
export { planeFraction } from './crossing-fraction.ts';
export { gapAtMost } from './exact-distance.ts';
export { BOUND, faceSupport } from './face-support.ts';
export { ContactFinisher, type FinishInput } from './finish-contacts.ts';
export { type CornerBuffer, CornerStage } from './gpu-corners.ts';
export { type LeafGapBuffer, LeafGapStage } from './gpu-leaf-gap.ts';
export { type PairBuffer, PairStage } from './gpu-pairs.ts';
export { cross, dot, minus, toIntegers, type Vector } from './integer-grid.ts';
export { TriangleIntersector } from './intersect-triangles.ts';
export { SubTriangleMeasurer, type VisitCrossings } from './measure-sub-triangles.ts';
export { BeyondCorners } from './meet-beyond-corners.ts';
export { MinimumDistance } from './minimum-distance.ts';
export { MOST_GATHERED, NearestFace } from './nearest-face.ts';
export { lineSide, openAxis, planeSide, sideAlong } from './plane-side.ts';
export { NodePairs } from './node-pairs.ts';
export { PosedBoxes } from './posed-boxes.ts';
export { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from './point-triangle.ts';
export { SharedFaces } from './shared-faces.ts';
export { SharedSegment } from './shared-segment.ts';
export { SignedDistance } from './signed-distance.ts';
export {
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
} from './triangle-distance.ts';
export { WindingNumber } from './winding-number.ts';
