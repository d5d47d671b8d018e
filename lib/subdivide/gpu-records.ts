// The records that only the kernels of this stage and their host code share, and where they count.

import type { WordSchema } from '../records/index.ts';

/** A row of a level and a face of the other body near it: face | verdict of the pair << 30. */
export const NEAR_ENTRY = { row: 'u32', word: 'u32' } as const satisfies WordSchema;

/**
 * What the kernels know of a level. Totals are words of `counters`; room: rows and near faces that every buffer of them
 * holds.
 */
export const SUBDIVISION_LEVEL = {
  number: 'u32',
  pairs: 'u32',
  rows: 'u32',
  near: 'u32',
  /** Near faces of the level that are kept. */
  kept: 'u32',
  nextRows: 'u32',
  rowRoom: 'u32',
  nearRoom: 'u32',
} as const satisfies WordSchema;

/** Words of `counters`: those below FIRST_LEVEL_COUNTER are the caller's to give out, the others are this stage's. */
export const FIRST_LEVEL_COUNTER = 32;
export const COUNTER_WORDS = 96;
