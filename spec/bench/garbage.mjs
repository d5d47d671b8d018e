// Poses asked over and over into one buffer → the bytes that a query leaves behind.

import { allocated } from './allocated.mjs';
import { detectorOf } from './peers/kerf.mjs';

const WARM_QUERIES = 2_000;
const QUERIES = 10_000;
/**
 * What a query allocates it allocates each time; code that is not yet compiled leaves bytes in one of the attempts, and
 * of one with a collection nothing is known: the least of those without counts.
 */
const ATTEMPTS = 6;
/** Room for so many pairs. */
const ROOM = 1 << 16;

/** @returns queries, bytes of all of them, and how many collections ran meanwhile: with any, the bytes tell nothing. */
export async function measureGarbage(bone, tool, matrices) {
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
    const { bytes, collections } = await allocated(() => ask(QUERIES));
    attempts.push({ queries: QUERIES, pairs, bytes: Math.max(0, bytes - nothing.bytes), collections });
  } while (attempts.length < ATTEMPTS && mayBeLess(attempts.at(-1)));
  detector.dispose();
  return attempts.sort((a, b) => a.bytes - b.bytes).find(({ collections }) => collections === 0) ?? attempts[0];
}

const mayBeLess = ({ bytes, collections }) => bytes > 0 || collections > 0;
