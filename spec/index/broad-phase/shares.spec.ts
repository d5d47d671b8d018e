// Shares of the work: the merged pairs of all slabs are all pairs; the same over threads as on this one.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes } from '#broad-phase/boxes.ts';
import type { BroadPhaseMethod } from '#broad-phase/broad-phase.ts';
import { type AskAll, hybridOfShares } from '#broad-phase/hybrid-of-shares.ts';
import { hybridRows, hybridSets, missingTurns } from '#broad-phase/hybrid.ts';
import type { LeafTables } from '#broad-phase/leaf-set.ts';
import { mergePairs } from '#broad-phase/merge-pairs.ts';
import { PAIR_FINDERS } from '#broad-phase/pair-finders.ts';
import { copyRows, placesOf, type Rows } from '#broad-phase/row-store.ts';
import { answerShare, type Made } from '#broad-phase/shares.ts';
import { slabPairs, slabsOf } from '#broad-phase/slabs.ts';
import { dealtTurns, listedTurns, queuedTurns } from '#broad-phase/turns.ts';
import { createBroadPhase } from '#kerf';
import { overlappingBoxes } from '#reference';
import { newMemory } from '#workers';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { mulberry32 } from '#harness/random.ts';
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
        const stores = shares.map((share) => answerShare({ makes: 'rows', tables, queue: null }, share) as Rows);
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

describe('turns', () => {
  test('dealt out are every turn once; from a queue, each once whoever asks', () => {
    const dealt = [0, 1, 2].map((index) => dealtTurns({ index, of: 3 }));
    expect(dealt.map((next) => [next(), next(), next()])).toEqual([
      [0, 3, 6],
      [1, 4, 7],
      [2, 5, 8],
    ]);
    const queue = new Int32Array(newMemory(4));
    const [a, b] = [queuedTurns(queue), queuedTurns(queue)];
    expect([a(), b(), b(), a(), b()]).toEqual([0, 1, 2, 3, 4]);
    const listed = listedTurns([7, 2]);
    expect([listed(), listed(), listed()]).toEqual([7, 2, Number.POSITIVE_INFINITY]);
  });

  test(`that went with a thread are found and taken again, in any order of the rest, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    let lost = 0;
    for (const kind of Object.keys(boxKinds)) {
      const given = boxSet(kind, 1000, SEED);
      const boxes = checkBoxes(given);
      const tables = { boxes, sets: hybridSets(boxes) };
      expect(missingTurns(tables, [hybridRows(tables)])).toEqual([]);
      // A group has 128 bodies.
      const turns = tables.sets.reduce((sum, { order }) => sum + Math.ceil(order.length / 128), 0);
      expect(missingTurns(tables, [])).toEqual(Array.from({ length: turns }, (_, turn) => turn));
      const lists: number[][] = [[], [], []];
      for (let turn = 0; turn < turns; turn++) lists[Math.floor(3 * random())].push(turn);
      const held = lists.slice(1).map((list) => hybridRows(tables, listedTurns(list), newMemory));
      const missing = missingTurns(tables, held);
      expect(missing).toEqual(lists[0]);
      lost += missing.length;
      const stores = [...held, hybridRows(tables, listedTurns(missing), newMemory)];
      const places = placesOf(stores, 1000, newMemory);
      const pairs = new Uint32Array(places[1000]);
      for (const store of stores) copyRows(store, places, pairs);
      expectPairs(pairs, pairsOf(kind, 1000, SEED));
    }
    expect(lost).toBeGreaterThan(10);
  });
});

test.each([
  [0, 'not shared'],
  [0, 'shared'],
  [2, 'shared'],
])(`the hybrid of 3 shares, of which %i die, loses no turn where memory is %s, seed ${SEED}`, async (dead, memory) => {
  const held = globalThis.SharedArrayBuffer;
  if (memory === 'not shared') Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    let lost = 0;
    const shares = [0, 1, 2].map((index) => ({ index, of: 3 }));
    // A share that dies has taken a turn; its successor answers for it.
    const all: AskAll = async (work) =>
      shares.map((share) => {
        if (work.makes === 'rows' && work.queue !== null && share.index < dead && queuedTurns(work.queue)() < 8) lost++;
        return answerShare(work, share);
      }) as Made[(typeof work)['makes']][];
    for (const kind of Object.keys(boxKinds)) {
      const boxes = checkBoxes(boxSet(kind, 1000, SEED));
      expectPairs(await hybridOfShares(boxes, shares, all), pairsOf(kind, 1000, SEED));
    }
    expect(lost).toBeGreaterThanOrEqual(dead > 0 ? Object.keys(boxKinds).length : 0);
  } finally {
    globalThis.SharedArrayBuffer = held;
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
