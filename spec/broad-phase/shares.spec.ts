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
import { until, WatchedThreads } from '#harness/watched-threads.ts';

const SEED = 1550;

describe.each([1, 2, 7])('%i slabs', (slabs) => {
  test.each(Object.keys(boxKinds))(`share the pairs of boxes that are %s, seed ${SEED}`, (kind) => {
    let shared = 0;
    for (const [n, count] of [0, 1, 2, 60, 400].entries()) {
      const given = boxSet(kind, count, SEED + n);
      const boxes = checkBoxes(given);
      const lists = slabsOf(boxes, slabs).map((slab) => slabPairs(boxes, slab, 'sweep'));
      expect(mergePairs(lists, count)).toEqual(overlappingBoxes(given));
      if (lists.filter(({ length }) => length > 0).length > 1) shared++;
    }
    // If boxes have no spread along any axis, or their numbers overflow, one slab takes all.
    if (slabs > 1 && kind === 'uniform') expect(shared).toBeGreaterThan(1);
  });
});

test.each([1, 2, 5, 40])('every method answers for a share of %i', (of) => {
  const given = boxSet('uniform', 500, SEED);
  const boxes = checkBoxes(given);
  const shares = Array.from({ length: of }, (_, index) => ({ index, of }));
  for (const method of Object.keys(PAIR_FINDERS) as BroadPhaseMethod[]) {
    const lists = shares.map((share) => answerShare({ makes: 'pairs', boxes, method }, share) as Uint32Array);
    expect(mergePairs(lists, 500)).toEqual(overlappingBoxes(given));
  }
});

test.each([1, 2, 5, 40])(`the hybrid's rows, by %i, take the places of all pairs, seed ${SEED}`, (of) => {
  const shares = Array.from({ length: of }, (_, index) => ({ index, of }));
  // Jest is slow to compare the many pairs of boxes that all overlap.
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
      expect(pairs).toEqual(overlappingBoxes(given));
    }
});

describe('threads', () => {
  test('give the pairs of the boxes as they were when asked, and end with dispose', async () => {
    const watch = new WatchedThreads();
    const before = boxSet('clustered', 2000, SEED);
    const after = boxSet('clustered', 2000, SEED + 1);
    const found = await createBroadPhase({ boxes: before, method: 'hybrid', workers: 2 });
    const first = found.pairs();
    found.update(after);
    const second = found.pairs();
    expect(await first).toEqual(overlappingBoxes(before));
    expect(await second).toEqual(overlappingBoxes(after));
    expect(found.pairsSync()).toEqual(overlappingBoxes(after));
    expect(watch.all.length).toBe(2);
    found.dispose();
    await until(() => watch.alive.length === 0, 'dispose has ended all threads');
    watch.stop();
  });

  test('that die are replaced by this one', async () => {
    const watch = new WatchedThreads();
    const boxes = boxSet('clustered', 1000, SEED);
    const found = await createBroadPhase({ boxes, workers: 2 });
    watch.onAsked = ({ worker }) => void worker.terminate();
    expect(await found.pairs()).toEqual(overlappingBoxes(boxes));
    found.dispose();
    await until(() => watch.alive.length === 0, 'no thread is left');
    watch.stop();
  });

  test('that work when dispose comes reject their answer', async () => {
    const found = await createBroadPhase({ boxes: boxSet('clustered', 1000, SEED), workers: 2 });
    const asked = found.pairs();
    found.dispose();
    await expect(asked).rejects.toMatchObject({ code: 'DISPOSED' });
  });
});
