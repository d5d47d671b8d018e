export { appendToClusters, buildClusters, reserveClusters } from './build-clusters.ts';
export { buildScanlines } from './build-scanlines.ts';
export { CLUSTER_COLUMNS, clusterColumns, clustersFrom } from './cluster-columns.ts';
export { editScanlines, reserveSpans } from './edit-scanlines.ts';
export { CandidateFinder } from './find-candidates.ts';
export { addInteriorFaces, FaceGrouper } from './front-faces.ts';
export {
  cellCount,
  cellRoom,
  footprintCells,
  type IntegerFaces,
  type IntegerGrid,
  integerBounds,
  integerGrid,
  touchedCells,
} from './gpu-grid.ts';
export { GpuIndex, type IndexedFaces, IndexKernels } from './gpu-index.ts';
export { STATE_FULL, STATE_USED, STATE_WORDS } from './gpu-records.ts';
export { type RegionBuffer, type RegionCounters, type RegionSizes, RegionStage } from './gpu-regions.ts';
export { InteriorFaces } from './interior-faces.ts';
export { SCANLINE_COLUMNS, scanlineColumns, scanlinesFrom } from './scanline-columns.ts';
export { scanlineSegments } from './scanline-segments.ts';
