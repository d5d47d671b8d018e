// Every method against all pairs of boxes, on 220 sets of up to 20,000, and again after 100 updates of each.

import { describe, expect, test } from '@jest/globals';
import { checkBoxes, replaceBoxes } from '../../lib/broad-phase/boxes.ts';
import { PAIR_FINDERS } from '../../lib/broad-phase/pair-finders.ts';
import { overlappingBoxes } from '../../lib/reference/index.ts';
import { boxKinds, boxSet } from '../harness/box-sets.ts';
import { mulberry32 } from '../harness/random.ts';

const SEED = 15_000;
const SETS_A_KIND = 20;
const UPDATES = 100;
const MOST = 20_000;
/** Kinds in which nearly all boxes overlap: n² / 2 pairs. */
const DENSE = ['nested', 'equal, and points', 'tiny and huge', 'as large as numbers go'];
const MOST_DENSE = 700;

const same = (a: Uint32Array, b: Uint32Array) => a.length === b.length && a.every((value, i) => value === b[i]);

describe.each(Object.keys(boxKinds))('boxes that are %s', (kind) => {
  test.each(Array.from({ length: SETS_A_KIND }, (_, n) => SEED + n))('seed %i', (seed) => {
    const random = mulberry32(seed);
    const most = DENSE.includes(kind) ? MOST_DENSE : MOST;
    // One set of the greatest size, the others of any up to a quarter of it or so.
    const count = seed === SEED ? most : Math.ceil(most ** (0.85 * random()));
    const given = boxSet(kind, count, seed);
    const moved = boxSet(kind, count, seed + 1);
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
    for (let update = 0; update < UPDATES; update++) {
      // A few bodies each; now and then a tenth of them.
      const most = random() < 0.05 ? count / 10 : 5;
      const bodies = Uint32Array.from({ length: 1 + Math.floor(most * random()) }, () => count * random());
      const values = [...bodies].flatMap((body) => [...moved.subarray(6 * body, 6 * body + 6)]);
      for (const { boxes, finder } of sets) {
        replaceBoxes(boxes, values, bodies);
        finder.update();
      }
    }
    const after = overlappingBoxes(sets[0].boxes.bounds);
    check(after);
    if (count > 1000 && !DENSE.includes(kind)) expect(same(before, after)).toBe(false);
  });
});
