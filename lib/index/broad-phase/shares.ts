// A broad-phase query over threads → its answer, on any thread.
//
// With the hybrid, all threads read one hierarchy:
//
//   thread 0   leaves of its classes ─┬─ rows of its leaves ─┬─ lengths → places ─┬─ its rows' pairs ─┬─ all pairs
//   thread 1   leaves of its classes ─┘  rows of its leaves ─┘   (the caller's)   └─ its rows' pairs ─┘
//
// A body's row is in one share. So its place among all pairs follows from the rows' lengths alone, and each thread
// writes its results alongside the others'; nothing is merged. For other methods space is cut into slabs.

import { newMemory, shareArrays } from '#workers';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { type HybridTables, hybridRows, hybridSets } from './hybrid.ts';
import type { LeafTables } from './leaf-set.ts';
import { copyRows, type Rows } from './row-store.ts';
import type { Share } from './share.ts';
import { slabPairs, slabsOf } from './slabs.ts';
import { dealtTurns, queuedTurns } from './turns.ts';

/** A thread's input, and what each share produces. Arrays are in memory shared by all threads, if available. */
export type Work =
  | { readonly makes: 'pairs'; readonly boxes: Boxes; readonly method: BroadPhaseMethod }
  | { readonly makes: 'sets'; readonly boxes: Boxes }
  // Threads take turns from the queue; null deals these out in advance.
  | { readonly makes: 'rows'; readonly tables: HybridTables; readonly queue: Int32Array | null }
  | {
      readonly makes: 'copies';
      readonly stores: readonly Rows[];
      readonly places: Float64Array;
      readonly pairs: Uint32Array;
    };

/** Pairs are i, j, i, j, … with i < j, ascending. */
export interface Made {
  readonly pairs: Uint32Array;
  readonly sets: LeafTables[];
  readonly rows: Rows;
  readonly copies: 'done';
}

export function answerShare(work: Work, share: Share): Made[Work['makes']] {
  switch (work.makes) {
    case 'pairs':
      return sharePairs(work.boxes, work.method, share);
    case 'sets':
      return shareArrays(hybridSets(work.boxes, share));
    case 'rows':
      return hybridRows(work.tables, work.queue === null ? dealtTurns(share) : queuedTurns(work.queue), newMemory);
    case 'copies':
      copyRows(work.stores[share.index], work.places, work.pairs);
      return 'done';
  }
}

function sharePairs(boxes: Boxes, method: BroadPhaseMethod, share: Share): Uint32Array {
  const slab = slabsOf(boxes, share.of)[share.index];
  return slab === undefined ? new Uint32Array(0) : slabPairs(boxes, slab, method);
}
