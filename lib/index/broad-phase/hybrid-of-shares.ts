// Boxes → overlapping pairs by the hybrid, whose work several threads share: the caller's part.
//
// Threads take turns from a queue. One that dies takes its turns with it, and whoever answers in its place finds them
// taken; so this thread looks for turns that came back from nobody, and answers them.

import { isMemoryShared, newMemory } from '#workers';
import type { Boxes } from './boxes.ts';
import { hybridRows, missingTurns } from './hybrid.ts';
import { copyRows, placesOf } from './row-store.ts';
import type { Share } from './share.ts';
import { answerShare, type Made, type Work } from './shares.ts';
import { listedTurns } from './turns.ts';

/** Poses a work to every share. */
export type AskAll = <Own extends Work>(work: Own) => Promise<Made[Own['makes']][]>;

/** @param boxes in memory that all threads read, if there is such a thing. */
export async function hybridOfShares(boxes: Boxes, shares: readonly Share[], all: AskAll): Promise<Uint32Array> {
  const sets = await all({ makes: 'sets', boxes });
  const tables = { boxes, sets: sets.flat() };
  const queue = isMemoryShared() ? new Int32Array(newMemory(4)) : null;
  const stores = await all({ makes: 'rows', tables, queue });
  const missing = missingTurns(tables, stores);
  if (missing.length > 0) stores.push(hybridRows(tables, listedTurns(missing), newMemory));
  const places = placesOf(stores, boxes.count, newMemory);
  const pairs = new Uint32Array(newMemory(4 * places[boxes.count]));
  const copies = { makes: 'copies', stores, places, pairs } as const;
  if (isMemoryShared()) await all(copies);
  else for (const share of shares) answerShare(copies, share);
  for (const store of stores.slice(shares.length)) copyRows(store, places, pairs);
  return pairs;
}
