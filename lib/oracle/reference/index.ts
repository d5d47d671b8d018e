export { inflated } from './boxes.ts';
export { bulkMeshDistance } from './bulk-distance.ts';
export { BulkMesh } from './bulk-mesh.ts';
export { bulkMeshState, intersectingPairs } from './bulk-pairs.ts';
export {
  type ConvexDistance,
  compareConvexDistance,
  convexDistanceByDefinition,
  exactConvexDistance,
  judgeConvexDistance,
  type RoundHull,
  roundedConvexDistance,
} from './convex-distance.ts';
export { isConvexSurface } from './convex-surface.ts';
export { type ExactNumber, exactFraction } from './exact-numbers.ts';
export { type Bounds, pointTriangleBounds } from './f64-bounds.ts';
export type { Corners } from './integer-vectors.ts';
export { type LineCrossing, lineCrossings } from './line-crossings.ts';
export { intersectingFacePairs, meshState, minimumMeshDistance } from './mesh-state.ts';
export {
  type MinimumSignedDistance,
  minimumSignedDistance,
  minimumSignedDistanceF64,
} from './minimum-signed-distance.ts';
export {
  edgeEdgeMeetings,
  edgeMeetsEdge,
  type Meetings,
  vertexFaceMeetings,
  vertexMeetsFace,
} from './moving-points.ts';
export { nearestWeights } from './nearest-in-f64.ts';
export { windingProductVolume } from './overlap-volume.ts';
export { overlappingBoxes } from './overlapping-boxes.ts';
export { posedPositions } from './posed-positions.ts';
export { type MeshData, ReferenceMesh, referenceMesh } from './reference-mesh.ts';
export { roundedFraction, roundedSquareRoot } from './rounded-numbers.ts';
export { type SharedSegment, sharedSegment } from './shared-segment.ts';
export { signedDistance, signedDistanceBounds } from './signed-distance.ts';
export {
  pointTriangleSquaredDistance,
  segmentSegmentSquaredDistance,
  triangleTriangleSquaredDistance,
} from './squared-distance.ts';
export { type SphereWay, SweptMesh } from './swept-sphere.ts';
export { trianglesSharePoint } from './triangles-share-point.ts';
export { pointInSolid, windingNumber } from './winding-number.ts';
