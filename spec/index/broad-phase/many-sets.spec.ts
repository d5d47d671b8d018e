// Every method against all pairs of boxes, on sets of every kind, and again after 100 updates of each; with KERF_LONG=1
// on 110 sets of up to 20,000.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes, replaceBoxes } from '#broad-phase/boxes.ts';
import { PAIR_FINDERS } from '#broad-phase/pair-finders.ts';
import { overlappingBoxes } from '#reference';
import { boxKinds, boxSet } from '#harness/box-sets.ts';
import { longRun } from '#harness/long-run.ts';
import { DENSE_KINDS, same, setSizes, updateSome } from '#harness/many-box-sets.ts';

const SEED = 15_000;
const SETS_A_KIND = longRun(10, 1);
/** Brute force takes quadratic time. */
const sizesOf = (kind: string) =>
  setSizes(kind, SETS_A_KIND, SEED, 700).map(([count, seed]) => [longRun(count, Math.ceil(count / 3)), seed] as const);

describe.each(Object.keys(boxKinds))('boxes that are %s', (kind) => {
  test.each(sizesOf(kind))('%i of them, seed %i', (count, seed) => {
    const given = boxSet(kind, count, seed);
    const sets = Object.entries(PAIR_FINDERS).map(([method, make]) => {
      const boxes = checkBoxes(given);
      return { method, boxes, finder: make(boxes) };
    });
    const check = (truth: Uint32Array) => {
      for (const { method, finder } of sets)
        expect({ method, count, isSame: same(finder.pairs(), truth) }).toEqual({ method, count, isSame: true });
    };
    const before = overlappingBoxes(given);
    check(before);
    updateSome(kind, given, seed, (values, bodies) => {
      for (const { boxes, finder } of sets) {
        replaceBoxes(boxes, values, bodies);
        finder.update();
      }
    });
    const after = overlappingBoxes(given);
    check(after);
    if (count > 1000 && !DENSE_KINDS.includes(kind)) expect(same(before, after)).toBe(false);
  });
});
