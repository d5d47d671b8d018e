export { type ClusterTree, FAN, leafBox } from './cluster-tree.ts';
export { ColumnTable, IndexList } from './column-table.ts';
export type {
  Backend,
  Contact,
  ContactPatch,
  ContactReport,
  ContactState,
  ContactTable,
  DetectionStats,
  Pose,
} from './contact-report.ts';
export {
  cellOf,
  FACE_BITS,
  firstSpanFrom,
  LOWEST_COLUMN,
  LOWEST_ROW,
  type ScanlineIndex,
  within,
} from './scanline-index.ts';
export type { InsideTest, Surface } from './surface.ts';
export {
  type CandidatePairs,
  candidatePairs,
  type DistanceRecords,
  distanceRecords,
  type FrontFaces,
  frontFaces,
  type SubTriangles,
  subTriangles,
} from './tables.ts';
