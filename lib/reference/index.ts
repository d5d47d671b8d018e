export { BulkMesh } from './bulk-mesh.ts';
export { type BulkMeshState, bulkMeshState, type IntersectingPairs, intersectingPairs } from './bulk-pairs.ts';
export { type ExactNumber, exactFraction } from './exact-numbers.ts';
export { type Bounds, pointTriangleBounds } from './f64-bounds.ts';
export type { Corners, Point } from './integer-vectors.ts';
export {
  intersectingFacePairs,
  type MeshDistance,
  type MeshState,
  meshState,
  minimumMeshDistance,
} from './mesh-state.ts';
export {
  type MinimumOptions,
  type MinimumSignedDistance,
  minimumSignedDistance,
  minimumSignedDistanceF64,
} from './minimum-signed-distance.ts';
export { posedPositions } from './posed-positions.ts';
export { type MeshData, ReferenceMesh, referenceMesh } from './reference-mesh.ts';
export { type Rounding, roundedFraction, roundedSquareRoot } from './rounded-numbers.ts';
export { type ExactPoint, type SharedSegment, sharedSegment } from './shared-segment.ts';
export { type SignedDistance, signedDistance, signedDistanceBounds } from './signed-distance.ts';
export {
  pointTriangleSquaredDistance,
  segmentSegmentSquaredDistance,
  triangleTriangleSquaredDistance,
} from './squared-distance.ts';
export { trianglesSharePoint } from './triangles-share-point.ts';
export { pointInSolid, windingNumber } from './winding-number.ts';
