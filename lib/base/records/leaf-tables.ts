// The records of the subdivision and of leaves that host and shaders share: rows, branches, gaps, corners, the lists of
// faces near these, and results.
//
// As in gpu-tables.ts, wgsl-records.ts generates the WGSL for all of this.

import type { BitFields, WordSchema } from './word-schema.ts';

/**
 * State of a sub-triangle. level: bits of its path in use; side: a SIDE_… of the other body, SIDE_OUTSIDE also if it
 * has not been determined.
 */
export const ROW_STATE = {
  pose: { shift: 0, bits: 16 },
  level: { shift: 16, bits: 8 },
  side: { shift: 24, bits: 8 },
} as const satisfies BitFields;
/** The side of a body's surface on which a point or a part lies, if it was determined. */
export const SIDE_OUTSIDE = 0;
export const SIDE_INSIDE = 1;
export const SIDE_UNDECIDED = 2;

/**
 * A sub-triangle and the other body's faces near its face: near[nearStart … nearStart + nearCount), NEAR_FACE words;
 * none if no face comes within δ' of the sub-triangle. owner: OWNER; state: ROW_STATE; path: left-aligned, as in
 * lib/geometry/divisions/visit-pieces.ts. The whole face has level 0.
 */
export const SUB_TRIANGLE_ROW = {
  owner: 'u32',
  state: 'u32',
  path: 'u32',
  nearStart: 'u32',
  nearCount: 'u32',
} as const satisfies WordSchema;

/** A word of the bitmaps of faces: a bit for each active face, and for each that does or may lie inside. */
export const ACTIVE_FACES = { bits: 'u32', inside: 'u32', undecided: 'u32' } as const satisfies WordSchema;
/**
 * The most leaves of a branch, which one thread tests: with more, the longest thread takes longer; with fewer, more
 * rays decide sides. A word has a bit for each.
 */
export const BRANCH_LEAVES = 16;
/** The most near faces that one thread tests with a branch: a word has a bit for each. */
export const NEAR_OF_TEST = 32;
/**
 * A branch of an active face: a largest piece of at most BRANCH_LEAVES leaves. The face's row; the piece's node, path
 * and level; and a bit for each of its leaves, the first in the lowest: whether it has near faces, whether it is kept,
 * and whether its side is undecided.
 */
export const BRANCH = {
  row: 'u32',
  node: 'u32',
  path: 'u32',
  level: 'u32',
  near: 'u32',
  kept: 'u32',
  undecided: 'u32',
} as const satisfies WordSchema;

/**
 * What the kernels of the subdivision know: words of `counters` with the number of pairs, of active faces, of their
 * branches, of the tests of these, of leaves and of the faces near active ones; and how many rows or branches, and how
 * many near faces, each buffer for them holds.
 */
export const SUBDIVISION = {
  pairs: 'u32',
  faces: 'u32',
  branches: 'u32',
  tests: 'u32',
  leaves: 'u32',
  near: 'u32',
  rowCapacity: 'u32',
  nearCapacity: 'u32',
} as const satisfies WordSchema;

/** Two LEAF_… verdicts: whether the gap is within δ, and whether the leaf shares a point with a near face. */
export const GAP_STATE = { near: { shift: 0, bits: 2 }, crossing: { shift: 2, bits: 2 } } as const satisfies BitFields;
export const LEAF_NO = 0;
export const LEAF_YES = 1;
export const LEAF_UNDECIDED = 2;

/**
 * A leaf and its near faces. state: GAP_STATE. upper, lower: certified, in widths; (s, t), (s2, t2): the weights of
 * corners b and c at the nearest points.
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

/** State of a leaf's corner. side: a SIDE_… relative to the other body; asked: a CORNER_…, about its distance. */
export const CORNER_STATE = {
  side: { shift: 0, bits: 2 },
  asked: { shift: 2, bits: 3 },
} as const satisfies BitFields;
/** The distance is known, or none is wanted. */
export const CORNER_KNOWN = 0;
export const CORNER_WANTED = 1;
/** The distance equals that of another corner, whose number is stored in place of the face. */
export const CORNER_SAME = 2;
/** Wanted, but no list of the corner's cell can supply it. */
export const CORNER_ALONE = 3;
/** The side is not yet known, from here on; the distance is wanted. */
export const CORNER_CROSSED = 4;
/** The distance is wanted if the side is inside. FOLLOWS: that is the leaf's first corner's. */
export const CORNER_LEADS = 5;
export const CORNER_FOLLOWS = 6;

/** A leaf's corner and the whole other surface. state: CORNER_STATE. upper, lower: certified distance ≥ 0 in widths. */
export const CORNER_DISTANCE = { state: 'u32', face: 'u32', upper: 'f32', lower: 'f32' } as const satisfies WordSchema;

/** The number of leaves whose corners are compared with one another. */
export const BLOCK_LEAVES = 64;
/** Counts of a leaf's result: contacts, undecided leaves, and the faces near these. */
export const RESULT_SUMS = 3;
/**
 * A slot of the table of cells, in words. number: 1 + the cell's number, in the body's own frame, for the body whose
 * corners the cell contains; 0 if the slot is free. The cell's list is `count` entries of cellFaces from `start` on;
 * `count` is 0 if it has none. limit, f32 in widths: the list has every face within this distance except those that
 * `above` leaves out. above, f32 in widths: with g the direction of the list's first entry and c the cell's centre, the
 * face nearest to a point p is in the list if it is within above + ABOVE_FACTOR·g·(p − c). listed: 1 once a list has
 * been tried. taken: in the k-th record, the k-th slot that was taken. In the record before the first, `start` and
 * `count` are the numbers of entries and of slots taken.
 */
export const CORNER_CELL = {
  ...({ number: 'u32', start: 'u32', count: 'u32', limit: 'u32', above: 'u32', listed: 'u32', taken: 'u32' } as const),
} as const satisfies WordSchema;
/**
 * A face near a cell, and its support about the cell's centre, f32: direction x, y, z and the least value along it. The
 * first face of a list is nearest to the centre.
 */
export const CELL_FACE = { face: 'u32', x: 'u32', y: 'u32', z: 'u32', least: 'u32' } as const satisfies WordSchema;

/** State of a contact. kind: a KIND_…; isInside: 1 if the corner that it names lies inside the other solid. */
export const RESULT_STATE = {
  pose: { shift: 0, bits: 16 },
  level: { shift: 16, bits: 8 },
  kind: { shift: 24, bits: 7 },
  isInside: { shift: 31, bits: 1 },
} as const satisfies BitFields;
/** Outside, sharing no point: the closest points. */
export const KIND_APART = 0;
/** It shares a point with oppositeFace, or is so near that the bounds cannot exclude it, and no corner is deeper. */
export const KIND_SHARED = 1;
/** KIND_CORNER + k: the least signed distance is that of corner k, whose nearest face is oppositeFace. */
export const KIND_CORNER = 2;
/** Not contacts, and greater than every kind of contact: dropped (farther than δ and outside), or left to the CPU. */
export const KIND_DROPPED = 126;
export const KIND_UNDECIDED = 127;

/**
 * A contact. owner: OWNER; path as in SUB_TRIANGLE_ROW; state: RESULT_STATE. low, high: certified signed distances in
 * widths; for KIND_CORNER the least over the corners. Against a solid, unless KIND_APART, the CPU
 * subtracts from low how far the leaf extends beyond its corners. (s, t),
 * (s2, t2): see LEAF_GAP, for KIND_APART.
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
