// Shares of the work: the merged pairs of all slabs are all pairs; the same over threads as on this one.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes } from '#broad-phase/boxes.ts';
import type { BroadPhaseMethod } from '#broad-phase/broad-phase.ts';
import type { LeafTables } from '#broad-phase/leaf-set.ts';
import { mergePairs } from '#broad-phase/merge-pairs.ts';
import { PAIR_FINDERS } from '#broad-phase/pair-finders.ts';
import { placesOf, type Rows } from '#broad-phase/row-store.ts';
import { answerShare } from '#broad-phase/shares.ts';
import { slabPairs, slabsOf } from '#broad-phase/slabs.ts';
import { createBroadPhase } from '#kerf';
import { overlappingBoxes } from '#reference';
import { newMemory } from '#workers';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { inDeep } from '#harness/sets.ts';
import { until, WatchedThreads } from '#harness/watched-threads.ts';

const SEED = 1550;

/** All overlapping pairs, by kind, number and seed of the boxes. */
const known = new Map<string, Uint32Array>();
function pairsOf(kind: string, count: number, seed: number): Uint32Array {
  const key = `${kind} ${count} ${seed}`;
  const pairs = known.get(key) ?? overlappingBoxes(boxSet(kind, count, seed));
  known.set(key, pairs);
  return pairs;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) => Buffer.from(buffer, byteOffset, byteLength);
/** Jest is slow to compare many numbers. */
function expectPairs(found: Uint32Array, expected: Uint32Array): void {
  expect(found.length).toBe(expected.length);
  expect(bytesOf(found).equals(bytesOf(expected))).toBe(true);
}

describe.each([1, 2, 7])('%i slabs', (slabs) => {
  test.each(Object.keys(boxKinds))(`share the pairs of boxes that are %s, seed ${SEED}`, (kind) => {
    let shared = 0;
    for (const [n, count] of [0, 1, 2, 60, 400].entries()) {
      const given = boxSet(kind, count, SEED + n);
      const boxes = checkBoxes(given);
      const lists = slabsOf(boxes, slabs).map((slab) => slabPairs(boxes, slab, 'sweep'));
      expectPairs(mergePairs(lists, count), pairsOf(kind, count, SEED + n));
      if (lists.filter(({ length }) => length > 0).length > 1) shared++;
    }
    // If boxes have no spread along any axis, or their numbers overflow, one slab takes all.
    if (slabs > 1 && kind === 'uniform') expect(shared).toBeGreaterThan(1);
  });
});

const shared = (parts: readonly number[]) => {
  test.each(parts)('every method answers for a share of %i', (of) => {
    const given = boxSet('uniform', 500, SEED);
    const boxes = checkBoxes(given);
    const shares = Array.from({ length: of }, (_, index) => ({ index, of }));
    for (const method of Object.keys(PAIR_FINDERS) as BroadPhaseMethod[]) {
      const lists = shares.map((share) => answerShare({ makes: 'pairs', boxes, method }, share) as Uint32Array);
      expectPairs(mergePairs(lists, 500), pairsOf('uniform', 500, SEED));
    }
  });

  test.each(parts)(`the hybrid's rows, by %i, take the places of all pairs, seed ${SEED}`, (of) => {
    const shares = Array.from({ length: of }, (_, index) => ({ index, of }));
    for (const kind of Object.keys(boxKinds))
      for (const count of kind === 'uniform' ? [0, 1, 2, 60, 1200] : [2, 60, 150]) {
        const given = boxSet(kind, count, SEED + count);
        const boxes = checkBoxes(given);
        const sets = shares.flatMap((share) => answerShare({ makes: 'sets', boxes }, share) as LeafTables[]);
        const tables = { boxes, sets };
        const stores = shares.map((share) => answerShare({ makes: 'rows', tables }, share) as Rows);
        if (count === 1200)
          expect(stores.filter(({ order }) => order.length > 0).length).toBeGreaterThan(Math.min(of, 2) - 1);
        expect(stores.flatMap(({ order }) => [...order]).sort((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, body) => body),
        );
        const places = placesOf(stores, count, newMemory);
        const pairs = new Uint32Array(places[count]);
        for (const share of shares.toReversed()) answerShare({ makes: 'copies', stores, places, pairs }, share);
        expectPairs(pairs, pairsOf(kind, count, SEED + count));
      }
  });
};
shared([5]);
inDeep(() => shared([1, 2, 40]));

describe('threads', () => {
  test('give the pairs of the boxes as they were when asked, and end with dispose', async () => {
    const watch = new WatchedThreads();
    const before = boxSet('clustered', 2000, SEED);
    const after = boxSet('clustered', 2000, SEED + 1);
    const found = await createBroadPhase({ boxes: before, method: 'hybrid', workers: 2 });
    const first = found.pairs();
    found.update(after);
    const second = found.pairs();
    expectPairs(await first, pairsOf('clustered', 2000, SEED));
    expectPairs(await second, pairsOf('clustered', 2000, SEED + 1));
    expectPairs(found.pairsSync(), pairsOf('clustered', 2000, SEED + 1));
    expect(watch.all.length).toBe(2);
    found.dispose();
    await until(() => watch.alive.length === 0, 'dispose has ended all threads');
    watch.stop();
  });

  inDeep(() =>
    test('that die are replaced by this one', async () => {
      const watch = new WatchedThreads();
      const boxes = boxSet('clustered', 1000, SEED);
      const found = await createBroadPhase({ boxes, workers: 2 });
      watch.onAsked = ({ worker }) => void worker.terminate();
      expectPairs(await found.pairs(), pairsOf('clustered', 1000, SEED));
      found.dispose();
      await until(() => watch.alive.length === 0, 'no thread is left');
      watch.stop();
    }),
  );

  test('that work when dispose comes reject their answer', async () => {
    const found = await createBroadPhase({ boxes: boxSet('clustered', 1000, SEED), workers: 2 });
    const asked = found.pairs();
    found.dispose();
    await expect(asked).rejects.toMatchObject({ code: 'DISPOSED' });
  });
});
