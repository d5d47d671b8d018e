// The records that host and shaders share, the bits of their words, and the numbers that both write and read.
//
// wgsl-records.ts generates the WGSL for all of this: no shader contains one of these numbers itself.

import { BRANCHING } from './bvh.ts';
import type { BitFields, WordSchema } from './word-schema.ts';

/** Bodies as the shaders number them. In a mask over bodies, body k is bit k. */
export const BONE = 0;
export const TOOL = 1;

/**
 * Constants of the integer grid (derived in lib/base/gpu/grid.ts). Its width is UNITS_PER_WIDTH units. A rotation's
 * entries count 1 / 2^FIXED_POINT_BITS. OWN_ERROR, BONE_ERROR and TOOL_ERROR bound, in units, the error of a coordinate
 * of a vertex in its own frame, of a vertex of the bone, and of a posed vertex of the tool.
 */
export const UNITS_PER_WIDTH = 2 ** 30;
export const FIXED_POINT_BITS = 30;
export const OWN_ERROR = 1;
export const BONE_ERROR = 1;
export const TOOL_ERROR = 3;

/** "No face": no face has this number. */
export const NO_FACE = 0xffffffff;

/**
 * What every kernel of a submit reads. i32: grid units. f32: lengths in widths of 2^30 units. Offsets count words of a
 * geometry buffer. `…Axis` to `…Nv` describe level 0 of the body's scanline grid, in the body's own frame. Bit k of
 * `…Levels` is set if level k may hold spans. `…Cells` counts the cells of all levels. `…Low…` and `…High…` are the
 * corners of the body's box in its own frame.
 */
export const SCENE = {
  poseCount: 'u32',
  /** Bit 0: the bone's sub-triangles are wanted, bit 1: the tool's. */
  sides: 'u32',
  /** Bit 0: the bone has an inside, bit 1: the tool has one. */
  signed: 'u32',
  /** δ' and every error of a box, in units, rounded up. */
  inflate: 'i32',
  /** δ' in widths, rounded up, and rounded down. */
  maxDistance: 'f32',
  within: 'f32',
  /** Widths by which a distance's upper and lower bound may differ before the CPU decides. */
  tolerance: 'f32',
  /** Units: edge length of the cells that share lists of near faces. */
  cornerCell: 'i32',
  boneVertexCount: 'u32',
  boneFaceCount: 'u32',
  boneFaceOffset: 'u32',
  toolVertexCount: 'u32',
  toolFaceCount: 'u32',
  toolFaceOffset: 'u32',
  /** Where the DIVISION records of either body begin. */
  boneNodeOffset: 'u32',
  toolNodeOffset: 'u32',
  boneAxis: 'u32',
  boneU0: 'i32',
  boneV0: 'i32',
  boneCellSize: 'i32',
  boneNu: 'i32',
  boneNv: 'i32',
  boneLevels: 'u32',
  boneCells: 'u32',
  toolAxis: 'u32',
  toolU0: 'i32',
  toolV0: 'i32',
  toolCellSize: 'i32',
  toolNu: 'i32',
  toolNv: 'i32',
  toolLevels: 'u32',
  toolCells: 'u32',
  boneLowX: 'i32',
  boneLowY: 'i32',
  boneLowZ: 'i32',
  boneHighX: 'i32',
  boneHighY: 'i32',
  boneHighZ: 'i32',
  toolLowX: 'i32',
  toolLowY: 'i32',
  toolLowZ: 'i32',
  toolHighX: 'i32',
  toolHighY: 'i32',
  toolHighZ: 'i32',
  /** Words of one pose's bitmap: the bone's first, then the tool's. */
  boneBitmapWords: 'u32',
  toolBitmapWords: 'u32',
} as const satisfies WordSchema;

/**
 * One query's pose in fixed point. forward: R in 1/2^30, row-major; posed = (R·X) >> 30, rounded, + forward
 * translation, in units of the bone's grid. inverse: R⁻¹ likewise; local = (R⁻¹·(P − forward translation)) >> 30,
 * rounded.
 */
export const POSE = {
  forward00: 'i32',
  forward01: 'i32',
  forward02: 'i32',
  forward10: 'i32',
  forward11: 'i32',
  forward12: 'i32',
  forward20: 'i32',
  forward21: 'i32',
  forward22: 'i32',
  translationX: 'i32',
  translationY: 'i32',
  translationZ: 'i32',
  inverse00: 'i32',
  inverse01: 'i32',
  inverse02: 'i32',
  inverse10: 'i32',
  inverse11: 'i32',
  inverse12: 'i32',
  inverse20: 'i32',
  inverse21: 'i32',
  inverse22: 'i32',
  /** Box of the posed tool in units, widened by its error. */
  lowX: 'i32',
  lowY: 'i32',
  lowZ: 'i32',
  highX: 'i32',
  highY: 'i32',
  highZ: 'i32',
} as const satisfies WordSchema;

/**
 * A face of a geometry buffer, after its vertices: corner a is RETIRED_CORNER if an edit has removed the face. node: a
 * DIVISION.
 */
export const FACE = { a: 'u32', b: 'u32', c: 'u32', node: 'u32' } as const satisfies WordSchema;
export const RETIRED_CORNER = 0xffffffff;
/**
 * A node of lib/geometry/divisions, after the faces. bits: those of a path that number its children, 0 for a leaf.
 * leaves: how many it has; branches: how many pieces of at most BRANCH_LEAVES leaves these are. Of each child the node,
 * and its corners: a PIECE_CORNER of CORNER_BITS each, the first in the lowest bits. A triangle's fourth corner is its
 * third.
 */
export const DIVISION = {
  bits: 'u32',
  leaves: 'u32',
  branches: 'u32',
  ...({ child0: 'u32', corners0: 'u32', child1: 'u32', corners1: 'u32' } as const),
  ...({ child2: 'u32', corners2: 'u32', child3: 'u32', corners3: 'u32' } as const),
} as const satisfies WordSchema;
/** A child's corner is the midpoint of two of the piece's corners, or one of them: then both are the same. */
export const PIECE_CORNER = {
  first: { shift: 0, bits: 2 },
  second: { shift: 2, bits: 2 },
} as const satisfies BitFields;
export const CORNER_BITS = 4;

/** A face's place among sets of faces: its set has the places from first to end − 1. */
export const SET_PLACE = { face: 'u32', first: 'u32', end: 'u32' } as const satisfies WordSchema;

/** verdict: one of PAIR_APART, PAIR_INTERSECTS, PAIR_UNDECIDED. */
export const PAIR = { pose: 'u32', boneFace: 'u32', toolFace: 'u32', verdict: 'u32' } as const satisfies WordSchema;
export const PAIR_APART = 0;
export const PAIR_INTERSECTS = 1;
export const PAIR_UNDECIDED = 2;

/**
 * A pair of a front that descends the bone's BVH: a FRONT_NODE, and a tool face under a pose, pose · toolFaceCount +
 * face.
 */
export const FRONT_PAIR = { node: 'u32', toolFace: 'u32' } as const satisfies WordSchema;
/**
 * A node of the bone's BVH, and which of its children the tool face may meet: bit k for the k-th. MOST_BVH_LEVELS
 * levels have at most 2^24 nodes each.
 */
export const FRONT_NODE = {
  index: { shift: 0, bits: 24 },
  children: { shift: 24, bits: BRANCHING },
} as const satisfies BitFields;
/** A round of the front. level: its nodes' level; count: the word of `counters` that holds the number of pairs. */
export const FRONT_ROUND = { level: 'u32', count: 'u32', capacity: 'u32' } as const satisfies WordSchema;

/**
 * The image of a pose's overlap: the axis of view; across it, the low corner of the pixels and the edge length of one,
 * in units; the columns and rows of pixels, which begin at number firstPixel of all images' pixels; and by how much
 * faces of the tool are inflated.
 */
export const IMAGE = {
  axis: 'u32',
  u0: 'i32',
  v0: 'i32',
  pixel: 'i32',
  columns: 'i32',
  rows: 'i32',
  firstPixel: 'u32',
  reach: 'i32',
} as const satisfies WordSchema;
/** The most images of a submit, and the most pixels of an image. */
export const MOST_IMAGES = 256;
export const MOST_IMAGE_PIXELS = 1024;
/**
 * What a tool face leaves in a pixel: its depths, in units. owner: the face's number, FACE_BITS, with LOWEST_ROW if the
 * pixel lies in the first row that the face may touch, and LOWEST_COLUMN if the pixel is the first that the face
 * touches in its row.
 */
export const IMAGE_LAYER = { owner: 'u32', near: 'i32', far: 'i32' } as const satisfies WordSchema;

/** A face of a body. */
export const OWNER = { face: { shift: 0, bits: 31 }, body: { shift: 31, bits: 1 } } as const satisfies BitFields;
/** The number of faces whose bits share a word of a bitmap of faces: the bits of a word. */
export const FACES_PER_WORD = 32;
/** A face of the other body near a sub-triangle, and the verdict of its pair, PAIR_… */
export const NEAR_FACE = { face: { shift: 0, bits: 30 }, verdict: { shift: 30, bits: 2 } } as const satisfies BitFields;
/** Words of `counters`. */
export const COUNTER_WORDS = 32;

/** Counts of one pose of a submit. */
export const POSE_COUNTS = { candidatePairs: 'u32', subTriangles: 'u32' } as const satisfies WordSchema;

/** What the kernels of a scanline index know about its body. Offsets count words of the geometry buffer. */
export const INDEX_BUILD = {
  axis: 'u32',
  u0: 'i32',
  v0: 'i32',
  cellSize: 'i32',
  nu: 'i32',
  nv: 'i32',
  /** Cells of all levels. */
  cells: 'u32',
  faceCount: 'u32',
  faceOffset: 'u32',
  /** 1 if cells get spare capacity. */
  isEdited: 'u32',
  touchedCount: 'u32',
} as const satisfies WordSchema;

/** A cell of a scanline index: its first span, number of spans, greatest far − near of a span, and capacity. */
export const INDEX_CELL = { start: 'i32', count: 'i32', extent: 'i32', capacity: 'i32' } as const satisfies WordSchema;
/** A span: depths in units; owner and bounds as shown in scanline-index.ts. */
export const INDEX_SPAN = { near: 'i32', far: 'i32', owner: 'u32', bounds: 'u32' } as const satisfies WordSchema;

/**
 * Spans that a cell of an edited body may hold beyond its initial ones: the number of the initial ones divided by
 * SPARE_SPAN_DIVISOR, rounded down, and at least LEAST_SPARE_SPANS. A cell whose capacity is used up moves to the tail
 * of the index, with a new capacity.
 */
export const LEAST_SPARE_SPANS = 2;
export const SPARE_SPAN_DIVISOR = 2;

/** A cell that an edit touches, and its part of the list of added faces. */
export const TOUCHED_CELL = { cell: 'u32', addedStart: 'u32', addedCount: 'u32' } as const satisfies WordSchema;

/** Words of an index's state: cells; spans that have a place, used or spare; 1 once an edit has found no place. */
export const STATE_CELLS = 0;
export const STATE_USED = 1;
export const STATE_FULL = 2;
export const STATE_WORDS = 4;

/**
 * A body's BVH on the GPU, in words: levels in use, faces, first word of the order; from BVH_LEVEL_HEADS on, for each
 * level the word of its first box and the number of its nodes in use; see lib/index/bvh/gpu-bvh.ts. Nine levels hold
 * 2^27 faces, whose geometry exceeds any buffer.
 */
export const BVH_LEVELS = 0;
export const BVH_FACES = 1;
export const BVH_ORDER = 2;
export const BVH_LEVEL_HEADS = 4;
export const MOST_BVH_LEVELS = 9;
/** Head of a level. boxes: the word of its first box. */
export const BVH_LEVEL = { boxes: 'i32', nodes: 'i32' } as const satisfies WordSchema;
/** A node's box in units, in the body's own frame. */
export const BVH_BOX = {
  ...({ lowX: 'i32', lowY: 'i32', lowZ: 'i32' } as const),
  ...({ highX: 'i32', highY: 'i32', highZ: 'i32' } as const),
} as const satisfies WordSchema;

/**
 * A tree over boxes in the order of their Morton codes, on the GPU; see the picture in lib/index/bvh/gpu-lbvh.ts. A
 * code has MORTON_BITS bits per axis. The tree's boxes are the bits of f32 numbers ≥ 0, which are in the same order as
 * the numbers.
 */
export const MORTON_BITS = 10;
export const RANGE_BOX = {
  ...({ lowX: 'u32', lowY: 'u32', lowZ: 'u32' } as const),
  ...({ highX: 'u32', highY: 'u32', highZ: 'u32' } as const),
} as const satisfies WordSchema;
/** A tree over `count` boxes. */
export const LBVH = { count: 'u32' } as const satisfies WordSchema;
/** `count` boxes from number `start` on; their groups of BRANCHING get boxes from number `unitedStart` on. */
export const RANGE_LEVEL = { start: 'u32', count: 'u32', unitedStart: 'u32' } as const satisfies WordSchema;
/** first: a CODE_CHILD; end: a CODE_END; then the node's box. */
export const CODE_NODE = { first: 'u32', end: 'u32', ...RANGE_BOX } as const satisfies WordSchema;
/** A node, or a box, by its place in the order of the codes. */
export const CODE_CHILD = {
  place: { shift: 0, bits: 31 },
  isBox: { shift: 31, bits: 1 },
} as const satisfies BitFields;
/** The last place of a node's range, and whether the range begins at the node's own number, as second children's do. */
export const CODE_END = {
  place: { shift: 0, bits: 31 },
  isSecond: { shift: 31, bits: 1 },
} as const satisfies BitFields;

/**
 * `sums` prefix sums, each over counters[countWord] values, at most `capacity`: value i of sum k is number
 * sums · i + k. Totals go to `counters` from totalWord on.
 */
export const PREFIX_SUM_TASK = {
  countWord: 'u32',
  totalWord: 'u32',
  capacity: 'u32',
  sums: 'u32',
} as const satisfies WordSchema;
/** The number of values that one thread of a prefix sum adds up. */
export const VALUES_PER_THREAD = 4;

/**
 * One pass of a radix sort: over `count` keys, which `blocks` workgroups share, by the digit of DIGIT_BITS bits from
 * bit `shift` on.
 */
export const SORT_PASS = { count: 'u32', blocks: 'u32', shift: 'u32' } as const satisfies WordSchema;
export const DIGIT_BITS = 4;
export const DIGITS = 2 ** DIGIT_BITS;
/** Counts of keys, one per digit, two per word: a block has fewer than 2^COUNT_BITS keys. */
export const COUNT_BITS = 16;
export const COUNT_WORDS = DIGITS / 2;
/** The number of keys that one thread of a sort takes in turn. */
export const KEYS_PER_THREAD = 8;

/**
 * A radial map and the points of a submit. size: texels along an edge of a side. The surface's box relative to the
 * centre, in the map's unit: points below `low` or above `high` are outside it, those above `lowIn` and below `highIn`
 * within it.
 */
export const MAP_POINTS = {
  ...({ count: 'u32', size: 'u32' } as const),
  ...({ lowX: 'f32', lowY: 'f32', lowZ: 'f32' } as const),
  ...({ highX: 'f32', highY: 'f32', highZ: 'f32' } as const),
  ...({ lowInX: 'f32', lowInY: 'f32', lowInZ: 'f32' } as const),
  ...({ highInX: 'f32', highInY: 'f32', highInZ: 'f32' } as const),
} as const satisfies WordSchema;
/** Relative to the map's centre, in its unit, rounded. */
export const MAP_POINT = { x: 'f32', y: 'f32', z: 'f32' } as const satisfies WordSchema;
/** An end of an interval: the square of its distance, in the map's unit. */
export const MAP_END = { square: 'f32' } as const satisfies WordSchema;
/** The answer for a point that f32 leaves to the CPU, beside the sides −1, 0 and 1. */
export const POINT_UNDECIDED = 2;

/** The number of queries in a submit: sphere sweeps, rays or points. */
export const QUERY_BATCH = { count: 'u32' } as const satisfies WordSchema;
/**
 * A sphere whose centre goes from one point of the grid to another, each coordinate with an error of at most
 * SWEEP_ERROR units. In widths: a face that stays farther away than `reach` is not touched, and one that comes within
 * `within` is; if `within` is negative, no face is.
 */
export const SPHERE_SWEEP = {
  ...({ fromX: 'i32', fromY: 'i32', fromZ: 'i32' } as const),
  ...({ toX: 'i32', toY: 'i32', toZ: 'i32' } as const),
  ...({ reach: 'f32', within: 'f32' } as const),
} as const satisfies WordSchema;
export const SWEEP_ERROR = 1;
/**
 * The part of a ray near the surface, from one point of the grid to another, each coordinate with an error of at most
 * SWEEP_ERROR units. axis: along which it goes farthest; slopeU, slopeV: how far it goes along the next two axes,
 * cyclically, per unit along that one, in 1/2^FIXED_POINT_BITS. latest: a fraction of the way; what is hit later does
 * not matter.
 */
export const SURFACE_RAY = {
  ...({ fromX: 'i32', fromY: 'i32', fromZ: 'i32' } as const),
  ...({ toX: 'i32', toY: 'i32', toZ: 'i32' } as const),
  ...({ axis: 'u32', slopeU: 'i32', slopeV: 'i32', latest: 'f32' } as const),
} as const satisfies WordSchema;
/**
 * A point whose nearest face is wanted, each coordinate with an error of at most SWEEP_ERROR units. farthest: in
 * widths; no face farther away matters.
 */
export const SURFACE_POINT = { x: 'i32', y: 'i32', z: 'i32', farthest: 'f32' } as const satisfies WordSchema;
/**
 * The result of a query: the number of faces named, which follow this record in MOST_NAMED places, or a number above
 * MOST_NAMED if the query was left undecided; and its cost, in boxes and faces tested.
 */
export const NAMED_FACES = { count: 'u32', boxes: 'u32', faces: 'u32' } as const satisfies WordSchema;
export const MOST_NAMED = 13;
/** Coordinates of the corners of a face, by its place in the order of a BVH. */
export const FACE_POINTS = {
  ...({ aX: 'i32', aY: 'i32', aZ: 'i32' } as const),
  ...({ bX: 'i32', bY: 'i32', bZ: 'i32' } as const),
  ...({ cX: 'i32', cY: 'i32', cZ: 'i32' } as const),
} as const satisfies WordSchema;
