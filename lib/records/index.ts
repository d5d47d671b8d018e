export { BRANCHING, type Bvh } from './bvh.ts';
export { checksum } from './checksum.ts';
export { ColumnTable } from './column-table.ts';
export {
  type Backend,
  type Contact,
  type ContactPatch,
  type ContactReport,
  type ContactState,
  type ContactTable,
  type DetectionStats,
  GPU_DISTANCE_ERROR,
  type Interval,
  type Penetration,
  type Pose,
} from './contact-report.ts';
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
  wordOffsets,
  wordsOf,
} from './gpu-tables.ts';
export { leafLattice } from './leaf-path.ts';
export { damagedIndex, type PackedContents, type PackedSchema, packArrays, unpackArrays } from './packed-arrays.ts';
export {
  FACE_BITS,
  LOWEST_COLUMN,
  LOWEST_ROW,
  MOST_LEVELS,
  MOST_SPANS,
  type ScanlineIndex,
  SPAN,
  SPAN_BOUNDS,
  SPAN_DEPTH,
  SPAN_FACE,
} from './scanline-index.ts';
export type { CandidateStage } from './stages.ts';
export type { ApartInsideTest, InsideTest, ScannedSurface, SolidTest, Surface } from './surface.ts';
export {
  type ActiveFaces,
  activeFaces,
  type CandidatePairs,
  candidatePairs,
  type DistanceRecords,
  distanceRecords,
  type SubTriangles,
  subTriangles,
} from './tables.ts';
export { wgslStruct } from './wgsl-struct.ts';
