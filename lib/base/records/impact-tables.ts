// The records of a step of a deforming surface on the GPU: picture in
// lib/questions/motion/deforming/gpu-impact-kernels.ts.

import type { BitFields, WordSchema } from './word-schema.ts';

/** Half of a k-DOP's k. */
export const DOP_AXES = 9;
/** The position of a vertex at the beginning and at the end of a step, in units of the step's grid. */
export const MOVING_POINT = {
  ...({ startX: 'i32', startY: 'i32', startZ: 'i32' } as const),
  ...({ endX: 'i32', endY: 'i32', endZ: 'i32' } as const),
} as const satisfies WordSchema;
/**
 * A step. `levels` levels of nodes are above the 2^levels leaves. `…At` are words of the topology: the leaves' items,
 * or NO_FACE; three vertices per item; three edges per face, or NO_FACE; lists of the items of vertices, and of edges.
 * `…Capacity`: pairs that the buffers hold; mostTests: limit of one descent.
 */
export const IMPACT_STEP = {
  ...({ levels: 'u32', faceCount: 'u32', itemsAt: 'u32', cornersAt: 'u32', sidesAt: 'u32' } as const),
  ...({ vertexStartsAt: 'u32', vertexItemsAt: 'u32', edgeStartsAt: 'u32', edgeItemsAt: 'u32' } as const),
  ...({ frontCount: 'u32', frontCapacity: 'u32', itemCapacity: 'u32', featureCapacity: 'u32' } as const),
  mostTests: 'u32',
} as const satisfies WordSchema;
/** Levels first … end − 1 of a tree. */
export const DOP_BAND = { first: 'u32', end: 'u32' } as const satisfies WordSchema;
/** A pair of nodes; first: a SELF_FRONT. */
export const SELF_PAIR = { first: 'u32', second: 'u32' } as const satisfies WordSchema;
/** A node, and whether the pair is apart as it stands. */
export const SELF_FRONT = {
  node: { shift: 0, bits: 31 },
  isApart: { shift: 31, bits: 1 },
} as const satisfies BitFields;
/** Two leaves, and a bit for each remaining pair of their features. */
export const ITEM_PAIR = { first: 'u32', second: 'u32', left: 'u32' } as const satisfies WordSchema;
/** The lowest bits of the second item's corners with the first, and of sides with sides. */
export const SECOND_CORNERS = 3;
export const SIDES = 6;
/** first: a FEATURE; second: a face, or an edge. */
export const FEATURE_PAIR = { first: 'u32', second: 'u32' } as const satisfies WordSchema;
/** A vertex, or an edge. */
export const FEATURE = {
  number: { shift: 0, bits: 31 },
  isEdge: { shift: 31, bits: 1 },
} as const satisfies BitFields;
/**
 * What a step counts: pairs of the front before it, of the front after it, of items, and of remaining features;
 * descents that stopped; tests of nodes in descents; pairs of features of the items, and those not apart, each
 * once. The last three are modulo 2^32: no result depends on them.
 */
export const IMPACT_COUNTS = {
  ...({ front: 'u32', kept: 'u32', items: 'u32', features: 'u32' } as const),
  ...({ stopped: 'u32', tests: 'u32', brought: 'u32', met: 'u32' } as const),
} as const satisfies WordSchema;
