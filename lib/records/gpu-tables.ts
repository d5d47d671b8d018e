// The records that host and shaders share: one schema each, every field one 32-bit word, in the order of the words.

/** The type of one word, under its WGSL name. */
type WordType = 'u32' | 'i32' | 'f32';
/** Field → type, in the order of the words. */
export type WordSchema = Readonly<Record<string, WordType>>;

/** Bodies as the shaders number them, and the bits of masks over them. */
export const BONE = 0;
export const TOOL = 1;

/** Words of one record. */
export function wordsOf(schema: WordSchema): number {
  return Object.keys(schema).length;
}

/** Field → its word in a record. */
export function wordOffsets<S extends WordSchema>(schema: S): { readonly [K in keyof S]: number } {
  return Object.fromEntries(Object.keys(schema).map((name, word) => [name, word])) as { [K in keyof S]: number };
}

/**
 * What all kernels of a submit know. Integers count units of the grid; lengths are in spans of 2^30 units. Offsets
 * count words of a geometry buffer. grid: the finest cells of a body's scanlines in its own frame. levels: bit k where
 * level k may hold spans; cells: of all levels. low, high: its box there.
 */
export const SCENE = {
  poseCount: 'u32',
  /** Bit 0: the bone's sub-triangles are wanted, bit 1: the tool's. */
  sides: 'u32',
  /** Bit 0: the bone has an inside, bit 1: the tool has. */
  signed: 'u32',
  /** δ' and every error of a box, in units, rounded up. */
  inflate: 'i32',
  /** δ' in spans, rounded up, and rounded down. */
  reach: 'f32',
  within: 'f32',
  /** Spans by which a distance's upper and lower side may differ before the CPU is asked. */
  tolerance: 'f32',
  boneVertexCount: 'u32',
  boneFaceCount: 'u32',
  boneFaceOffset: 'u32',
  toolVertexCount: 'u32',
  toolFaceCount: 'u32',
  toolFaceOffset: 'u32',
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

/** A face of a geometry buffer, behind its vertices: corner a is RETIRED_CORNER where an edit has removed it. */
export const FACE = { a: 'u32', b: 'u32', c: 'u32', leafLevel: 'u32' } as const satisfies WordSchema;
export const RETIRED_CORNER = 0xffffffff;

/** verdict: one of PAIR_APART, PAIR_SHARES, PAIR_UNDECIDED. */
export const PAIR = { pose: 'u32', boneFace: 'u32', toolFace: 'u32', verdict: 'u32' } as const satisfies WordSchema;
export const PAIR_APART = 0;
export const PAIR_SHARES = 1;
export const PAIR_UNDECIDED = 2;

/**
 * A sub-triangle and the other body's faces near it: near[nearStart … nearStart + nearCount), each face number |
 * verdict of the pair << 30. owner: face | body << 31. state: pose | level << 16 | inside << 24 (0 not asked, 1 inside,
 * 2 undecided).
 */
export const SUB_TRIANGLE_ROW = {
  owner: 'u32',
  state: 'u32',
  path: 'u32',
  nearStart: 'u32',
  nearCount: 'u32',
} as const satisfies WordSchema;

/**
 * A leaf against its near faces. state: near | crossing << 2, each a LEAF_* answer. upper, lower: certified, spans; (s,
 * t), (s2, t2): weights of b and c at the nearest points.
 */
export const LEAF_GAP = {
  state: 'u32',
  face: 'u32',
  upper: 'f32',
  lower: 'f32',
  s: 'f32',
  t: 'f32',
  s2: 'f32',
  t2: 'f32',
} as const satisfies WordSchema;
export const LEAF_NO = 0;
export const LEAF_YES = 1;
export const LEAF_UNDECIDED = 2;

/**
 * A leaf's corner against the whole other surface. sign: 0 outside, 1 inside, 2 undecided. upper, lower: certified
 * distance ≥ 0, spans.
 */
export const CORNER_DISTANCE = { sign: 'u32', face: 'u32', upper: 'f32', lower: 'f32' } as const satisfies WordSchema;

/**
 * A contact. owner, path as in SUB_TRIANGLE_ROW. state: pose | level << 16 | kind << 24 | CORNER_INSIDE. low, high:
 * certified signed distances in spans; for KIND_CORNER the least over the corners, before the reach of the leaf beyond
 * its corners is taken off. (s, t), (s2, t2): see LEAF_GAP, for KIND_APART.
 */
export const LEAF_RESULT = {
  owner: 'u32',
  state: 'u32',
  path: 'u32',
  oppositeFace: 'u32',
  low: 'f32',
  high: 'f32',
  s: 'f32',
  t: 'f32',
  s2: 'f32',
  t2: 'f32',
} as const satisfies WordSchema;
/** Outside, sharing no point: the nearest points. */
export const KIND_APART = 0;
/** It shares a point with oppositeFace, or comes as near as the bounds can tell, and no corner is deeper. */
export const KIND_SHARED = 1;
/** KIND_CORNER + k: the least signed distance is that of corner k, nearest to oppositeFace. */
export const KIND_CORNER = 2;
/** Bit of state: that corner lies inside the other solid. */
export const CORNER_INSIDE = 0x80000000;

/** One prefix sum: counters[countWord] values, at most `capacity`, and their total to counters[totalWord]. */
export const PREFIX_SUM_TASK = { countWord: 'u32', totalWord: 'u32', capacity: 'u32' } as const satisfies WordSchema;

/**
 * One indirect dispatch: workgroups over min(counters[countWord], capacity) items, written to place `slot`; none where
 * itemsPerGroup is 0.
 */
export const DISPATCH_TASK = {
  countWord: 'u32',
  capacity: 'u32',
  itemsPerGroup: 'u32',
  slot: 'u32',
} as const satisfies WordSchema;
