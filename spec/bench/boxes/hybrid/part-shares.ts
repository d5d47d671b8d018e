// A query by the hybrid's parts over threads → the answer to a share of it, on any thread. As lib's shares.ts, for any
// parts, with turns either from a queue or dealt out.

import type { Boxes } from '#broad-phase/boxes.ts';
import type { HybridTables } from '#broad-phase/hybrid.ts';
import { mergePairs } from '#broad-phase/merge-pairs.ts';
import { copyRows, placesOf, type Rows } from '#broad-phase/row-store.ts';
import type { Share } from '#broad-phase/share.ts';
import { dealtTurns, queuedTurns } from '#broad-phase/turns.ts';
import { newMemory, shareArrays } from '#workers';
import { answerTurns, type Parts, type PartTables, partTables, type SweepTables } from './hybrid-parts.ts';

export type PartWork =
  | { readonly makes: 'tables'; readonly boxes: Boxes; readonly parts: Parts }
  | {
      readonly makes: 'found';
      readonly tables: HybridTables;
      readonly sweep: SweepTables | null;
      readonly queue: Int32Array | null;
    }
  | {
      readonly makes: 'copies';
      readonly stores: readonly Rows[];
      readonly places: Float64Array;
      readonly pairs: Uint32Array;
    };

export function answerPart(work: PartWork, share: Share): PartTables | Uint32Array | Rows | null {
  switch (work.makes) {
    case 'tables':
      return shareArrays(partTables(work.boxes, work.parts, share));
    case 'found': {
      const nextTurn = work.queue === null ? dealtTurns(share) : queuedTurns(work.queue);
      return answerTurns(work.tables, work.sweep, nextTurn, newMemory);
    }
    case 'copies':
      copyRows(work.stores[share.index], work.places, work.pairs);
      return null;
  }
}

/** Poses a work to all shares. */
export type AskAll = (work: PartWork) => Promise<ReturnType<typeof answerPart>[]>;

/** @param boxes in memory that all threads read. @returns i, j, i, j, … with i < j, ascending. */
export async function pairsOfShares(
  boxes: Boxes,
  parts: Parts,
  turns: 'queue' | 'dealt',
  all: AskAll,
): Promise<Uint32Array> {
  const made = (await all({ makes: 'tables', boxes, parts })) as PartTables[];
  const tables = { boxes, sets: made.flatMap(({ sets }) => sets) };
  const queue = turns === 'queue' ? new Int32Array(newMemory(4)) : null;
  const found = await all({ makes: 'found', tables, sweep: made[0].sweep, queue });
  if (parts.leaf === 'swept') return mergePairs(found as Uint32Array[], boxes.count);
  const stores = found as Rows[];
  const places = placesOf(stores, boxes.count, newMemory);
  const pairs = new Uint32Array(newMemory(4 * places[boxes.count]));
  await all({ makes: 'copies', stores, places, pairs });
  return pairs;
}
