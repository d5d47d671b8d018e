// The records that only the kernels of this stage and their host code share.

import type { WordSchema } from '../records/index.ts';

/** What the kernels of an index know of its body. Offsets count words of the geometry buffer. */
export const INDEX_BUILD = {
  axis: 'u32',
  u0: 'i32',
  v0: 'i32',
  cellSize: 'i32',
  nu: 'i32',
  nv: 'i32',
  /** Of all levels. */
  cells: 'u32',
  faceCount: 'u32',
  faceOffset: 'u32',
  /** 1 where cells get spare room. */
  isEdited: 'u32',
  touchedCount: 'u32',
} as const satisfies WordSchema;

/** A cell that an edit touches, and its part of the list of added faces. */
export const TOUCHED_CELL = { cell: 'u32', addedStart: 'u32', addedCount: 'u32' } as const satisfies WordSchema;

/** Words of an index's state: cells; spans that have a place, used or spare; 1 once an edit found no place. */
export const STATE_CELLS = 0;
export const STATE_USED = 1;
export const STATE_FULL = 2;
export const STATE_WORDS = 4;
