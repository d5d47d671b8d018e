// Poses queried repeatedly into one buffer → the bytes that a query leaves behind.

import { allocated } from './allocated.mjs';
import { detectorOf } from './peers/kerf.mjs';

const WARM_QUERIES = 2_000;
const QUERIES = 10_000;
/**
 * A query's own allocations occur in every attempt; code not yet compiled leaves bytes in some of them, and an attempt
 * with a collection shows nothing. So the least of the attempts without a collection counts.
 */
const ATTEMPTS = 6;
/** Room for this many pairs. */
const ROOM = 1 << 16;

/** @returns queries, bytes of all of them, and collections meanwhile: if there were any, the bytes mean nothing. */
export async function measureGarbage(bone, tool, matrices, count = QUERIES) {
  const detector = await detectorOf(bone, tool, 0.5);
  const out = new Uint32Array(2 * ROOM);
  let pairs = 0;
  function ask(queries) {
    for (let i = 0; i < queries; i++) pairs += detector.intersectingFacesInto(matrices[i % matrices.length], out);
  }
  ask(WARM_QUERIES);
  await allocated(() => ask(0));
  const attempts = [];
  do {
    const nothing = await allocated(() => ask(0));
    const { bytes, collections } = await allocated(() => ask(count));
    attempts.push({ queries: count, pairs, bytes: Math.max(0, bytes - nothing.bytes), collections });
  } while (attempts.length < ATTEMPTS && mayBeLess(attempts.at(-1)));
  detector.dispose();
  return attempts.sort((a, b) => a.bytes - b.bytes).find(({ collections }) => collections === 0) ?? attempts[0];
}

const mayBeLess = ({ bytes, collections }) => bytes > 0 || collections > 0;
