export { checksum } from './checksum.ts';
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
  Interval,
  Penetration,
  Pose,
} from './contact-report.ts';
export { GPU_DISTANCE_ERROR } from './contact-report.ts';
export { copyRecord } from './copy-record.ts';
export {
  BONE,
  CORNER_DISTANCE,
  CORNER_INSIDE,
  DISPATCH_TASK,
  FACE,
  KIND_APART,
  KIND_CORNER,
  KIND_SHARED,
  LEAF_GAP,
  LEAF_NO,
  LEAF_RESULT,
  LEAF_UNDECIDED,
  LEAF_YES,
  PAIR,
  PAIR_APART,
  PAIR_SHARES,
  PAIR_UNDECIDED,
  POSE,
  PREFIX_SUM_TASK,
  RETIRED_CORNER,
  SCENE,
  SUB_TRIANGLE_ROW,
  TOOL,
  type WordSchema,
  type WordType,
  wordOffsets,
  wordsOf,
} from './gpu-tables.ts';
export { leafLattice } from './leaf-path.ts';
export { damagedIndex, type PackedContents, type PackedSchema, packArrays, unpackArrays } from './packed-arrays.ts';
export { posedBox } from './posed-box.ts';
export {
  cellOf,
  cellsAlong,
  cellsBelow,
  depthOf,
  depthScaleOf,
  FACE_BITS,
  firstSpanFrom,
  LOWEST_COLUMN,
  LOWEST_ROW,
  levelOf,
  MOST_LEVELS,
  MOST_SPANS,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
  spansByLevel,
  within,
} from './scanline-index.ts';
export type { ApartInsideTest, InsideTest, Surface } from './surface.ts';
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
export { wgslStruct } from './wgsl-struct.ts';
