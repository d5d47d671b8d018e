export { appendToClusters, buildClusters } from './build-clusters.ts';
export { buildScanlines } from './build-scanlines.ts';
export { addToScanlines, removeFromScanlines } from './edit-scanlines.ts';
export { findCandidates } from './find-candidates.ts';
export { addInteriorFaces, FaceGrouper } from './front-faces.ts';
export { InteriorFaces } from './interior-faces.ts';
