// All that host and shaders share → the WGSL text included in every kernel, and the declarations of its buffers.

import { BRANCHING, NODE_BITS } from './bvh.ts';
import {
  BONE,
  BONE_ERROR,
  BVH_BOX,
  BVH_FACES,
  BVH_LEVEL,
  BVH_LEVEL_HEADS,
  BVH_LEVELS,
  BVH_ORDER,
  CODE_CHILD,
  CODE_END,
  CODE_NODE,
  COUNT_BITS,
  COUNT_WORDS,
  COUNTER_WORDS,
  DIGIT_BITS,
  DIGITS,
  CORNER_BITS,
  DIVISION,
  FACE,
  FACE_POINTS,
  FACES_PER_WORD,
  FIXED_POINT_BITS,
  FRONT_NODE,
  FRONT_PAIR,
  FRONT_ROUND,
  IMAGE,
  IMAGE_LAYER,
  INDEX_BUILD,
  INDEX_CELL,
  INDEX_SPAN,
  KEYS_PER_THREAD,
  LBVH,
  LEAST_SPARE_SPANS,
  MAP_END,
  MAP_POINT,
  MAP_POINTS,
  MORTON_BITS,
  MOST_BVH_LEVELS,
  MOST_IMAGES,
  MOST_NAMED,
  NAMED_FACES,
  NEAR_FACE,
  NO_FACE,
  OWN_ERROR,
  OWNER,
  PAIR,
  PAIR_APART,
  PAIR_INTERSECTS,
  PAIR_UNDECIDED,
  PIECE_CORNER,
  POINT_UNDECIDED,
  POSE,
  POSE_COUNTS,
  PREFIX_SUM_TASK,
  QUERY_BATCH,
  RANGE_BOX,
  RANGE_LEVEL,
  RETIRED_CORNER,
  SCENE,
  SET_PLACE,
  SORT_PASS,
  SPARE_SPAN_DIVISOR,
  SPHERE_SWEEP,
  STATE_FULL,
  STATE_USED,
  SURFACE_POINT,
  SURFACE_RAY,
  SWEEP_ERROR,
  TOOL,
  TOOL_ERROR,
  TOUCHED_CELL,
  UNITS_PER_WIDTH,
  VALUES_PER_THREAD,
} from './gpu-tables.ts';
import {
  DOP_AXES,
  DOP_BAND,
  FEATURE,
  FEATURE_PAIR,
  IMPACT_COUNTS,
  IMPACT_STEP,
  ITEM_PAIR,
  MOVING_POINT,
  SECOND_CORNERS,
  SELF_FRONT,
  SELF_PAIR,
  SIDES,
} from './impact-tables.ts';
import {
  BLOCK_LEAVES,
  RESULT_SUMS,
  CELL_FACE,
  CORNER_ALONE,
  CORNER_CELL,
  CORNER_CROSSED,
  CORNER_DISTANCE,
  CORNER_FOLLOWS,
  CORNER_KNOWN,
  CORNER_LEADS,
  CORNER_SAME,
  CORNER_STATE,
  CORNER_WANTED,
  GAP_STATE,
  KIND_APART,
  KIND_CORNER,
  KIND_DROPPED,
  KIND_SHARED,
  KIND_UNDECIDED,
  LEAF_GAP,
  LEAF_NO,
  LEAF_RESULT,
  LEAF_UNDECIDED,
  LEAF_YES,
  RESULT_STATE,
  ROW_STATE,
  SIDE_OUTSIDE,
  SIDE_INSIDE,
  SIDE_UNDECIDED,
  SUB_TRIANGLE_ROW,
  BRANCH,
  SUBDIVISION,
  BRANCH_LEAVES,
  ACTIVE_FACES,
  NEAR_OF_TEST,
} from './leaf-tables.ts';
import { BOUND_STEPS, FACE_BITS, LOWEST_COLUMN, LOWEST_ROW, MOST_SPANS, SPAN_EDGES } from './scanline-index.ts';
import {
  type Access,
  wgslBindings,
  wgslBitFields,
  wgslConstants,
  wgslEntry,
  wgslOffsets,
  wgslStruct,
} from './wgsl-text.ts';
import type { BitFields, WordSchema } from './word-schema.ts';

const STRUCTS = {
  Scene: SCENE,
  Pose: POSE,
  SetPlace: SET_PLACE,
  Pair: PAIR,
  FrontPair: FRONT_PAIR,
  FrontRound: FRONT_ROUND,
  Image: IMAGE,
  ImageLayer: IMAGE_LAYER,
  SubTriangleRow: SUB_TRIANGLE_ROW,
  Branch: BRANCH,
  ActiveFaces: ACTIVE_FACES,
  Subdivision: SUBDIVISION,
  LeafGap: LEAF_GAP,
  CornerDistance: CORNER_DISTANCE,
  LeafResult: LEAF_RESULT,
  IndexBuild: INDEX_BUILD,
  TouchedCell: TOUCHED_CELL,
  PrefixSumTask: PREFIX_SUM_TASK,
  SortPass: SORT_PASS,
  Lbvh: LBVH,
  RangeLevel: RANGE_LEVEL,
  CodeNode: CODE_NODE,
  MapPoints: MAP_POINTS,
  MapPoint: MAP_POINT,
  MapEnd: MAP_END,
  QueryBatch: QUERY_BATCH,
  SphereSweep: SPHERE_SWEEP,
  SurfaceRay: SURFACE_RAY,
  SurfacePoint: SURFACE_POINT,
  ImpactStep: IMPACT_STEP,
  DopBand: DOP_BAND,
  SelfPair: SELF_PAIR,
  ItemPair: ITEM_PAIR,
  FeaturePair: FEATURE_PAIR,
} as const satisfies Readonly<Record<string, WordSchema>>;
/** Records of four words in buffers of vec4i, which hold two kinds of them. */
const ENTRIES = { IndexCell: INDEX_CELL, IndexSpan: INDEX_SPAN } as const satisfies Readonly<
  Record<string, WordSchema>
>;
/** Records in buffers of bare words. */
const WORDS = {
  FACE,
  DIVISION,
  POSE_COUNTS,
  BVH_LEVEL,
  BVH_BOX,
  RANGE_BOX,
  CORNER_CELL,
  CELL_FACE,
  NAMED_FACES,
  FACE_POINTS,
  MOVING_POINT,
  IMPACT_COUNTS,
} as const satisfies Readonly<Record<string, WordSchema>>;
const BITS = {
  Owner: OWNER,
  FrontNode: FRONT_NODE,
  NearFace: NEAR_FACE,
  PieceCorner: PIECE_CORNER,
  RowState: ROW_STATE,
  GapState: GAP_STATE,
  CornerState: CORNER_STATE,
  ResultState: RESULT_STATE,
  SpanEdges: SPAN_EDGES,
  CodeChild: CODE_CHILD,
  CodeEnd: CODE_END,
  SelfFront: SELF_FRONT,
  Feature: FEATURE,
} as const satisfies Readonly<Record<string, BitFields>>;
const UNSIGNED = {
  ...{ BONE, TOOL, NO_FACE, RETIRED_CORNER, FIXED_POINT_BITS },
  ...{ PAIR_APART, PAIR_INTERSECTS, PAIR_UNDECIDED, SIDE_OUTSIDE, SIDE_INSIDE, SIDE_UNDECIDED },
  ...{ LEAF_NO, LEAF_YES, LEAF_UNDECIDED, CORNER_KNOWN, CORNER_WANTED, CORNER_SAME, CORNER_ALONE },
  ...{ CORNER_CROSSED, CORNER_LEADS, CORNER_FOLLOWS },
  ...{ BLOCK_LEAVES, RESULT_SUMS },
  ...{ KIND_APART, KIND_SHARED, KIND_CORNER, KIND_DROPPED, KIND_UNDECIDED },
  ...{ FACE_BITS, LOWEST_ROW, LOWEST_COLUMN, STATE_USED, STATE_FULL },
  ...{ FACES_PER_WORD, LEAST_SPARE_SPANS, SPARE_SPAN_DIVISOR, CORNER_BITS, BRANCH_LEAVES, NEAR_OF_TEST },
  ...{ BRANCHING, NODE_BITS, BVH_LEVELS, BVH_FACES, BVH_ORDER, BVH_LEVEL_HEADS, MOST_BVH_LEVELS },
  ...{
    COUNTER_WORDS,
    VALUES_PER_THREAD,
    DIGIT_BITS,
    DIGITS,
    COUNT_BITS,
    COUNT_WORDS,
    KEYS_PER_THREAD,
    MORTON_BITS,
    MOST_NAMED,
    DOP_AXES,
    SECOND_CORNERS,
    SIDES,
  },
};
const SIGNED = {
  UNITS_PER_WIDTH,
  OWN_ERROR,
  BONE_ERROR,
  TOOL_ERROR,
  SWEEP_ERROR,
  MOST_SPANS,
  BOUND_STEPS,
  POINT_UNDECIDED,
};

/** What the buffers of all kernels hold, as a WGSL type, by the names that kernels and hosts use. */
const BUFFERS = {
  scene: 'Scene',
  poses: 'Pose',
  /** For a body: coordinates of its vertices, then FACE records, then DIVISION records. */
  boneGeometry: 'i32',
  toolGeometry: 'i32',
  /** Coordinates of the tool's vertices in the bone's frame, pose after pose. */
  posed: 'i32',
  /** INDEX_CELL entries, then INDEX_SPAN entries. */
  boneIndex: 'vec4i',
  toolIndex: 'vec4i',
  boneBvh: 'i32',
  toolBvh: 'i32',
  /** The tool's faces, set after set. */
  toolSets: 'SetPlace',
  /** What a submit has counted: see COUNTER_WORDS. */
  counters: 'u32',
  /** Bitmaps of faces: see wgsl/bodies/face-bits.wgsl. */
  candidates: 'u32',
  inside: 'u32',
  undecided: 'u32',
  activeFaces: 'ActiveFaces',
  /** For a front that goes down the bone's BVH: pairs of this round and of the next. */
  round: 'FrontRound',
  front: 'FrontPair',
  nextFront: 'FrontPair',
  frontStarts: 'u32',
  /** For images: the layers of each pixel, and how many of them are written; pairs of each leaf of the bone's BVH. */
  images: 'Image',
  pixelStarts: 'u32',
  pixelFill: 'u32',
  layers: 'ImageLayer',
  leafStarts: 'u32',
  pairs: 'Pair',
  hits: 'Pair',
  /** …Starts: counts, which a prefix sum turns into places. */
  activeStarts: 'u32',
  subdivision: 'Subdivision',
  /** Of active faces; branchFirst holds the numbers of the first branch and of the first test of each. */
  activeRows: 'SubTriangleRow',
  branchFirst: 'u32',
  branches: 'Branch',
  branchStarts: 'u32',
  rows: 'SubTriangleRow',
  nearStarts: 'u32',
  nearFill: 'u32',
  near: 'u32',
  /** POSE_COUNTS records. */
  poseCounts: 'u32',
  gaps: 'LeafGap',
  /** Three per leaf. */
  corners: 'CornerDistance',
  /** CORNER_CELL records, open addressing, after one that says how much is used; CELL_FACE records. */
  cells: 'u32',
  cellFaces: 'u32',
  results: 'LeafResult',
  /** Three per leaf. */
  resultStarts: 'u32',
  contacts: 'LeafResult',
  undecidedRows: 'SubTriangleRow',
  undecidedNear: 'u32',
  /** For a scanline index. */
  build: 'IndexBuild',
  geometry: 'i32',
  counts: 'u32',
  starts: 'u32',
  touched: 'TouchedCell',
  added: 'u32',
  state: 'u32',
  index: 'vec4i',
  /** For a prefix sum. */
  scan: 'PrefixSumTask',
  values: 'u32',
  ranges: 'u32',
  /** For a radix sort: keys and their payloads, before and after a pass. */
  sort: 'SortPass',
  digitStarts: 'u32',
  keys: 'u32',
  payloads: 'u32',
  sortedKeys: 'u32',
  sortedPayloads: 'u32',
  /** For a tree over boxes: the boxes as given; in order, then boxes of ranges; item numbers in order; the nodes. */
  lbvh: 'Lbvh',
  boxes: 'u32',
  rangeLevel: 'RangeLevel',
  rangeBoxes: 'u32',
  order: 'u32',
  codeNodes: 'CodeNode',
  /** For overlapping boxes: places, and the bodies of each pair, i < j. */
  overlapStarts: 'u32',
  firstBodies: 'u32',
  secondBodies: 'u32',
  /** For a radial map: each texel's first end, the ends, the sides of the zones; points, and their sides. */
  mapPoints: 'MapPoints',
  mapStarts: 'u32',
  mapEnds: 'MapEnd',
  zoneSides: 'i32',
  points: 'MapPoint',
  pointSides: 'i32',
  /**
   * For queries that name faces: how many there are, and of which kind; FACE_POINTS of the faces in the order of the
   * BVH; NAMED_FACES and their faces.
   */
  queryBatch: 'QueryBatch',
  sweeps: 'SphereSweep',
  surfaceRays: 'SurfaceRay',
  surfacePoints: 'SurfacePoint',
  facePoints: 'i32',
  namedFaces: 'u32',
  /** For a step of a deforming surface: topology as in IMPACT_STEP; MOVING_POINT records; k-DOPs of nodes. */
  impactStep: 'ImpactStep',
  topology: 'u32',
  movingPoints: 'i32',
  dopBand: 'DopBand',
  dops: 'i32',
  selfFront: 'SelfPair',
  nextSelfFront: 'SelfPair',
  keptStarts: 'u32',
  toldStarts: 'u32',
  itemPairs: 'ItemPair',
  featureStarts: 'u32',
  featurePairs: 'FeaturePair',
} as const satisfies Readonly<Record<string, keyof typeof STRUCTS | 'u32' | 'i32' | 'vec4i'>>;

export type BufferName = keyof typeof BUFFERS;
/** A kernel's buffers and how it uses them, binding 0 first. */
export type Bindings = Readonly<Partial<Record<BufferName, Access>>>;

/** Structs of all records, accessors of their bits, all shared numbers. A compiler drops what a kernel does not use. */
export function recordsWgsl(): string {
  const each = <T>(all: Readonly<Record<string, T>>, text: (name: string, of: T) => string) =>
    Object.entries(all).map(([name, of]) => text(name, of));
  return [
    wgslConstants('u32', UNSIGNED),
    wgslConstants('i32', SIGNED),
    ...each<WordSchema>(STRUCTS, wgslStruct),
    ...each<WordSchema>(ENTRIES, wgslEntry),
    ...each<WordSchema>(WORDS, wgslOffsets),
    ...each<BitFields>(BITS, wgslBitFields),
  ].join('');
}

/**
 * In WGSL the stride of an array in a uniform is a multiple of 16 bytes, so `counters` is an array of quadruples there;
 * an image has eight words.
 */
const UNIFORM_TYPES = { counters: `array<vec4u, ${COUNTER_WORDS / 4}>`, images: `array<Image, ${MOST_IMAGES}>` };

export function bindingsWgsl(bindings: Bindings): string {
  return wgslBindings(bindings, BUFFERS, UNIFORM_TYPES);
}
